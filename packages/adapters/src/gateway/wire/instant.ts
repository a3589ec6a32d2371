/**
 * Points in time on the wire.
 */
import { Instant } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

const isoInUtc = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?Z$/u

/** ISO 8601 in UTC, to the second or the millisecond: `2026-11-21T15:00:00.000Z`. */
export const InstantText = Schema.String.check(
  Schema.makeFilter((text: string) => isoInUtc.test(text) && Date.parse(text) >= 0, {
    message: "Expected an instant of 1970 or later as YYYY-MM-DDTHH:MM:SS.sssZ",
  }),
).pipe(
  Schema.decodeTo(Instant, {
    decode: SchemaGetter.transform((text: string) => Date.parse(text)),
    encode: SchemaGetter.transform((millis: number) => new Date(millis).toISOString()),
  }),
)
