/**
 * The price of paying in one way: what the payer pays and when, and what the company receives.
 *
 * Every page that shows a price and every order that charges one asks this function, so that the two cannot differ.
 * An order keeps its quote: a later change of fees is for later orders.
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
 * What paying costs the payer and leaves the company, in centavos: the installments add up to `charged`, and
 * `charged − fee = net`, which is below zero if a small payment costs more than it brings.
 *
 * The rest is what a payer must be told before agreeing to installments (CDC, Lei 8.078/1990, art. 52; Decreto
 * 5.903/2006): `interest` is the part of `charged` that is interest, at `monthlyRate` and `effectiveAnnualRate` in
 * basis points. If there is no interest, all three are 0.
 */
export const Quote = Schema.Struct({
  method: Method,
  /** What the company asked for, before interest and passed-on fees. */
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

/** A quote of paying by one of these methods. */
export type QuoteOf<Tag extends PaymentMethod> = Tag extends PaymentMethod
  ? Quote & { readonly method: Extract<Method, { readonly _tag: Tag }> }
  : never

/**
 * Why there is no quote. If several reasons hold, the first is given.
 *
 * - `amount_too_small`: below one centavo
 * - `too_many_installments`: more than there are centavos to pay; fewer may do
 * - `installment_too_small`: one of them is below the company's minimum; fewer may do
 * - `out_of_range`: with interest or fees it is no longer below 10¹¹ reais
 */
export const QuoteReason = Schema.Literals([
  "amount_too_small",
  "too_many_installments",
  "installment_too_small",
  "out_of_range",
])
export type QuoteReason = typeof QuoteReason.Type

/** There is no such payment: see `reason`. */
export class QuoteRefused extends Data.TaggedError("QuoteRefused")<{ readonly reason: QuoteReason }> {}

/** What is to be paid, how, and who bears the fee. */
export interface QuoteRequest<Asked extends Method = Method> {
  /** What the company asks for: items less discounts, plus shipping and additions. */
  readonly amount: Centavos
  readonly method: Asked
  readonly feeMode: FeeMode
  readonly fees: FeeSchedule
  /** The least of an installment, if there are two or more; absent or null for no such rule. */
  readonly minimumInstallment?: MinimumInstallment | null
}

/**
 * What paying an amount by a method costs: what the payer is charged, the parts of it, the company's fee and what is left. All in centavos.
 *
 * Whether the method takes so much is not asked: compare `charged` with `methodRules[…].amountMax`, which a slip has.
 *
 * @returns fails with `QuoteRefused` if there is no such payment: see `QuoteReason`
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

/** What the payer pays each time, which is where the modes differ. */
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
