/**
 * The prices on one page: the cost of an amount by every offered way, and the price shown first.
 *
 * A page takes all of its prices from one list, so no two of them contradict each other.
 *
 * @see docs/decisions/money.md#0322
 */
import { installmentCountOf } from "../method/method.ts"
import type { Centavos } from "../money/centavos.ts"
import { type CashDiscount, cashDiscountOf } from "./cash-discount.ts"
import type { Quote } from "./quote.ts"

/** The price of one way, compared with the others. */
export interface PricedWay {
  readonly quote: Quote
  /**
   * True if a page may say "sem juros": there are two or more installments, and together they cost as much as one
   * payment by this method. False for one payment, and if one payment by this method has no price.
   */
  readonly isInterestFree: boolean
  /** The saving compared with the dearest way. Null for installments, and if nothing is saved. */
  readonly discount: CashDiscount | null
}

/** The price that a page shows first: the least, in centavos. At least one way costs exactly this. */
export interface Headline {
  readonly price: Centavos
  /**
   * - `only`: every way costs this
   * - `asked`: the company's own price; other ways cost more
   * - `least`: above the company's own price, and other ways cost more: shown as "a partir de"
   */
  readonly kind: "only" | "asked" | "least"
}

/** All prices of a page. */
export interface PriceList {
  /** Null if no way is possible. */
  readonly headline: Headline | null
  /** In the order of the quotes. */
  readonly ways: ReadonlyArray<PricedWay>
}

/**
 * The prices of a page, in the order of their quotes, and the one that is shown first.
 *
 * @param quotes - the cost of one amount by every offered way
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
