/**
 * What a sandbox can be told to hear from the acquirer about an order.
 */
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { required } from "../input/field.ts"
import { bodyOf } from "../input/part.ts"

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

export const OrderEventRequest = Schema.Struct({ kind: OrderEventKind }).annotate({
  identifier: "OrderEventRequest",
  examples: [{ kind: "paid" }],
})

export const decodeOrderEvent = bodyOf(
  Schema.Struct({ kind: required(OrderEventKind, readChoice(OrderEventKind.literals)) }),
)
