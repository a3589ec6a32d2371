/** The acquirer's reports about an order that a sandbox can send. */
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import { described, object, required } from "../input/codec.ts"

/** The acquirer's possible reports about an order's charge. */
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
