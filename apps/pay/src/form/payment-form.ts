/** The payment form: the method and its details. On a link's page also the payer. */
import type { QuoteView } from "@vintem/contract"
import { methodRules, type PaymentMethod } from "@vintem/domain/method"
import { type Html, html } from "../html/html.ts"
import { methodIcon } from "../picture/method-icon.ts"
import type { Words } from "../text/words.ts"
import { cardFields } from "./card-fields.ts"
import { type Entry, type PayerFault, shownTotal } from "./entry.ts"
import { faultSentence, isFieldName } from "./fault-sentence.ts"
import { faultLine, faultOf } from "./field.ts"
import { paymentsShort, prices } from "./prices.ts"

export interface PaymentForm {
  /** The target of the form without a script, and of the script's JSON. */
  readonly action: string
  /** The key of the form without a script, a new one for each shown page. */
  readonly idempotencyKey: string
  /** Every offered method, at least one. */
  readonly quotes: ReadonlyArray<QuoteView>
  readonly entry: Entry
  /** What is chosen at first, if it is offered; null for the first method in one payment. */
  readonly preferred: { readonly method: PaymentMethod; readonly installments: number } | null
  /** The fields of the payer and their address; null if they are known. */
  readonly payer: { readonly customer: Html; readonly address: Html } | null
  /** A note on further uses of the card: shown before the payer types, and again on sending. Null for none. */
  readonly ofCard: string | null
}

export const paymentForm = (
  { action, entry, idempotencyKey, ofCard, payer, preferred, quotes }: PaymentForm,
  words: Words,
): Html => {
  const methods = [...new Set(quotes.map(({ method }) => method))].toSorted(
    (one, other) => methodRules[one].offeredAs - methodRules[other].offeredAs,
  )
  const chosen =
    methods.find((method) => method === (entry.values["payment.method"] ?? preferred?.method)) ?? methods[0]
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
  { chosen: entry.values["payment.installments"] ?? String(preferred?.installments ?? 1), ofCard },
  entry,
  words,
)}
${ofCard === null ? null : html`<p class="notice" data-for="credit" hidden>${ofCard}</p>`}`
    : null
}
<button type="submit">${words.pay[chosen ?? "pix"](words.money(cheapest(quotes, chosen)?.total ?? 0))}</button>
${prices(quotes, words)}
</form>`
}

/** The card is missing only if no script has run: a script that loads later removes this sentence. */
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
<input type="radio" id="method-${method}" name="payment.method" data-pay="${words.pay[method]("{}")}" value="${method}" data-total="${price}" data-sum="${first?.total ?? 0}"${isChosen ? html` checked` : null}${namesAddress ? html` data-address` : null}>
<label for="method-${method}"><span class="name">${methodIcon(method)} ${title[words.language]}</span> <span class="price">${price}</span>
<span class="hint">${most === undefined || most.other === null ? hint : words.upTo(paymentsShort(most, words))}</span></label>
</div>`
}

const cheapest = (quotes: ReadonlyArray<QuoteView>, method: PaymentMethod | undefined): QuoteView | undefined =>
  quotes.find((quote) => quote.method === method)
