/** The number of installments of a payment. */
import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** The most installments of a payment. */
export const installmentsMax = 12

/** From 1, a single payment, to `installmentsMax`. */
export const InstallmentCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: installmentsMax })).pipe(
  Schema.brand("InstallmentCount"),
)
export type InstallmentCount = typeof InstallmentCount.Type

/** Paid at once. */
export const singlePayment = Brand.nominal<InstallmentCount>()(1)
