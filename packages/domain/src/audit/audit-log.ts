/**
 * What the log of anything must be, whatever it tells: numbered from 1 without a gap, and begun once.
 */

/** An event of a log as it was found, under its number. */
export interface FoundEvent<Event> {
  readonly sequence: number
  /** Null where it cannot be read: its store says why. */
  readonly event: Event | null
}

/** What can be wrong with a log alone, whatever it tells of. */
export type LogBreach =
  | { readonly _tag: "LogMissing" }
  /** Events count from 1 without a gap: where `expected` should stand, `found` does. */
  | { readonly _tag: "LogGap"; readonly expected: number; readonly found: number }
  /** A log begins with the event that creates what it tells of, and has no other. */
  | { readonly _tag: "NotBegunByCreation"; readonly first: string; readonly expected: string }
  | { readonly _tag: "CreatedAgain"; readonly sequence: number }

/** @param creation - the tag of the event that begins such a log */
export const auditLog = <Event extends { readonly _tag: string }>(
  log: ReadonlyArray<FoundEvent<Event>>,
  creation: Event["_tag"],
): ReadonlyArray<LogBreach> => {
  if (log.length === 0) return [{ _tag: "LogMissing" }]
  let expected = 1
  return log.flatMap(({ sequence, event }, position): ReadonlyArray<LogBreach> => {
    const gap: ReadonlyArray<LogBreach> = sequence === expected ? [] : [{ _tag: "LogGap", expected, found: sequence }]
    expected = sequence + 1
    if (event === null) return gap
    const isCreation = event._tag === creation
    if (sequence === 1 && !isCreation) {
      return [...gap, { _tag: "NotBegunByCreation", first: event._tag, expected: creation }]
    }
    return position > 0 && isCreation ? [...gap, { _tag: "CreatedAgain", sequence }] : gap
  })
}

/** The events of a log, or null where one of them could not be read: then it cannot be folded. */
export const eventsOf = <Event>(log: ReadonlyArray<FoundEvent<Event>>): ReadonlyArray<Event> | null => {
  const events = log.flatMap(({ event }) => event ?? [])
  return events.length === log.length ? events : null
}
