/**
 * A card's fields. They have no name, so that the form itself never sends them: no address, history or reload contains
 * a card number. The script sends them, once.
 */
import { missing, type QuoteView } from "@vintem/contract"
import { rawCodeMax } from "@vintem/domain/text"
import { type Html, html } from "../html/html.ts"
import type { FieldName, Words } from "../text/words.ts"
import type { Entry, PayerFault } from "./entry.ts"
import { faultLine, faultOf, field } from "./field.ts"
import { paymentsOf, totalOf } from "./prices.ts"

interface CardOptions {
  /** The installments that are chosen at first, if they are offered. */
  readonly chosen: string
  /** A note on further uses of the card; null for none. */
  readonly ofCard: string | null
}

export const cardFields = (
  quotes: ReadonlyArray<QuoteView>,
  { chosen, ofCard }: CardOptions,
  entry: Entry,
  words: Words,
): Html => {
  const secret = { isSecret: true } as const
  const unseen = { values: {}, faults: entry.faults.flatMap(faultsOfBoxes) }
  return html`<fieldset class="panel needs-script" data-for="credit" hidden disabled><legend>${words.card}</legend>
${ofCard === null ? null : html`<p class="notice">${ofCard}</p>`}
${field("payment.card.number", { ...secret, autocomplete: "cc-number", inputmode: "numeric", maxLength: rawCodeMax }, unseen, words)}
<p class="brand" aria-live="polite"></p>
${field("payment.card.holder", { ...secret, autocomplete: "cc-name", maxLength: 60 }, unseen, words)}
<div class="row">
${field("payment.card.expiration", { ...secret, autocomplete: "cc-exp", inputmode: "numeric", maxLength: rawCodeMax }, unseen, words)}
${field("payment.card.security", { ...secret, autocomplete: "cc-csc", inputmode: "numeric", maxLength: rawCodeMax }, unseen, words)}
</div>
${installmentsField(quotes, chosen, entry, words)}
</fieldset>`
}

/** A form without a script lacks the whole card: each field says so, once a script shows it. */
const faultsOfBoxes = (fault: PayerFault): ReadonlyArray<PayerFault> =>
  fault.path === "payment.card" ? boxes.map(missing) : [fault]

const boxes = [
  "payment.card.number",
  "payment.card.holder",
  "payment.card.expiration",
  "payment.card.security",
] as const satisfies ReadonlyArray<FieldName>

/** Each choice with its payments; other costs are shown below once it is chosen. */
const installmentsField = (quotes: ReadonlyArray<QuoteView>, chosen: string, entry: Entry, words: Words): Html => {
  const shown = quotes.find(({ installments }) => String(installments) === chosen) ?? quotes[0]
  return html`<div class="field" data-field="payment.installments">
<label for="payment.installments">${words.installments}</label>
<select id="payment.installments" name="payment.installments" aria-describedby="quote payment.installments-fault">
${quotes.map((quote) => optionOf(quote, quote === shown, words))}
</select>
<p id="quote" aria-live="polite">${shown === undefined ? null : totalOf(shown, words)}</p>
${faultLine("payment.installments", faultOf("payment.installments", entry, words))}
</div>`
}

const optionOf = (quote: QuoteView, isChosen: boolean, words: Words): Html => {
  const total = words.money(quote.total)
  const label =
    quote.other === null ? `${words.times(1, total)}` : `${paymentsOf(quote, words)}, ${words.inTotal(total)}`
  return html`<option value="${quote.installments}" data-total="${total}" data-sum="${quote.total}" data-quote="${totalOf(quote, words)}"${isChosen ? html` selected` : null}>${label}</option>`
}
