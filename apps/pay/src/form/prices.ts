/**
 * The price of each method, with everything that the law requires to show before a payer agrees (CDC, Lei 8.078/1990,
 * art. 52; Decreto
 * 5.903/2006; Lei 10.962/2004, art. 5-A).
 */
import type { QuoteView } from "@vintem/contract"
import { methodRules } from "@vintem/domain/method"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"

/** Every method with its price, to be unfolded. */
export const prices = (quotes: ReadonlyArray<QuoteView>, words: Words): Html => html`<details class="prices">
<summary>${words.allPrices}</summary>
<table>
<thead><tr><th scope="col">${words.way}</th><th scope="col">${words.payments}</th><th scope="col">${words.total}</th></tr></thead>
<tbody>
${quotes.map((quote) => html`<tr><td>${methodRules[quote.method].title[words.language]}</td><td>${paymentsOf(quote, words)}</td><td>${totalOf(quote, words)}</td></tr>`)}
</tbody>
</table>
</details>`

/** `3x de R$ 35,35`, with the first one if it carries odd centavos. */
export const paymentsOf = ({ first, installments, other }: QuoteView, words: Words): string => {
  if (other === null) return words.atOnce
  const each = words.times(installments, words.money(other))
  return first === other ? each : `${each} (${words.firstOne(words.money(first))})`
}

/** `3x de R$ 35,35`, or `3x de R$ 33,33 (a 1ª de R$ 33,34) sem juros` if they cost no more than one payment. */
export const paymentsShort = (quote: QuoteView, words: Words): string =>
  quote.interest_free ? `${paymentsOf(quote, words)} ${words.noInterest}` : paymentsOf(quote, words)

/** `R$ 106,05; juros de R$ 6,05 (2,99% ao mês, 42,41% ao ano)`. */
export const totalOf = (quote: QuoteView, words: Words): string =>
  [words.money(quote.total), ...notesOf(quote, words)].join("; ")

const notesOf = (quote: QuoteView, words: Words): ReadonlyArray<string> => {
  const { annual_rate, discount, interest, interest_free, monthly_rate, passed_on_fee } = quote
  return [
    ...(interest > 0
      ? [words.interest(words.money(interest), words.percent(monthly_rate), words.percent(annual_rate))]
      : []),
    ...(interest_free ? [words.noInterest] : []),
    ...(passed_on_fee > 0 ? [words.withFee(words.money(passed_on_fee))] : []),
    ...(discount === null ? [] : [words.cheaperBy(words.money(discount.amount), words.percent(discount.percent))]),
  ]
}
