/**
 * What a sandbox can be told to hear from the acquirer about an order.
 */
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { required } from "../input/field.ts"
import { bodyOf } from "../input/part.ts"

/** What the acquirer can be made to report of an order's charge. */
export const OrderEventKind = Schema.Literals([
  "paid",
  "expired",
  "refunded",
  "chargeback",
  "dispute",
  "dispute_won",
  "dispute_lost",
  "risk_approved",
  "risk_rejected",
])
export type OrderEventKind = typeof OrderEventKind.Type

/** One event to report. */
export const OrderEventRequest = Schema.Struct({ kind: OrderEventKind }).annotate({
  identifier: "OrderEventRequest",
  examples: [{ kind: "paid" }],
})

/** Reads the body, or lists everything that is wrong with it. */
export const decodeOrderEvent = bodyOf(
  Schema.Struct({ kind: required(OrderEventKind, readChoice(OrderEventKind.literals)) }),
)
