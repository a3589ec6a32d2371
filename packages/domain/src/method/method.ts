/** How a payer pays. */
import * as Schema from "effect/Schema"
import { InstallmentCount, singlePayment } from "../installments/installment-count.ts"
import { forEachIssuedMethod } from "./payment-method.ts"

/** How a payer pays. Only credit has installments. */
export const Method = Schema.TaggedUnion({
  ...forEachIssuedMethod(() => ({})),
  credit: { installments: InstallmentCount },
})
export type Method = typeof Method.Type

/** The number of payments: one, unless by credit in several installments. */
export const installmentCountOf = (method: Method): InstallmentCount =>
  "installments" in method ? method.installments : singlePayment
