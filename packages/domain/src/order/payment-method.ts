/**
 * The three ways to pay, under their published names.
 */
import * as Schema from "effect/Schema"

export const PaymentMethod = Schema.Literals(["credit", "bank_slip", "pix"])
export type PaymentMethod = typeof PaymentMethod.Type

/** What a payer reads: Brazilian Portuguese, as the API shows it in `payment.name`. */
export const paymentMethodName: Readonly<Record<PaymentMethod, string>> = {
  credit: "Cartão de crédito",
  bank_slip: "Boleto bancário",
  pix: "Pix",
}
