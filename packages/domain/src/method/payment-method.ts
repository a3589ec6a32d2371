/**
 * The three ways to pay, under their published names.
 */
import * as Schema from "effect/Schema"

export const PaymentMethod = Schema.Literals(["credit", "bank_slip", "pix"])
export type PaymentMethod = typeof PaymentMethod.Type
