/** The ways of paying. */
import * as Schema from "effect/Schema"
import { InstallmentCount, singlePayment } from "../installments/installment-count.ts"

/** How a payer pays. Only credit comes in installments, so only credit can be asked for them. */
export const Method = Schema.TaggedUnion({ pix: {}, bank_slip: {}, credit: { installments: InstallmentCount } })
export type Method = typeof Method.Type

/** How often the payer pays: once, unless by credit in several installments. */
export const installmentCountOf = (method: Method): InstallmentCount =>
  method._tag === "credit" ? method.installments : singlePayment
