/** The price that a page names first, and its parts. */
import type { PayerLinkView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"

/** A price in reais. `is_least`: other methods cost more, and none costs the company's own amount. */
export type HeadlinePrice = NonNullable<PayerLinkView["price"]>

/** A price with no higher alternatives. @param amount - reais */
export const exactly = (amount: number): HeadlinePrice => ({ amount, is_least: false })

export const priceShown = ({ amount, is_least: isLeast }: HeadlinePrice, words: Words): Html =>
  html`<p class="total">${isLeast ? html`<span class="starting-at">${words.startingAt}</span> ` : null}${words.money(amount)}</p>`

/** The page in one sentence, for messengers and search results. */
export const paymentTo = ({ amount, is_least: isLeast }: HeadlinePrice, company: string, words: Words): string =>
  words.paymentTo(words.money(amount), isLeast, company)

/** The company's amount in reais, and the additions. */
interface Parts {
  readonly amount: number
  /** Zero if the company adds nothing. */
  readonly more: number
  /** True if some method adds its fee. */
  readonly hasFee: boolean
}

/** Null if the price is the company's amount alone. */
export const madeOf = ({ amount, hasFee, more }: Parts, words: Words): Html | null =>
  more === 0 && !hasFee
    ? null
    : html`<p class="hint">${words.madeOf(words.money(amount), more === 0 ? null : words.money(more), hasFee)}</p>`
