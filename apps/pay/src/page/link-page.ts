/**
 * `GET /l/{slug}`: the page of a payment link.
 */
import type { PayerLinkView } from "@vintem/contract"
import { addressFields } from "../form/address-fields.ts"
import { customerFields } from "../form/customer-fields.ts"
import { type Entry, nothingEntered } from "../form/entry.ts"
import { paymentForm } from "../form/payment-form.ts"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"
import { exactly, type HeadlinePrice, madeOf, paymentTo, priceShown } from "./headline-price.ts"
import { notice } from "./notice.ts"
import type { Page } from "./page.ts"
import { linkState } from "./page-state.ts"
import { type OpenPix, pixPart, type Showing } from "./pix-part.ts"
import { returnTo } from "./return-to.ts"

/** Further data for a link's page. */
export interface LinkSurroundings {
  /** The open Pix of a single-payment link, whoever it was issued to; null if there is none. */
  readonly openPix: OpenPix | null
  /** The payers' target after a payment; null for none. */
  readonly redirect: string | null
}

export const linkPage = (
  link: PayerLinkView,
  { openPix, redirect }: LinkSurroundings,
  { idempotencyKey, now }: Showing,
  words: Words,
  entry: Entry = nothingEntered,
): Page => ({
  status: entry.faults.length === 0 ? 200 : 422,
  title: `${link.title} · ${link.company.name}`,
  description: paymentTo(priceOf(link), link.company.name, words),
  color: link.bg_color,
  seller: link.company,
  main: html`<div data-page="link" data-slug="${link.slug}" data-needed="${link.customer.needed.join(" ")}" data-state="${linkState(link)}"${isUnderWay(link) || openPix !== null ? html` data-watched` : null}>
${link.can_be_paid ? null : closedNotice(link, words)}
${html`<h${link.can_be_paid ? 1 : 2}>${link.title}</h${link.can_be_paid ? 1 : 2}>`}
${link.description === "" ? null : html`<p class="lines">${link.description}</p>`}
${priceShown(priceOf(link), words)}
${madeOf({ amount: link.amount, more: link.additional_amount, hasFee: hasFee(link) }, words)}
${link.expired_at === null || !link.can_be_paid ? null : html`<p class="hint">${words.openUntil(words.day(link.expired_at))}</p>`}
${openPix === null ? null : html`<p class="hint">${words.methods.pix.open.text}</p>${pixPart(openPix, now, words)}`}
${link.can_be_paid ? formPart(link, openPix, idempotencyKey, words, entry) : null}
${link.status === "paid" ? returnTo(redirect, words) : null}
</div>`,
})

/** If nothing can be paid any more, the company's amount. */
const priceOf = ({ price, total }: PayerLinkView): HeadlinePrice => price ?? exactly(total)

/** A closed link has no quotes: if its payer bears the fees, the page says so. */
const hasFee = ({ fee_mode, quotes }: PayerLinkView): boolean =>
  quotes.length === 0 ? fee_mode === "customer_pay_fee" : quotes.some(({ passed_on_fee }) => passed_on_fee > 0)

/** Below an open Pix, other methods are folded away. */
const formPart = (
  link: PayerLinkView,
  openPix: OpenPix | null,
  idempotencyKey: string,
  words: Words,
  entry: Entry,
): Html => {
  const form = paymentForm(
    {
      action: `/l/${link.slug}`,
      idempotencyKey,
      quotes: link.quotes,
      entry,
      preferred: null,
      payer: { customer: customerFields(link, entry, words), address: addressFields(link, entry, words) },
      ofCard: null,
    },
    words,
  )
  if (openPix === null) return form
  return html`<details class="other-way"${entry.faults.length > 0 ? html` open` : null}><summary>${words.otherWay}</summary>${form}</details>`
}

/** True while a payment's outcome is pending. */
const isUnderWay = (link: PayerLinkView): boolean => link.cannot_be_paid_because === "payment_under_way"

const closedNotice = (link: PayerLinkView, words: Words): Html => {
  if (link.status === "paid") return notice(words.linkIs.paid, "good")
  if (link.status !== "open") return notice(words.linkIs.expired, "bad")
  return notice(words.cannotBePaid[link.cannot_be_paid_because ?? "closed"], isUnderWay(link) ? "wait" : "bad")
}
