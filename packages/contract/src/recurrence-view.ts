/**
 * How often a subscription is charged, as the API shows it.
 */
import { RecurrenceUnit } from "@vintem/domain/catalogue"
import * as Schema from "effect/Schema"

/** Every `count` units of the calendar; `cycles` charges in all, null for no end. */
export const RecurrenceView = Schema.Struct({
  every: RecurrenceUnit,
  count: Schema.Int,
  cycles: Schema.NullOr(Schema.Int),
})
