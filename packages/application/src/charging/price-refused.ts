/** Why a payment has no price, with the payer's alternatives. */
import { singlePayment } from "@vintem/domain/installments"
import { forEachMethod, type Method, type PaymentMethod } from "@vintem/domain/method"
import { type Centavos, centavos } from "@vintem/domain/money"
import type { PayerPriceRefusal, PricedBy } from "./price-of.ts"
import { type Offer, quotesOf } from "./quotes-of.ts"

/** An installment would be below the company's minimum. */
export interface InstallmentTooSmall {
  readonly _tag: "InstallmentTooSmall"
  /** The smallest installment, in centavos. */
  readonly minimum: Centavos
  /** The most installments that are possible. 1 if two are not. */
  readonly most: number
}

/** Why a payer's payment has no price. */
export type PriceRefused =
  | {
      readonly _tag: "PriceRefused"
      readonly reason: Exclude<PayerPriceRefusal, "installment_too_small">
      readonly method: PaymentMethod
    }
  | InstallmentTooSmall

/** A payment by credit. `installments` is the most that are possible, whatever the minimum is. */
type AskedByCredit = Omit<Offer, "methods">

/** The refusal of a payment by a method, for a reason from `priceOf`. */
export const priceRefused = (
  reason: PayerPriceRefusal,
  { _tag: method }: Method,
  asked: AskedByCredit,
  company: PricedBy,
): PriceRefused =>
  reason === "installment_too_small" ? installmentTooSmall(asked, company) : { _tag: "PriceRefused", reason, method }

/** The refusal of installments below this company's minimum. */
export const installmentTooSmall = (asked: AskedByCredit, company: PricedBy): InstallmentTooSmall => ({
  _tag: "InstallmentTooSmall",
  // Without a minimum, each installment is at least one centavo.
  minimum: company.minimumInstallment ?? centavos(1),
  most: quotesOf({ ...asked, methods: byCreditAlone }, company).at(-1)?.installments.length ?? singlePayment,
})

const byCreditAlone = forEachMethod((method) => method === "credit")
