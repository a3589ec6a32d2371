/**
 * The prices that one page shows: what an amount costs in every way that is offered, and the price that is named first.
 *
 * A page takes all of its prices from one list, so that no two of them contradict each other.
 *
 * @see docs/decisions/money.md#0322
 */
import { installmentCountOf } from "../method/method.ts"
import type { Centavos } from "../money/centavos.ts"
import { type CashDiscount, cashDiscountOf } from "./cash-discount.ts"
import type { Quote } from "./quote.ts"

/** What paying in one way costs, compared with the other ways. */
export interface PricedWay {
  readonly quote: Quote
  /**
   * Whether "sem juros" may be said: there are two or more installments, and together they cost what one payment by this method costs. False
   * for one payment, and if one payment by this method has no price.
   */
  readonly isInterestFree: boolean
  /** What this way costs less than the dearest; null for installments, and if it saves nothing. */
  readonly discount: CashDiscount | null
}

/** The price that a page names first: the least, in centavos. Some way costs exactly this. */
export interface Headline {
  readonly price: Centavos
  /**
   * - `only`: every way costs this
   * - `asked`: it is what the company asks for; other ways cost more
   * - `least`: every way costs more than the company asks for, and other ways cost more than this: to be shown as "a partir de"
   */
  readonly kind: "only" | "asked" | "least"
}

/** Every price of a page. */
export interface PriceList {
  /** Null if nothing can be paid. */
  readonly headline: Headline | null
  /** In the order of the quotes. */
  readonly ways: ReadonlyArray<PricedWay>
}

/**
 * The prices of a page, in the order of their quotes, and the one that is shown first.
 *
 * @param quotes - what one amount costs in every way that is offered
 */
export const priceList = (quotes: ReadonlyArray<Quote>): PriceList => ({
  headline: headlineOf(quotes),
  ways: quotes.map((quote) => ({
    quote,
    isInterestFree: isInterestFree(quote, quotes),
    discount: cashDiscountOf(quote, quotes),
  })),
})

const isInterestFree = ({ charged, method }: Quote, offered: ReadonlyArray<Quote>): boolean =>
  installmentCountOf(method) > 1 &&
  offered.some(
    (other) => other.method._tag === method._tag && installmentCountOf(other.method) === 1 && other.charged === charged,
  )

const headlineOf = (quotes: ReadonlyArray<Quote>): Headline | null => {
  const [first, ...others] = quotes
  if (first === undefined) return null
  const least = others.reduce((cheapest, quote) => (quote.charged < cheapest.charged ? quote : cheapest), first)
  return { price: least.charged, kind: kindOf(least, quotes) }
}

const kindOf = ({ amount, charged }: Quote, offered: ReadonlyArray<Quote>): Headline["kind"] => {
  if (offered.every((other) => other.charged === charged)) return "only"
  return charged === amount ? "asked" : "least"
}
