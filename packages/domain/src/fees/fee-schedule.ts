/** The cost of each payment method to a company, and the interest for payers who pay in installments. */
import * as Schema from "effect/Schema"
import { InstallmentCount, installmentsMax } from "../installments/installment-count.ts"
import type { Method } from "../method/method.ts"
import { forEachIssuedMethod } from "../method/payment-method.ts"
import { BasisPoints } from "../money/basis-points.ts"
import { FeeTerms } from "./fee.ts"

/** The terms of credit in up to `upTo` installments, above the previous bracket. */
export const CreditBracket = Schema.Struct({ upTo: InstallmentCount, ...FeeTerms.fields })
export type CreditBracket = typeof CreditBracket.Type

/** Brackets in ascending order without repetition, the last up to twelve: every count has exactly one bracket. */
export const CreditBrackets = Schema.NonEmptyArray(CreditBracket).check(
  Schema.makeFilter(
    (brackets: ReadonlyArray<CreditBracket>) =>
      brackets.every(({ upTo }, position) => upTo > (brackets[position - 1]?.upTo ?? 0)) &&
      brackets.at(-1)?.upTo === installmentsMax,
    { expected: `brackets in ascending order of upTo, the last up to ${installmentsMax}` },
  ),
)

/** `interest` is the monthly rate of installments with interest, in basis points. */
export const FeeSchedule = Schema.Struct({
  ...forEachIssuedMethod(() => FeeTerms),
  credit: CreditBrackets,
  interest: BasisPoints,
})
export type FeeSchedule = typeof FeeSchedule.Type

/** The terms of a method. For credit, the first bracket that covers its installments. */
export const feeTermsOf = (method: Method, fees: FeeSchedule): FeeTerms => {
  if (method._tag !== "credit") return fees[method._tag]
  const bracket = fees.credit.find(({ upTo }) => upTo >= method.installments)
  if (bracket === undefined) throw new RangeError("A fee schedule reaches every installment count.")
  return bracket
}
