/**
 * How money finds its way back to a payer.
 */
import * as Schema from "effect/Schema"
import type { PaymentMethod } from "./payment-method.ts"

/** `reversal`: on the rail it came by. `transfer`: to an account of the payer's, because that rail leads one way only. */
export const RefundWay = Schema.Literals(["reversal", "transfer"])
export type RefundWay = typeof RefundWay.Type

/** The way back of each method. A slip has none of its own. */
export const refundWay: Readonly<Record<PaymentMethod, RefundWay>> = {
  credit: "reversal",
  pix: "reversal",
  bank_slip: "transfer",
}
