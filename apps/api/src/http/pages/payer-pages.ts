/**
 * The pages of the payer's side: what links lead to, and what their forms send where no script is running.
 *
 * @see docs/decisions/0215-pages-that-take-payments.md
 */
import { randomUUID } from "node:crypto"
import {
  type NotFound,
  type PayloadTooLarge,
  payerLinkView,
  type ServerError,
  type TooManyRequests,
  type UnsupportedMediaType,
} from "@vintem/contract"
import { instant, saoPauloTimestamp } from "@vintem/domain"
import {
  documentOf,
  type Entry,
  linkPage,
  nothingEntered,
  noticePage,
  orderPage,
  type Page,
  brazilianPortuguese as words,
} from "@vintem/pay"
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { countedVisit } from "../payer-access.ts"
import { offeredLink, payLink } from "../payer-link-handlers.ts"
import { payOrderByKey, shownOrder } from "../payer-order-handlers.ts"
import { assetPaths, servedAssets } from "./assets.ts"
import { type Paid, paying } from "./form-payment.ts"
import { pageAnswer } from "./page-answer.ts"

const paths = { link: "/l/:slug", order: "/pay/:public_key" } as const

export const payerPagePaths = [
  ...Object.values(paths).flatMap((path) => ["GET", "POST"].map((method) => ({ method, path }))),
  ...assetPaths,
]

/** Another one for each page that is shown: sent twice by its form, it pays once. */
const newKey = Effect.sync(() => randomUUID())

const linkPageOf = Effect.fnUntraced(function* (slug: string, entry: Entry = nothingEntered) {
  return linkPage(payerLinkView(yield* offeredLink(slug)), yield* newKey, words, entry)
})

const orderPageOf = Effect.fnUntraced(function* (key: string, entry: Entry = nothingEntered) {
  const now = saoPauloTimestamp(instant(yield* Clock.currentTimeMillis))
  return orderPage(yield* shownOrder(key), { idempotencyKey: yield* newKey, now }, words, entry)
})

const linkIn = Effect.map(HttpRouter.params, ({ slug = "" }) => slug)
const orderIn = Effect.map(HttpRouter.params, ({ public_key: key = "" }) => key)

/** Counted with the requests of scripts: one address, one limit. */
export const payerPages = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const assets = yield* servedAssets

    const shown = (page: Page) =>
      Effect.map(assets, (made) => pageAnswer(page.status, documentOf(page, words, made).toString()))

    const answering = <R>(page: Effect.Effect<Page | Paid, PageFailure, R>) =>
      Effect.andThen(countedVisit, page).pipe(
        Effect.flatMap((made) => ("paid" in made ? Effect.succeed(seeOther(made.paid)) : shown(made))),
        Effect.catchTags({
          NotFound: () => shown(noticePage(404, words.notFound)),
          PayloadTooLarge: () => shown(noticePage(413, words.broken)),
          UnsupportedMediaType: () => shown(noticePage(415, words.broken)),
          TooManyRequests: ({ retryAfterSeconds }: TooManyRequests) =>
            Effect.map(shown(noticePage(429, words.tooMany)), (made) =>
              HttpServerResponse.setHeader(made, "retry-after", String(retryAfterSeconds)),
            ),
          ServerError: () => shown(noticePage(500, words.broken)),
        }),
      )

    yield* router.add("GET", paths.link, answering(Effect.flatMap(linkIn, (slug) => linkPageOf(slug))))
    yield* router.add("GET", paths.order, answering(Effect.flatMap(orderIn, (key) => orderPageOf(key))))
    yield* router.add(
      "POST",
      paths.link,
      answering(Effect.flatMap(linkIn, (slug) => paying(payLink(slug), (entry) => linkPageOf(slug, entry)))),
    )
    yield* router.add(
      "POST",
      paths.order,
      answering(Effect.flatMap(orderIn, (key) => paying(payOrderByKey(key), (entry) => orderPageOf(key, entry)))),
    )
  }),
)

type PageFailure = NotFound | PayloadTooLarge | ServerError | UnsupportedMediaType

const seeOther = (publicKey: string) =>
  HttpServerResponse.empty({ status: 303, headers: { location: `/pay/${publicKey}` } })
