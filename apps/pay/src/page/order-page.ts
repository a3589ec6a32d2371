/**
 * `GET /pay/{public_key}`: the page of an order.
 */
import type { PayerOrderView, SlipParties } from "@vintem/contract"
import { type Entry, nothingEntered } from "../form/entry.ts"
import { paymentForm } from "../form/payment-form.ts"
import { type Html, html } from "../html/html.ts"
import type { Notice, Words } from "../text/words.ts"
import { exactly, type HeadlinePrice, madeOf, paymentTo, priceShown } from "./headline-price.ts"
import { notice, type Tone } from "./notice.ts"
import { openMethods, openParts } from "./open-parts.ts"
import type { Page } from "./page.ts"
import { orderState } from "./page-state.ts"
import type { Showing } from "./pix-part.ts"
import { receipt } from "./receipt.ts"
import { returnTo } from "./return-to.ts"

/** Statuses that may still change by themselves: a script checks again. */
const watched: ReadonlyArray<PayerOrderView["status"]> = ["pending", "risk_analysis", "waiting_payment"]

export const orderPage = (
  order: PayerOrderView,
  parties: SlipParties,
  { idempotencyKey, now }: Showing,
  words: Words,
  entry: Entry = nothingEntered,
): Page => {
  const said = headline(order, words)
  const { begins_subscription: begun } = order
  return {
    status: entry.faults.length === 0 ? 200 : 422,
    title: `${said.title} · ${order.company.name}`,
    description: paymentTo(priceOf(order), order.company.name, words),
    color: order.bg_color,
    seller: order.company,
    main: html`<div data-page="order" data-key="${order.public_key}" data-state="${orderState(order)}"${watched.includes(order.status) ? html` data-watched` : null}>
${notice(said, toneOf(order))}
${isPaid(order) ? receipt(order, words) : null}
${isPaid(order) || openMethods(order).length > 0 ? null : unpaidPrice(order, words)}
${order.subscription === null ? null : html`<p>${words.ofSubscription(order.subscription.title)}</p>`}
${begun === null ? null : html`<p>${words.beginsSubscription(begun.title, words.money(begun.amount), begun.recurrence)}</p>`}
${openParts(order, { now, parties, words })}
${order.can_be_paid ? formPart(order, idempotencyKey, words, entry) : null}
${isPaid(order) ? returnTo(order.redirect_after_success, words) : null}
${itemsPart(order, words)}
</div>`,
  }
}

const isPaid = ({ status }: PayerOrderView): boolean => status === "paid" || status === "complete"

/**
 * The paid amount; else the price of the open Pix or slip, or of a new payment. If nothing can be paid any more, the
 * last attempt's.
 */
const priceOf = (order: PayerOrderView): HeadlinePrice => {
  const { amount, payment, price } = order
  const last = exactly(payment?.total ?? amount)
  if (isPaid(order)) return last
  const [open] = openMethods(order).flatMap((method) => order[method] ?? [])
  return open === undefined ? (price ?? last) : exactly(open.total)
}

const unpaidPrice = (order: PayerOrderView, words: Words): Html => {
  const hasFee = order.quotes.some(({ passed_on_fee }) => passed_on_fee > 0)
  return html`${priceShown(priceOf(order), words)}
${madeOf({ amount: order.amount, more: 0, hasFee }, words)}`
}

const toneOf = (order: PayerOrderView): Tone => {
  if (isPaid(order)) return "good"
  return watched.includes(order.status) || order.status === "created" ? "wait" : "bad"
}

const headline = (order: PayerOrderView, words: Words): Notice => {
  const { can_be_paid, cannot_be_paid_because, status } = order
  const [open] = openMethods(order)
  const closed = can_be_paid ? null : words.cannotBePaid[cannot_be_paid_because ?? "closed"]
  switch (status) {
    case "created":
      return closed ?? words.orderIs.created
    case "waiting_payment":
      return open === undefined ? (closed ?? words.orderIs.waiting_payment) : words.methods[open].open
    case "unpaid":
      return closed ?? endOf(order, words)
    default:
      return words.orderIs[status]
  }
}

/** The reason why the last payment failed. */
const endOf = ({ methods, payment }: PayerOrderView, words: Words): Notice => {
  if (payment === null) return words.orderIs.unpaid
  if (payment.decline === "unreached") return words.refused.unreached
  if (payment.method !== "credit") return words.methods[payment.method].ended
  const refused = words.refused[payment.decline ?? "soft"]
  // After too many refusals, cards are not offered any more.
  return methods.includes("credit") ? refused : { ...refused, text: words.cardsStopped(null) }
}

const formPart = (order: PayerOrderView, idempotencyKey: string, words: Words, entry: Entry): Html => {
  const form = paymentForm(
    {
      action: `/pay/${order.public_key}`,
      idempotencyKey,
      quotes: order.quotes,
      entry,
      preferred: order.status === "unpaid" ? order.payment : null, // the payer tries another card, not another method
      payer: null,
      ofCard: ofCard(order, words),
    },
    words,
  )
  const isSecondary = openMethods(order).length > 0
  return isSecondary ? html`<details class="other-way"><summary>${words.otherWay}</summary>${form}</details>` : form
}

/**
 * A card that begins a subscription, or pays a renewal, may become the subscription's, and be charged for later
 * periods.
 */
const ofCard = ({ begins_subscription, subscription }: PayerOrderView, words: Words): string | null => {
  if (begins_subscription !== null) return words.cardIsKept
  if (subscription === null || !subscription.keeps_card) return null
  const { count, total } = subscription.periods_due
  return count === 0 ? words.cardIsKept : `${words.cardIsKept} ${words.chargedAtOnce(count, words.money(total))}`
}

const itemsPart = (order: PayerOrderView, words: Words): Html => html`<section class="items">
<h2>${words.order(order.order_number)}</h2>
<table>
<thead><tr><th scope="col">${words.item}</th><th scope="col">${words.quantity}</th><th scope="col">${words.price}</th></tr></thead>
<tbody>
${order.items.map((item) => html`<tr><td class="item">${item.title}</td><td>${item.quantity}</td><td>${words.money(item.unit_price)}</td></tr>`)}
</tbody>
</table>
${order.shipping === 0 ? null : html`<p>${words.shipping}: ${words.money(order.shipping)}</p>`}
${order.discount === 0 ? null : html`<p>${words.discount}: ${words.money(order.discount)}</p>`}
</section>`
