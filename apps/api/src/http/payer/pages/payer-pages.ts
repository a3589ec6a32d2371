/**
 * The payer's pages: the targets of links, and of forms that are sent without a script.
 *
 * @see docs/decisions/links-and-batches.md#0215
 */
import type { NotFound, PayloadTooLarge, ServerError, TooManyRequests, UnsupportedMediaType } from "@vintem/contract"
import { documentOf } from "@vintem/pay"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { orServerError } from "../../edge/server-error.ts"
import { countedVisit } from "../access.ts"
import { payLink } from "../link-handlers.ts"
import { payOrderByKey } from "../order-handlers.ts"
import { assetPaths, servedAssets } from "./assets.ts"
import { type Paid, paying } from "./form-payment.ts"
import { pageAnswer } from "./page-answer.ts"
import { linkShown, noticeShown, orderShown, type ShownPage } from "./shown-page.ts"

const paths = { link: "/l/:slug", order: "/pay/:public_key" } as const

export const payerPagePaths = [
  ...Object.values(paths).flatMap((path) => ["GET", "POST"].map((method) => ({ method, path }))),
  ...assetPaths,
]

const linkIn = Effect.map(HttpRouter.params, ({ slug = "" }) => slug)
const orderIn = Effect.map(HttpRouter.params, ({ public_key: key = "" }) => key)

/** Counted together with requests of scripts: one address has one limit. */
export const payerPages = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const assets = yield* servedAssets
    const visit = orServerError(yield* countedVisit)

    const shown = ({ company, page, site, words }: ShownPage) =>
      Effect.map(assets, ({ logoAddress, ...made }) => {
        const logo = (url: string) => (company === null ? "" : logoAddress(company, url))
        return pageAnswer(page.status, documentOf(page, words, { ...made, logo }).toString(), site)
      })

    const answered = <E, R>(page: Effect.Effect<ShownPage | Paid, E, R>) =>
      Effect.flatMap(page, (made) => ("paid" in made ? Effect.succeed(seeOther(made.paid)) : shown(made)))

    const toldToWait = (seconds: number) =>
      Effect.map(shown(noticeShown(429, (words) => words.tooMany)), (made) =>
        HttpServerResponse.setHeader(made, "retry-after", String(seconds)),
      )

    const answering = <R>(page: Effect.Effect<ShownPage | Paid, PageFailure, R>) =>
      Effect.flatMap(visit, (seconds) => (seconds === null ? answered(page) : toldToWait(seconds))).pipe(
        Effect.catchTags({
          NotFound: () => shown(noticeShown(404, (words) => words.notFound)),
          PayloadTooLarge: () => shown(noticeShown(413, (words) => words.broken)),
          UnsupportedMediaType: () => shown(noticeShown(415, (words) => words.broken)),
          TooManyRequests: ({ retryAfterSeconds }) => toldToWait(retryAfterSeconds),
          ServerError: () => shown(noticeShown(500, (words) => words.broken)),
        }),
      )

    yield* router.add("GET", paths.link, answering(Effect.flatMap(linkIn, (slug) => linkShown(slug))))
    yield* router.add("GET", paths.order, answering(Effect.flatMap(orderIn, (key) => orderShown(key))))
    yield* router.add("POST", paths.link, answering(Effect.flatMap(linkIn, payingLink)))
    yield* router.add("POST", paths.order, answering(Effect.flatMap(orderIn, payingOrder)))
  }),
)

const payingLink = (slug: string) =>
  paying({
    pay: payLink(slug),
    again: (entry) => linkShown(slug, entry),
  })

const payingOrder = (key: string) =>
  paying({
    pay: payOrderByKey(key),
    again: (entry) => orderShown(key, entry),
  })

type PageFailure = NotFound | PayloadTooLarge | ServerError | TooManyRequests | UnsupportedMediaType

const seeOther = (publicKey: string) =>
  HttpServerResponse.empty({ status: 303, headers: { location: `/pay/${publicKey}` } })
