/** The fees of each payment method on the wire: percent with two decimals, fixed parts in reais. */
import { CreditBrackets, type FeeSchedule, type FeeTerms } from "@vintem/domain/fees"
import { installmentsMax } from "@vintem/domain/installments"
import { forEachIssuedMethod } from "@vintem/domain/method"
import { centavos, decimalNumber, percentNumber, zero } from "@vintem/domain/money"
import * as Schema from "effect/Schema"
import { amount, percent } from "../input/amount.ts"
import { andThen, list, object, optional, type Refused, refused, required } from "../input/codec.ts"
import { fault } from "../input/fault.ts"
import { installments } from "../order/payment-input.ts"

const termsView = {
  percent: Schema.Finite.annotate({ examples: [3.99] }),
  fixed: Schema.Finite.annotate({ description: "Reais per payment.", examples: [0.39] }),
}

/** A company's fees. Percentages are numbers like 3.99, amounts are reais. */
export const FeesView = Schema.Struct({
  ...forEachIssuedMethod(() => Schema.Struct(termsView)),
  credit: Schema.Array(Schema.Struct({ up_to: Schema.Int, ...termsView })).annotate({
    description: "Brackets by number of installments, ascending; the last reaches 12.",
  }),
  interest_percent: Schema.Finite.annotate({ description: "Monthly rate of installment interest." }),
})
export type FeesView = typeof FeesView.Type

/** Shows basis points as percentages, and centavos as reais. */
export const feesView = ({ credit, interest, ...issued }: FeeSchedule): FeesView => ({
  ...forEachIssuedMethod((method) => view(issued[method])),
  credit: credit.map(({ upTo, ...terms }) => ({ up_to: upTo, ...view(terms) })),
  interest_percent: percentNumber(interest),
})

const view = ({ percent, fixed }: FeeTerms) => ({ percent: percentNumber(percent), fixed: decimalNumber(fixed) })

/** Up to a million reais: no real fee is that high. */
const fixedMax = centavos(100_000_000)

const termsFields = { percent: required(percent), fixed: required(amount({ min: zero, max: fixedMax })) }
const terms = object(termsFields)

const isCreditBrackets = Schema.is(CreditBrackets)

const credit = andThen(
  list(object({ up_to: required(installments), ...termsFields }), { min: 0, max: installmentsMax, of: "item" }),
  (brackets, at, faults): FeeSchedule["credit"] | Refused => {
    const credit = brackets.map(({ up_to, percent, fixed }) => ({ upTo: up_to, percent, fixed }))
    if (isCreditBrackets(credit)) return credit
    faults.push(fault(at, { code: "invalid_fee_brackets", max: installmentsMax }))
    return refused
  },
)

/** Changes to fees. Missing fields keep their values. */
export const fees = andThen(
  object({
    ...forEachIssuedMethod(() => optional(terms)),
    credit: optional(credit, {
      description: "All brackets together, in ascending order; the last reaches 12.",
    }),
    interest_percent: optional(percent),
  } satisfies Record<keyof FeesView, unknown>),
  ({ interest_percent, ...given }): Partial<FeeSchedule> => ({
    ...given,
    ...(interest_percent === undefined ? {} : { interest: interest_percent }),
  }),
)
