/**
 * `GET /pay/{public_key}`: the page of an order.
 */
import type { PayerOrderView } from "@vintem/contract"
import { day, minute, money, printedLine } from "./brazilian-text.ts"
import { type Html, html } from "./html.ts"
import { itfBarcode } from "./itf-barcode.ts"
import type { Page } from "./page.ts"
import { howToPay, prices, seller, takesNoPayments } from "./payment-parts.ts"
import { qrCode } from "./qr-code.ts"

const underWay: ReadonlyArray<PayerOrderView["status"]> = ["pending", "risk_analysis", "waiting_payment"]

/** @param publicUrl - base of every URL handed out, without a slash at its end */
export const orderPage = (order: PayerOrderView, publicUrl: string): Page => ({
  status: 200,
  title: `${order.title} · ${order.company.name}`,
  isUnderWay: underWay.includes(order.status),
  main: html`${seller(order.company)}
<h1>Pedido ${order.order_number}</h1>
<p class="state">${stateOf(order)}</p>
<p class="total">${money(order.payment?.total ?? order.amount)}</p>
<table>
<thead><tr><th scope="col">Item</th><th scope="col">Qtd.</th><th scope="col">Preço</th></tr></thead>
<tbody>
${order.items.map((item) => html`<tr><td class="item">${item.title}</td><td>${item.quantity}</td><td>${money(item.unit_price)}</td></tr>`)}
</tbody>
</table>
${order.shipping === 0 ? null : html`<p>Frete: ${money(order.shipping)}</p>`}
${order.discount === 0 ? null : html`<p>Desconto: ${money(order.discount)}</p>`}
${order.pix === null ? null : pixPart(order.pix)}
${order.bank_slip === null ? null : slipPart(order.bank_slip)}
${prices(order.quotes)}
${order.can_be_paid ? howToPay(`${publicUrl}/public/v1/orders/${order.public_key}/pay`) : null}
${returnTo(order)}`,
})

const stateOf = (order: PayerOrderView): string => {
  const { bank_slip, can_be_paid, payment, pix, status, title } = order
  const closed = whyClosed(order)
  switch (status) {
    case "created":
      return can_be_paid ? "Aguardando a escolha da forma de pagamento." : closed
    case "unpaid":
      return `${payment?.method === "credit" ? "O pagamento foi recusado" : "O prazo do pagamento terminou"}. ${
        can_be_paid ? "Você pode tentar de novo, também de outra forma." : closed
      }`
    case "waiting_payment":
      if (pix !== null || bank_slip !== null) return title
      return `O código de pagamento não vale mais. ${can_be_paid ? "Você pode pagar de outra forma." : closed}`
    case "pending":
      return "O pagamento está sendo processado. Não pague de novo."
    case "risk_analysis":
      return "O pagamento está em análise. Não pague de novo."
    case "paid":
    case "complete":
      return "Pagamento confirmado. Obrigado!"
    default:
      return title
  }
}

/** Nothing can be paid any more, where the link is closed, say; or not now. */
const whyClosed = ({ cannot_be_paid_because: because }: PayerOrderView): string =>
  because === "under_moderation" ? takesNoPayments : "Esta cobrança não pode mais ser paga."

const pixPart = ({ code, expires_at, total }: NonNullable<PayerOrderView["pix"]>): Html => html`<h2>Pague com Pix</h2>
<p>${money(total)}, até ${minute(expires_at)} (horário de Brasília)</p>
<div class="qr" role="img" aria-label="Código QR do Pix">${qrCode(code)}</div>
<p>Pix copia e cola:</p>
<p><code class="code">${code}</code></p>`

const slipPart = ({ barcode, due_date, line, total }: NonNullable<PayerOrderView["bank_slip"]>): Html =>
  html`<h2>Pague o boleto</h2>
<p>${money(total)}, vencimento em ${day(due_date)}</p>
<p>Linha digitável:</p>
<p><code class="code">${printedLine(line)}</code></p>
<div class="bars" role="img" aria-label="Código de barras do boleto">${itfBarcode(barcode)}</div>`

const returnTo = ({ redirect_after_success, status }: PayerOrderView): Html | null =>
  redirect_after_success !== null &&
  /^https?:\/\//iu.test(redirect_after_success) &&
  (status === "paid" || status === "complete")
    ? html`<p><a href="${redirect_after_success}" rel="noreferrer">Voltar à loja</a></p>`
    : null
