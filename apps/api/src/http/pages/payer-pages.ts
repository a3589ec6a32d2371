/**
 * The pages of the payer's side: what links lead to, and what their forms send where no script is running.
 *
 * @see docs/decisions/0215-pages-that-take-payments.md
 */
import { randomUUID } from "node:crypto"
import type { Answered } from "@vintem/application"
import {
  decodeIdempotencyKey,
  NotFound,
  type PayloadTooLarge,
  payerLinkView,
  type ServerError,
  SingleOrderResponse,
  type TooManyRequests,
  type UnsupportedMediaType,
} from "@vintem/contract"
import { instant, saoPauloTimestamp } from "@vintem/domain"
import {
  bodyOf,
  documentOf,
  type Entry,
  type Fault,
  linkPage,
  nothingEntered,
  noticePage,
  orderPage,
  type Page,
  brazilianPortuguese as words,
} from "@vintem/pay"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { countedVisit } from "../payer-access.ts"
import { offeredLink, payLink } from "../payer-link-handlers.ts"
import { payOrderByKey, shownOrder } from "../payer-order-handlers.ts"
import type { PayerRequest } from "../payer-request.ts"
import { orServerError } from "../server-error.ts"
import { assetPaths, servedAssets } from "./assets.ts"
import { formFields } from "./form-fields.ts"

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
      Effect.map(assets, (made) => answerOf(page.status, documentOf(page, words, made).toString()))

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

/** What keeps an order from being paid that is no answer yet. */
type PaymentFailure = FailureOf<typeof payLink> | FailureOf<typeof payOrderByKey>
type FailureOf<Pay extends (of: string) => (request: PayerRequest) => Effect.Effect<Answered, unknown, unknown>> =
  Effect.Error<ReturnType<ReturnType<Pay>>>

/** The order that a form has placed or paid, by its public key. */
interface Paid {
  readonly paid: string
}

/**
 * Pays as the form says; the browser is then sent to the page of the order, so that to load it again pays nothing. What is refused comes
 * back as the form, with what was filled in and what is wrong. A browser that hangs up changes nothing.
 */
const paying = <R, R2>(
  pay: (request: PayerRequest) => Effect.Effect<Answered, PaymentFailure, R>,
  again: (entry: Entry) => Effect.Effect<Page, NotFound | ServerError, R2>,
) =>
  Effect.gen(function* () {
    const { key = null, ...values } = yield* formFields
    const { answer } = yield* pay({ body: bodyOf(values), key: decodeIdempotencyKey(key) })
    const body = jsonIn(answer.body)
    const paid = placedOrder(body)
    if (Option.isSome(paid)) return { paid: paid.value.data.public_key }
    if (answer.status === 404) return yield* new NotFound()
    return yield* again({
      values,
      faults: Option.match(refusal(body), { onNone: () => [somethingElse], onSome: faultsOf }),
    })
  }).pipe(
    Effect.uninterruptible,
    Effect.catchTags({
      NoSuchLink: () => Effect.fail(new NotFound()),
      NoSuchPublicKey: () => Effect.fail(new NotFound()),
      KeyInUse: () => Effect.succeed(noticePage(409, words.cannotBePaid.payment_under_way)),
      KeyMismatched: () => again({ values: {}, faults: [somethingElse] }),
    }),
    orServerError,
  )

const jsonIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const placedOrder = (body: Option.Option<unknown>) =>
  Option.flatMap(body, Schema.decodeUnknownOption(SingleOrderResponse))
const refusal = (body: Option.Option<unknown>) => Option.flatMap(body, Schema.decodeUnknownOption(Refusal))

const Refusal = Schema.Struct({
  response: Schema.Struct({ errors: Schema.Record(Schema.String, Schema.Array(Schema.String)) }),
})

const faultsOf = ({ response }: typeof Refusal.Type): ReadonlyArray<Fault> =>
  Object.entries(response.errors).flatMap(([path, messages]) => messages.map((message) => ({ path, message })))

/** Belongs to no box of the form. */
const somethingElse: Fault = { path: "", message: "" }

const seeOther = (publicKey: string) =>
  HttpServerResponse.empty({ status: 303, headers: { location: `/pay/${publicKey}` } })

const answerOf = (status: number, document: string) =>
  HttpServerResponse.text(document, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy,
      "cache-control": "no-store",
      // The address is the key: it is told to nobody, neither to pictures nor to search engines.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  })

/** Everything comes from the service itself, nothing stands in the markup, and no other site shows the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")
