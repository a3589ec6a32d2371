/**
 * `GET /l/{slug}`: the page of a payment link.
 */
import type { PayerLinkView } from "@vintem/contract"
import { day, money } from "./brazilian-text.ts"
import { html } from "./html.ts"
import type { Page } from "./page.ts"
import { howToPay, prices, seller, takesNoPayments } from "./payment-parts.ts"

/** @param publicUrl - base of every URL handed out, without a slash at its end */
export const linkPage = (link: PayerLinkView, publicUrl: string): Page => ({
  status: 200,
  title: `${link.title} · ${link.company.name}`,
  color: link.bg_color,
  isUnderWay: isUnderWay(link),
  main: html`${seller(link.company)}
<h1>${link.title}</h1>
${link.description === "" ? null : html`<p class="lines">${link.description}</p>`}
<p class="total">${money(link.total)}</p>
${
  link.additional_amount === 0
    ? null
    : html`<p>${money(link.amount)} mais acréscimo de ${money(link.additional_amount)}</p>`
}
<p class="state">${stateOf(link)}</p>
${prices(link.quotes)}
${link.can_be_paid ? howToPay(`${publicUrl}/public/v1/payment-links/${link.slug}/pay`) : null}`,
})

/** It waits for the outcome of a payment. */
const isUnderWay = (link: PayerLinkView): boolean => link.cannot_be_paid_because === "payment_under_way"

const stateOf = (link: PayerLinkView): string => {
  const { expired_at, status } = link
  switch (status) {
    case "paid":
      return "Esta cobrança já foi paga."
    case "expired":
    case "removed":
      return "Esta cobrança venceu e não pode mais ser paga."
    case "open":
      if (link.cannot_be_paid_because === "under_moderation") return takesNoPayments
      if (isUnderWay(link)) return "Um pagamento desta cobrança está sendo processado. Veja de novo em instantes."
      return expired_at === null ? "Aberta para pagamento." : `Aberta para pagamento até ${day(expired_at)}.`
  }
}
