// Points on the time line, as the service stores them.
import * as Schema from "effect/Schema"

/** The last millisecond of the year 9999 in UTC. Later years have more than four digits. */
export const instantMax = 253_402_300_799_999

/** Epoch milliseconds, from 0 to `instantMax`. An instant has no time zone; `sao-paulo.ts` makes dates from it. */
export const Instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: instantMax })).pipe(
  Schema.brand("Instant"),
)
export type Instant = typeof Instant.Type

/** Makes an instant from epoch milliseconds. For numbers we computed ourselves: throws if they are out of bounds. */
export const instant = (epochMilliseconds: number): Instant => Instant.make(epochMilliseconds)
