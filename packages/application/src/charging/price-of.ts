/** The price of paying by one method, or why that method cannot be used. */
import type { Company } from "@vintem/domain/company"
import { type FeeMode, type Quote, quote } from "@vintem/domain/fees"
import { type Method, methodRules } from "@vintem/domain/method"
import type { Centavos } from "@vintem/domain/money"
import { Result } from "effect"

/** The amount, and who bears interest and fees. */
export interface Asked {
  /** Centavos, before interest and passed-on fees. */
  readonly amount: Centavos
  readonly feeMode: FeeMode
}

/** The parts of a company that decide its prices. */
export type PricedBy = Pick<Company, "fees" | "minimumInstallment">

/**
 * `out_of_range`: with interest or fees it is 10¹¹ reais or more. `above_method_max`: more than the method allows; a bank slip has a fixed
 * number of digits. `too_many_installments`: more than there are centavos. `installment_too_small`: below the company's minimum.
 */
export type PriceRefusal = "out_of_range" | "above_method_max" | "too_many_installments" | "installment_too_small"

/** Why a payer's payment has no price. `changed`: they saw another one. */
export type PayerPriceRefusal = PriceRefusal | "changed"

/** The price, if it is the one that the payer saw. @param shown - centavos; null if unknown */
export const priceAsShown =
  (shown: Centavos | null) =>
  (price: Quote): Result.Result<Quote, PayerPriceRefusal> =>
    shown === null || shown === price.charged ? Result.succeed(price) : Result.fail("changed")

/** @param amount - at least one centavo */
export const priceOf = (
  { amount, feeMode }: Asked,
  method: Method,
  { fees, minimumInstallment }: PricedBy,
): Result.Result<Quote, PriceRefusal> => {
  const priced = Result.mapError(
    quote({ amount, method, feeMode, fees, minimumInstallment }),
    ({ reason }): PriceRefusal => (reason === "amount_too_small" ? "out_of_range" : reason),
  )
  const { amountMax } = methodRules[method._tag]
  return Result.flatMap(priced, (one) =>
    amountMax !== null && one.charged > amountMax ? Result.fail("above_method_max") : Result.succeed(one),
  )
}
