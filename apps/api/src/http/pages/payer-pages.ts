/**
 * The pages of the payer's side: what links lead to. They show, and take nothing.
 *
 * @see docs/decisions/0162-the-first-pages-only-show.md
 */
import { type NotFound, payerLinkView, type ServerError, type TooManyRequests } from "@vintem/contract"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { countedVisit } from "../payer-access.ts"
import { offeredLink } from "../payer-link-handlers.ts"
import { shownOrder } from "../payer-order-handlers.ts"
import { PublicUrl } from "../public-url.ts"
import { html } from "./html.ts"
import { linkPage } from "./link-page.ts"
import { orderPage } from "./order-page.ts"
import { type Page, shownPage } from "./page.ts"

const paths = { link: "/l/:slug", order: "/pay/:public_key" } as const

export const payerPagePaths = Object.values(paths).map((path) => ({ method: "GET", path }))

/** Counted with the requests of scripts: one address, one limit. */
const pageFor = <R>(page: Effect.Effect<Page, NotFound | ServerError, R>) =>
  Effect.andThen(countedVisit, page).pipe(
    Effect.map(shownPage),
    Effect.catchTags({
      NotFound: () => Effect.succeed(shownPage(notFound)),
      TooManyRequests: ({ retryAfterSeconds }: TooManyRequests) =>
        Effect.succeed(HttpServerResponse.setHeader(shownPage(tooMany), "retry-after", String(retryAfterSeconds))),
      ServerError: () => Effect.succeed(shownPage(broken)),
    }),
  )

export const payerPages = Layer.mergeAll(
  HttpRouter.add(
    "GET",
    paths.link,
    pageFor(
      Effect.gen(function* () {
        const { slug = "" } = yield* HttpRouter.params
        const { base } = yield* PublicUrl
        return linkPage(payerLinkView(yield* offeredLink(slug)), base)
      }),
    ),
  ),
  HttpRouter.add(
    "GET",
    paths.order,
    pageFor(
      Effect.gen(function* () {
        const { public_key: key = "" } = yield* HttpRouter.params
        const { base } = yield* PublicUrl
        return orderPage(yield* shownOrder(key), base)
      }),
    ),
  ),
)

const notice = (status: number, title: string, text: string): Page => ({
  status,
  title,
  main: html`<h1>${title}</h1><p>${text}</p>`,
})

const notFound = notice(
  404,
  "Página não encontrada",
  "Não há cobrança neste endereço, ou ela foi removida. Confira o link com quem o enviou.",
)

const tooMany = notice(429, "Muitas visitas", "Este endereço pediu páginas demais. Tente de novo em um minuto.")

const broken = notice(500, "Algo deu errado", "Não foi possível mostrar esta página. Tente de novo em instantes.")
