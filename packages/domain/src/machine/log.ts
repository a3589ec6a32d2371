/**
 * The faults of a machine's log. It must be numbered from 1 without a gap, begin with the only creation, and fold to the stored state.
 */
import { type Difference, differencesOf } from "./differences.ts"
import { fold, isCreation } from "./fold.ts"
import type { Machine, MachineTypes } from "./machine.ts"

/** An event of a log as it was found, under its number. */
export interface FoundEvent<Event> {
  readonly sequence: number
  /** Null if it cannot be read: its store says why. */
  readonly event: Event | null
}

/** What can be wrong with the log of any machine. */
export type LogBreach =
  | { readonly _tag: "LogMissing" }
  /** Events count from 1 without a gap: `found` follows instead of `expected`. */
  | { readonly _tag: "LogGap"; readonly expected: number; readonly found: number }
  /** A log begins with the event that creates what it tells of, and has no other. */
  | { readonly _tag: "NotBegunByCreation"; readonly first: string; readonly expected: string }
  | { readonly _tag: "CreatedAgain"; readonly sequence: number }

/** A part of the stored state is not what its log tells. */
export type StateBreach = { readonly _tag: "StateDiffers" } & Difference

/** A log after its check. */
export interface CheckedLog<M extends MachineTypes> {
  readonly breaches: ReadonlyArray<LogBreach>
  /** Null if something is wrong with the log, or an event of it could not be read: then it tells of no state. */
  readonly events: ReadonlyArray<M["creation"] | M["change"]> | null
  /** The state it tells of; null if it tells of none. */
  readonly folded: M["state"] | null
}

/**
 * The faults of a stored log, and the state that it folds to.
 *
 * @param found - by sequence, as it was found
 */
export const checkLog = <M extends MachineTypes>(
  machine: Machine<M>,
  found: ReadonlyArray<FoundEvent<M["creation"] | M["change"]>>,
): CheckedLog<M> => {
  const breaches = breachesOf(machine, found)
  const events = breaches.length === 0 ? readable(found) : null
  return { breaches, events, folded: events === null ? null : fold(machine, events) }
}

/**
 * Every difference between the stored state and the log's. Empty if one of them is null, because there is nothing to compare.
 *
 * @param harmless - words that may be shown, as they are no personal data
 */
export const checkState = <State extends object>(
  stored: State | null,
  folded: State | null,
  harmless?: ReadonlySet<string>,
): ReadonlyArray<StateBreach> =>
  stored === null || folded === null
    ? []
    : differencesOf(stored, folded, harmless).map((difference) => ({ _tag: "StateDiffers", ...difference }))

const breachesOf = <M extends MachineTypes>(
  machine: Machine<M>,
  found: ReadonlyArray<FoundEvent<M["creation"] | M["change"]>>,
): ReadonlyArray<LogBreach> => {
  if (found.length === 0) return [{ _tag: "LogMissing" }]
  let expected = 1
  return found.flatMap(({ sequence, event }, position): ReadonlyArray<LogBreach> => {
    const gap: ReadonlyArray<LogBreach> = sequence === expected ? [] : [{ _tag: "LogGap", expected, found: sequence }]
    expected = sequence + 1
    if (event === null) return gap
    const begins = isCreation(machine, event)
    if (sequence === 1 && !begins) {
      return [...gap, { _tag: "NotBegunByCreation", first: event._tag, expected: machine.creation }]
    }
    return position > 0 && begins ? [...gap, { _tag: "CreatedAgain", sequence }] : gap
  })
}

const readable = <Event>(found: ReadonlyArray<FoundEvent<Event>>): ReadonlyArray<Event> | null => {
  const events = found.flatMap(({ event }) => event ?? [])
  return events.length === found.length ? events : null
}
