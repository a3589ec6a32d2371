/** How a refund reaches the payer. */
import * as Schema from "effect/Schema"

/**
 * `reversal`: on the payment's own rail. `transfer`: to the payer's account, because the rail works in one direction
 * only.
 */
export const RefundWay = Schema.Literals(["reversal", "transfer"])
export type RefundWay = typeof RefundWay.Type
