/**
 * The faults of a machine's log. It must be numbered from 1 without a gap, begin with the only creation, and fold to the stored state.
 */
import { type Difference, differencesOf } from "./differences.ts"
import { fold, isCreation } from "./fold.ts"
import type { Machine, MachineTypes } from "./machine.ts"

/** A numbered event, as stored. */
export interface FoundEvent<Event> {
  readonly sequence: number
  /** Null if it cannot be read: its store says why. */
  readonly event: Event | null
}

/** A fault that the log of any machine can have. */
export type LogBreach =
  | { readonly _tag: "LogMissing" }
  /** Events are numbered from 1 without a gap: `found` follows instead of `expected`. */
  | { readonly _tag: "LogGap"; readonly expected: number; readonly found: number }
  /** A log has exactly one creation, and begins with it. */
  | { readonly _tag: "NotBegunByCreation"; readonly first: string; readonly expected: string }
  | { readonly _tag: "CreatedAgain"; readonly sequence: number }

/** A part of the stored state differs from the state of its log. */
export type StateBreach = { readonly _tag: "StateDiffers" } & Difference

/** A log after its check. */
export interface CheckedLog<M extends MachineTypes> {
  readonly breaches: ReadonlyArray<LogBreach>
  /** Null if the log has a fault, or an event could not be read: then it gives no state. */
  readonly events: ReadonlyArray<M["creation"] | M["change"]> | null
  /** The state that the log gives, or null. */
  readonly folded: M["state"] | null
}

/**
 * The faults of a stored log, and the state that it folds to.
 *
 * @param found - by sequence, as stored
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
 * Every difference between the stored state and the log's. Empty if one of them is null, because there is nothing to
 * compare.
 *
 * @param harmless - words that may be shown because they are no personal data
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
