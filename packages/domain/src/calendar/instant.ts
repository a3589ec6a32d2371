// Points on the time line, as the service stores them.
import * as Schema from "effect/Schema"

/** The last millisecond of the year 9999 in UTC: beyond it no timestamp has four digits for its year. */
export const instantMax = 253_402_300_799_999

/** Epoch milliseconds, from 0 to `instantMax`. An instant has no time zone; dates are made of it in `sao-paulo.ts`. */
export const Instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: instantMax })).pipe(
  Schema.brand("Instant"),
)
export type Instant = typeof Instant.Type

/** Takes epoch milliseconds for an instant. For numbers we made ourselves: throws on anything but an instant. */
export const instant = (epochMilliseconds: number): Instant => Instant.make(epochMilliseconds)
