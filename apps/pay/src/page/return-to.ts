/**
 * The way back to the shop after a payment. A script follows it for payers who have paid on the page.
 */
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"

/** @param target - the company's own page; null for none */
export const returnTo = (target: string | null, words: Words): Html | null =>
  target !== null && /^https?:\/\//iu.test(target)
    ? html`<p><a class="button return" href="${target}" rel="noreferrer">${words.backToShop}</a></p>
<p class="returning" hidden><span></span> <button type="button">${words.stay}</button></p>`
    : null
