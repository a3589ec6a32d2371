/** A payment's receipt, to quote and to print. */
import type { PayerOrderView } from "@vintem/contract"
import { methodRules } from "@vintem/domain/method"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"

export const receipt = (order: PayerOrderView, words: Words): Html => {
  const { company, order_number, payment } = order
  const names = words.receiptOf
  // The payer's interest and the passed-on fees. Reais differ by less than half a centavo if nothing was added.
  const extra = Math.max(0, Math.round(((payment?.total ?? order.amount) - order.amount) * 100) / 100)
  const rows: ReadonlyArray<readonly [string, string]> = [
    [names.amount, words.money(payment?.total ?? order.amount)],
    ...(extra > 0 ? ([[names.extra, words.money(extra)]] as const) : []),
    ...(payment === null ? [] : ([[names.method, methodOf(payment, words)]] as const)),
    ...(payment?.paid_at == null ? [] : ([[names.at, words.minute(payment.paid_at)]] as const)),
    [names.number, order_number],
    [names.company, company.name],
  ]
  return html`<section class="receipt">
<h2>${words.receipt}</h2>
<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<button type="button" class="print" hidden>${words.print}</button>
</section>`
}

const methodOf = ({ card, installments, method }: NonNullable<PayerOrderView["payment"]>, words: Words): string =>
  [
    methodRules[method].title[words.language],
    ...(card === null ? [] : [words.cardEndsIn(words.brands[card.brand] ?? "", card.last_digits).trim()]),
    ...(installments > 1 ? [`${installments}x`] : []),
  ].join(", ")
