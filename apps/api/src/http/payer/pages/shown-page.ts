/** A page, its language, and the site that may show it in a frame. */
import { randomUUID } from "node:crypto"
import { openOrdersOfLink, orderOffer } from "@vintem/application"
import { payerLinkView, payerOrderView, slipParties } from "@vintem/contract"
import { instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import {
  type Company,
  defaultPageSettings,
  pageLanguage,
  redirectAfterPaying,
  type SiteOrigin,
} from "@vintem/domain/company"
import { formatDocument } from "@vintem/domain/documents"
import type { PaymentLink } from "@vintem/domain/payment-link"
import {
  type Entry,
  linkPage,
  type Notice,
  nothingEntered,
  noticePage,
  orderPage,
  type Page,
  type Words,
  wordsIn,
} from "@vintem/pay"
import { Clock, Effect } from "effect"
import { orServerError } from "../../edge/server-error.ts"
import { offeredLink } from "../link-handlers.ts"
import { offeredOrder } from "../order-handlers.ts"

export interface ShownPage {
  readonly page: Page
  readonly words: Words
  /** The selling company; null if unknown. */
  readonly company: Company["id"] | null
  /** Null if no site may frame the page. */
  readonly site: SiteOrigin | null
}

/** The page of a link. A single-payment link also shows its open Pix. */
export const linkShown = Effect.fnUntraced(function* (slug: string, entry: Entry = nothingEntered) {
  const offer = yield* offeredLink(slug)
  const now = instant(yield* Clock.currentTimeMillis)
  const open = yield* orServerError(openOrdersOfLink(offer))
  const link = payerLinkView(offer)
  // A Pix issued at another price stays payable at that price, on its order's page: here it would contradict the other
  // prices.
  const price = link.quotes.find(({ method }) => method === "pix")?.total
  const [openPix = null] = open
    .flatMap((order) => payerOrderView(orderOffer(order, now), now).pix ?? [])
    .filter(({ total }) => total === price)
  const shown = pageOf(offer.company, offer.link)
  const showing = { idempotencyKey: yield* newKey, now: saoPauloTimestamp(now) }
  const redirect = redirectAfterPaying(offer.company.pages, offer.link.terms)
  const page = linkPage(link, { openPix, redirect }, showing, shown.words, entry)
  return { ...shown, page: { ...page, sellerDocument: documentOf(offer.company) } } satisfies ShownPage
})

/** The page of an order. */
export const orderShown = Effect.fnUntraced(function* (key: string, entry: Entry = nothingEntered) {
  const { now, offer } = yield* offeredOrder(key)
  const shown = pageOf(offer.company, offer.link)
  const showing = { idempotencyKey: yield* newKey, now: saoPauloTimestamp(now) }
  const page = orderPage(payerOrderView(offer, now), slipParties(offer), showing, shown.words, entry)
  return { ...shown, page: { ...page, sellerDocument: documentOf(offer.company) } } satisfies ShownPage
})

/** A page with one message and no known company, in the language of most payers. */
export const noticeShown = (status: number, said: (words: Words) => Notice): ShownPage => {
  const words = wordsIn[defaultPageSettings.language]
  return { page: noticePage(status, said(words)), words, company: null, site: null }
}

const pageOf = ({ id, pages }: Company, link: PaymentLink | null) => ({
  company: id,
  words: wordsIn[pageLanguage(pages, link?.terms ?? null)],
  site: pages.site,
})

const documentOf = ({ document }: Company): string | null => (document === null ? null : formatDocument(document))

/** A new key for each shown page: a form that is sent twice pays once. */
const newKey = Effect.sync(() => randomUUID())
