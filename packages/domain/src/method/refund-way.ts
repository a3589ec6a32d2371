/**
 * How money finds its way back to a payer.
 */
import * as Schema from "effect/Schema"

/** `reversal`: on the rail it came by. `transfer`: to an account of the payer's, because that rail leads one way only. */
export const RefundWay = Schema.Literals(["reversal", "transfer"])
export type RefundWay = typeof RefundWay.Type
