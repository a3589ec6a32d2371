/** Laws of the prices of every page. */

import { type PriceList, type QuoteRequest, quote } from "@vintem/domain/fees"
import { singlePayment } from "@vintem/domain/installments"
import { Method } from "@vintem/domain/method"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type StepLaw, unless } from "../machine/laws.ts"

/** The prices of a page, and the quotes they come from. */
export interface ShownPrices {
  readonly asked: Omit<QuoteRequest, "method">
  readonly list: PriceList
}

const atOnce = Method.cases.credit.make({ installments: singlePayment })
const isEqual = Schema.toEquivalence(Method)

/** Laws of a page's prices, for any offered ways. */
export const priceListLaws: ReadonlyArray<StepLaw<ShownPrices>> = [
  {
    name: "sem juros: it is said of installments that cost what one payment by the same method costs, and of nothing else",
    violation: ({ asked, list: { ways } }) => {
      const wrong = ways.find(({ isInterestFree, quote: { charged, method } }) => {
        if (method._tag !== "credit" || method.installments === singlePayment) return isInterestFree
        const isOffered = ways.some(({ quote: { method: other } }) => isEqual(other, atOnce))
        const once = quote({ ...asked, method: atOnce })
        return isInterestFree !== (isOffered && Result.isSuccess(once) && once.success.charged === charged)
      })
      return unless(wrong === undefined, () => JSON.stringify(wrong))
    },
  },
  {
    name: "sem juros: no installments said to be free of interest bear interest",
    violation: ({ list }) =>
      unless(
        list.ways.every(({ isInterestFree, quote: { interest } }) => !isInterestFree || interest === 0),
        () => "interest is charged and denied",
      ),
  },
  {
    name: "headline: the price that is named first can be paid, and no way costs less",
    violation: ({ list: { headline, ways } }) => {
      const prices = ways.map(({ quote: { charged } }) => charged)
      return unless(
        headline === null ? prices.length === 0 : headline.price === Math.min(...prices),
        () => `${headline?.price} of ${prices.join(", ")}`,
      )
    },
  },
  {
    name: "headline: it is said to be the least where every way costs more than was asked for, and not all the same",
    violation: ({ asked, list: { headline, ways } }) => {
      if (headline === null) return null
      const isOnly = new Set(ways.map(({ quote: { charged } }) => charged)).size === 1
      const isLeast = !isOnly && headline.price > asked.amount
      return unless(
        (headline.kind === "only") === isOnly && (headline.kind === "least") === isLeast,
        () => `${headline.kind} at ${headline.price} for ${asked.amount}`,
      )
    },
  },
]
