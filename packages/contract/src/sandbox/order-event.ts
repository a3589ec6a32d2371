/**
 * The acquirer's reports that a sandbox can be told to send about an order.
 */
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import { described, object, required } from "../input/codec.ts"

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
export const orderEventBody = described(object({ kind: required(choice(OrderEventKind)) }), {
  identifier: "OrderEventRequest",
  examples: [{ kind: "paid" }],
})
