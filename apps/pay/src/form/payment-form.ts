/**
 * The form that pays: how, and with what. On the page of a link also who.
 */
import type { QuoteView } from "@vintem/contract"
import { methodRules, type PaymentMethod } from "@vintem/domain/method"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"
import { cardFields } from "./card-fields.ts"
import { type Entry, type PayerFault, shownTotal } from "./entry.ts"
import { faultSentence, isFieldName } from "./fault-sentence.ts"
import { faultLine, faultOf } from "./field.ts"
import { paymentsOf, prices } from "./prices.ts"

export interface PaymentForm {
  /** Where the form goes without a script, and where the script sends JSON. */
  readonly action: string
  /** Under which the form is sent without a script: another one for each page that is shown. */
  readonly idempotencyKey: string
  /** Every way that is offered, at least one. */
  readonly quotes: ReadonlyArray<QuoteView>
  readonly entry: Entry
  /** The way that is chosen at first, if it is offered: null for the first of them. */
  readonly preferred: PaymentMethod | null
  /** Who pays and where they live; null if that is known. */
  readonly payer: { readonly customer: Html; readonly address: Html } | null
  /** What else happens to a card that pays: said before it is typed, and again if it is sent. Null for nothing. */
  readonly ofCard: string | null
}

export const paymentForm = (
  { action, entry, idempotencyKey, ofCard, payer, preferred, quotes }: PaymentForm,
  words: Words,
): Html => {
  const methods = [...new Set(quotes.map(({ method }) => method))].toSorted(
    (one, other) => methodRules[one].offeredAs - methodRules[other].offeredAs,
  )
  const chosen = methods.find((method) => method === (entry.values["payment.method"] ?? preferred)) ?? methods[0]
  const general = entry.faults.filter(({ path }) => !isFieldName(path, words))
  return html`<form class="pay" method="post" action="${action}" autocomplete="on">
<input type="hidden" name="key" value="${idempotencyKey}">
${methods.map((method) => html`<input type="hidden" name="${shownTotal(method)}" value="${cheapest(quotes, method)?.total ?? 0}">`)}
<div class="alert" role="alert">${general.map((fault) => generalFault(fault, words))}</div>
${payer?.customer ?? null}
<fieldset class="methods" data-field="payment.method"><legend>${words.chooseMethod}</legend>
${methods.map((method) => methodChoice(method, quotes, method === chosen, words))}
${faultLine("payment.method", faultOf("payment.method", entry, words))}
</fieldset>
${methods.some((method) => methodRules[method].namesAddress) ? (payer?.address ?? null) : null}
${
  methods.includes("credit")
    ? html`<noscript><p class="hint">${words.scriptForCard}</p></noscript>
${cardFields(
  quotes.filter(({ method }) => method === "credit"),
  ofCard,
  entry,
  words,
)}
${ofCard === null ? null : html`<p class="notice" data-for="credit" hidden>${ofCard}</p>`}`
    : null
}
<button type="submit" data-pay="${words.pay("{}")}">${words.pay(words.money(cheapest(quotes, chosen)?.total ?? 0))}</button>
${prices(quotes, words)}
</form>`
}

/** The card is missing only if no script has run: a script that comes after all takes this sentence away. */
const generalFault = (fault: PayerFault, words: Words): Html =>
  html`<p${fault.path === "payment.card" ? html` class="without-script"` : null}>${faultSentence(fault, words)}</p>`

const methodChoice = (
  method: PaymentMethod,
  quotes: ReadonlyArray<QuoteView>,
  isChosen: boolean,
  words: Words,
): Html => {
  const first = cheapest(quotes, method)
  const most = quotes.filter((quote) => quote.method === method).at(-1)
  const { hint } = words.methods[method]
  const { namesAddress, title } = methodRules[method]
  const price = first === undefined ? "" : words.money(first.total)
  return html`<div class="method">
<input type="radio" id="method-${method}" name="payment.method" value="${method}" data-total="${price}" data-sum="${first?.total ?? 0}"${isChosen ? html` checked` : null}${namesAddress ? html` data-address` : null}>
<label for="method-${method}"><span class="name">${title[words.language]}</span> <span class="price">${price}</span>
<span class="hint">${most === undefined || most.other === null ? hint : words.upTo(paymentsOf(most, words))}</span></label>
</div>`
}

const cheapest = (quotes: ReadonlyArray<QuoteView>, method: PaymentMethod | undefined): QuoteView | undefined =>
  quotes.find((quote) => quote.method === method)
