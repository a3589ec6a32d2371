/**
 * The price of paying in one way: how much the payer pays and when, and how much the company receives.
 *
 * Every page that shows a price and every order that charges one call this function, so the two cannot differ. An order
 * keeps its quote: changed fees apply to later orders only.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AnnualRate, effectiveAnnualRate } from "../installments/effective-annual-rate.ts"
import { Installments } from "../installments/installments.ts"
import { type MinimumInstallment, reachesMinimum } from "../installments/minimum-installment.ts"
import { priceInstallments } from "../installments/price-table.ts"
import { splitEvenly } from "../installments/split-evenly.ts"
import { installmentCountOf, Method } from "../method/method.ts"
import type { PaymentMethod } from "../method/payment-method.ts"
import { BasisPoints, noRate } from "../money/basis-points.ts"
import { type AmountOutOfRange, Centavos, checkedSum, subtract, sum, zero } from "../money/centavos.ts"
import { feeOf } from "./fee.ts"
import type { FeeMode } from "./fee-mode.ts"
import { type FeeSchedule, feeTermsOf } from "./fee-schedule.ts"
import { grossUp } from "./gross-up.ts"

/**
 * The payer's cost and the company's revenue, in centavos: the installments add up to `charged`, and
 * `charged − fee = net`. `net` is negative if a small payment costs more than it brings.
 *
 * The other fields must be shown to a payer who agrees to installments (CDC, Lei 8.078/1990, art. 52; Decreto
 * 5.903/2006): `interest` is the part of `charged` that is interest, at `monthlyRate` and `effectiveAnnualRate` in
 * basis points. Without interest, all three are 0.
 */
export const Quote = Schema.Struct({
  method: Method,
  /** The company's amount, before interest and passed-on fees. */
  amount: Centavos,
  charged: Centavos,
  installments: Installments,
  fee: Centavos,
  net: Centavos,
  interest: Centavos,
  monthlyRate: BasisPoints,
  effectiveAnnualRate: AnnualRate,
}).check(
  Schema.makeFilter(({ charged, installments, fee, net }) => net === charged - fee && isSum(charged, installments), {
    expected: "a quote whose installments, and whose fee and net, add up to what is charged",
  }),
)
export type Quote = typeof Quote.Type

/** A quote by one of these methods. */
export type QuoteOf<Tag extends PaymentMethod> = Tag extends PaymentMethod
  ? Quote & { readonly method: Extract<Method, { readonly _tag: Tag }> }
  : never

/**
 * Why there is no quote. If several reasons hold, the first is given.
 *
 * - `amount_too_small`: below one centavo
 * - `too_many_installments`: more than there are centavos to pay; fewer may be possible
 * - `installment_too_small`: one of them is below the company's minimum; fewer may be possible
 * - `out_of_range`: with interest or fees it reaches 10¹¹ reais
 */
export const QuoteReason = Schema.Literals([
  "amount_too_small",
  "too_many_installments",
  "installment_too_small",
  "out_of_range",
])
export type QuoteReason = typeof QuoteReason.Type

/** This payment is not possible: see `reason`. */
export class QuoteRefused extends Data.TaggedError("QuoteRefused")<{ readonly reason: QuoteReason }> {}

/** The amount to pay, the method, and who bears the fee. */
export interface QuoteRequest<Asked extends Method = Method> {
  /** The company's amount: items minus discounts, plus shipping and additions. */
  readonly amount: Centavos
  readonly method: Asked
  readonly feeMode: FeeMode
  readonly fees: FeeSchedule
  /** The least installment, if there are two or more. Missing or null for no minimum. */
  readonly minimumInstallment?: MinimumInstallment | null
}

/**
 * The price of an amount by a method: the payer's cost and its parts, the company's fee and its revenue. All in
 * centavos.
 *
 * The method's own limit is not checked: compare `charged` with `methodRules[…].amountMax`, which a slip has.
 *
 * @returns fails with `QuoteRefused` if this payment is not possible: see `QuoteReason`
 */
export const quote = <Asked extends Method>(
  request: QuoteRequest<Asked>,
): Result.Result<Quote & { readonly method: Asked }, QuoteRefused> => {
  const { amount, method, feeMode, fees, minimumInstallment = null } = request
  if (amount < 1) return refuse("amount_too_small")

  const priced = installmentsOf(request)
  if (Result.isFailure(priced)) return refuse("out_of_range")

  const installments = priced.success
  const charged = sum(installments)
  if (installmentCountOf(method) > charged) return refuse("too_many_installments")
  if (!reachesMinimum(installments, minimumInstallment)) return refuse("installment_too_small")

  const fee = feeOf(charged, feeTermsOf(method, fees))
  const interest = feeMode === "interest" ? subtract(charged, amount) : zero
  const monthlyRate = interest > 0 ? fees.interest : noRate
  return Result.succeed({
    method,
    amount,
    charged,
    installments,
    fee,
    net: subtract(charged, fee),
    interest,
    monthlyRate,
    effectiveAnnualRate: effectiveAnnualRate(monthlyRate),
  })
}

/** The payer's installments. Only here do the fee modes differ. */
const installmentsOf = ({
  amount,
  method,
  feeMode,
  fees,
}: QuoteRequest): Result.Result<Installments, AmountOutOfRange> => {
  const count = installmentCountOf(method)
  switch (feeMode) {
    case "none":
      return Result.succeed(splitEvenly(amount, count))
    case "interest":
      return priceInstallments(amount, fees.interest, count)
    case "customer_pay_fee":
      return Result.map(grossUp(amount, feeTermsOf(method, fees)), (total) => splitEvenly(total, count))
  }
}

const isSum = (total: Centavos, parts: Iterable<Centavos>) =>
  Result.match(checkedSum(parts), { onFailure: () => false, onSuccess: (added) => added === total })

const refuse = (reason: QuoteReason) => Result.fail(new QuoteRefused({ reason }))
