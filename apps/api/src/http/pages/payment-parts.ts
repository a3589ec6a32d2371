/**
 * Parts of the payer's pages: who sells, what each way of paying costs, and where to pay until the pages can do it themselves.
 */
import type { PayerLinkView, QuoteView } from "@vintem/contract"
import { money, percent } from "./brazilian-text.ts"
import { type Html, html } from "./html.ts"

export const seller = ({ name, logo_url }: PayerLinkView["company"]): Html =>
  logo_url !== null && /^https?:\/\//iu.test(logo_url)
    ? html`<p><img class="logo" src="${logo_url}" alt="${name}"></p>`
    : html`<p>${name}</p>`

/** Everything a payer has to be told before agreeing: each way, its total, interest a month and a year, and fees. */
export const prices = (quotes: ReadonlyArray<QuoteView>): Html | null =>
  quotes.length === 0
    ? null
    : html`<h2>Formas de pagamento</h2>
<table class="prices">
<thead><tr><th scope="col">Forma</th><th scope="col">Parcelas</th><th scope="col">Total</th></tr></thead>
<tbody>
${quotes.map((quote) => html`<tr><td>${quote.name}</td><td>${installmentsOf(quote)}</td><td>${totalOf(quote)}</td></tr>`)}
</tbody>
</table>`

const installmentsOf = ({ first, installments, other }: QuoteView): string => {
  if (other === null) return "à vista"
  return first === other
    ? `${installments}x de ${money(first)}`
    : `1x de ${money(first)} e ${installments - 1}x de ${money(other)}`
}

const totalOf = (quote: QuoteView): string => [money(quote.total), ...notesOf(quote)].join("; ")

const notesOf = (quote: QuoteView): ReadonlyArray<string> => [
  ...(quote.interest > 0
    ? [
        `juros de ${money(quote.interest)} (${percent(quote.monthly_rate)} ao mês, ${percent(quote.annual_rate)} ao ano)`,
      ]
    : []),
  ...(quote.interest === 0 && quote.other !== null ? ["sem juros"] : []),
  ...(quote.passed_on_fee > 0 ? [`inclui tarifa de ${money(quote.passed_on_fee)}`] : []),
  ...(quote.discount === null
    ? []
    : [`${money(quote.discount.amount)} (${percent(quote.discount.percent)}) a menos que a forma mais cara`]),
]

/** A card number is given to nobody by a plain form, so the page has none: what it says is how a shop pays for its payer. */
export const howToPay = (url: string): Html => html`<h2>Como pagar</h2>
<p>Esta página mostra a cobrança e ainda não recebe dados de pagamento: as páginas completas vêm depois.
A loja ou o aplicativo de quem paga envia o pagamento em JSON para:</p>
<p><code class="code">POST ${url}</code></p>`

/** Told of a company under moderation. */
export const takesNoPayments = "A empresa não está recebendo pagamentos no momento. Tente de novo mais tarde."
