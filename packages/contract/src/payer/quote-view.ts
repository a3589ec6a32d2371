/**
 * The price of one way to pay: everything that must be shown to a payer before they agree (CDC, Lei 8.078/1990, art.
 * 52; Decreto 5.903/2006; Lei 10.962/2004, art. 5-A).
 */
import type { FeeMode, PriceList, Quote } from "@vintem/domain/fees"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import { decimalNumber, percentNumber, subtract } from "@vintem/domain/money"
import * as Schema from "effect/Schema"

/** Amounts are in reais, rates are percentages. */
export const QuoteView = Schema.Struct({
  method: PaymentMethod,
  name: Schema.String.annotate({ description: "Display name of the method." }),
  installments: Schema.Int.annotate({ description: "Number of payments, from 1." }),
  first: Schema.Finite.annotate({ description: "The first payment, with the odd centavos." }),
  other: Schema.NullOr(Schema.Finite).annotate({ description: "Each later payment; null if there is only one." }),
  total: Schema.Finite.annotate({ description: "The sum that the payer pays." }),
  interest: Schema.Finite.annotate({ description: "The part of the total that is interest." }),
  interest_free: Schema.Boolean.annotate({
    description:
      "Whether a page may say `sem juros`: two or more installments that together cost the same as one payment by this method.",
  }),
  passed_on_fee: Schema.Finite.annotate({ description: "The part of the total that is the fee of this method." }),
  monthly_rate: Schema.Finite.annotate({ description: "Interest in percent per month; 0 if there is none." }),
  annual_rate: Schema.Finite.annotate({ description: "Interest in percent per year, compounded." }),
  discount: Schema.NullOr(
    Schema.Struct({
      amount: Schema.Finite,
      percent: Schema.Finite.annotate({
        description: "Percent off the most expensive option, with up to two decimals.",
      }),
    }),
  ).annotate({
    description: "How much paying at once saves against the most expensive option; null if nothing.",
  }),
}).annotate({
  identifier: "Quote",
  examples: [
    {
      method: "credit",
      name: methodRules.credit.title["pt-BR"],
      installments: 3,
      first: 35.35,
      other: 35.35,
      total: 106.05,
      interest: 6.05,
      interest_free: false,
      passed_on_fee: 0,
      monthly_rate: 2.99,
      annual_rate: 42.41,
      discount: null,
    },
  ],
})
export type QuoteView = typeof QuoteView.Type

/** The price that a page shows first, in reais. */
export const PriceView = Schema.NullOr(
  Schema.Struct({
    amount: Schema.Finite.annotate({ description: "The cheapest option." }),
    is_least: Schema.Boolean.annotate({
      description:
        "Whether to say `a partir de`: every option costs more than the amount due, and some cost more than this one.",
    }),
  }),
).annotate({
  description: "The price to show first; null if nothing can be paid. Some option costs exactly this amount.",
})

/** All prices on a page. */
export const pricesView = ({ headline, ways }: PriceList, feeMode: FeeMode) => ({
  price: headline === null ? null : { amount: decimalNumber(headline.price), is_least: headline.kind === "least" },
  quotes: quoteViews(ways, feeMode),
})

const quoteViews = (ways: PriceList["ways"], feeMode: FeeMode): ReadonlyArray<QuoteView> =>
  ways.map(({ discount, isInterestFree, quote }) => {
    const { amount, charged, effectiveAnnualRate, installments, interest, method, monthlyRate } = quote
    const [first, other] = installments
    return {
      method: method._tag,
      name: methodRules[method._tag].title["pt-BR"],
      installments: installments.length,
      first: decimalNumber(first),
      other: other === undefined ? null : decimalNumber(other),
      total: decimalNumber(charged),
      interest: decimalNumber(interest),
      interest_free: isInterestFree,
      passed_on_fee: feeMode === "customer_pay_fee" ? decimalNumber(subtract(charged, amount)) : 0,
      monthly_rate: percentNumber(monthlyRate),
      annual_rate: percentNumber(effectiveAnnualRate),
      discount:
        discount === null
          ? null
          : { amount: decimalNumber(discount.amount), percent: percentNumber(discount.basisPoints) },
    }
  })

/** Each method once, in the order of the quotes. */
export const methodsIn = (quotes: ReadonlyArray<Quote>): ReadonlyArray<PaymentMethod> => [
  ...new Set(quotes.map(({ method }) => method._tag)),
]
