/**
 * The price that a page names first, and what it is made of.
 */
import type { PayerLinkView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"

/** A price in reais. `is_least`: other ways to pay cost more, and none costs what the company asks for. */
export type HeadlinePrice = NonNullable<PayerLinkView["price"]>

/** A price that nothing else is compared with. @param amount - reais */
export const exactly = (amount: number): HeadlinePrice => ({ amount, is_least: false })

export const priceShown = ({ amount, is_least: isLeast }: HeadlinePrice, words: Words): Html =>
  html`<p class="total">${isLeast ? html`<span class="starting-at">${words.startingAt}</span> ` : null}${words.money(amount)}</p>`

/** The page in one sentence, for messengers and search results. */
export const paymentTo = ({ amount, is_least: isLeast }: HeadlinePrice, company: string, words: Words): string =>
  words.paymentTo(words.money(amount), isLeast, company)

/** What the company asks for, in reais, and what comes on top. */
interface Parts {
  readonly amount: number
  /** Zero if the company adds nothing. */
  readonly more: number
  /** Whether some way costs the fee of its method on top. */
  readonly hasFee: boolean
}

/** Null if the price is what the company asks for. */
export const madeOf = ({ amount, hasFee, more }: Parts, words: Words): Html | null =>
  more === 0 && !hasFee
    ? null
    : html`<p class="hint">${words.madeOf(words.money(amount), more === 0 ? null : words.money(more), hasFee)}</p>`
