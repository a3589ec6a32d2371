/** Puts a page of a list into its envelope, with links that keep the request's query. */
import { pageEnvelope } from "@vintem/contract"
import { type Page, type PageNumber, perPage } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { PublicUrl } from "./public-url.ts"
import { requestPath } from "./request-path.ts"

export const listPage = Effect.fnUntraced(function* <A, B>(
  page: PageNumber,
  { entries, total }: Page<A>,
  view: (item: A) => B,
) {
  const { base } = yield* PublicUrl
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = requestPath(request)
  return pageEnvelope({
    entries: entries.map(view),
    total,
    page,
    perPage,
    path: `${base}${path.replace(/\/$/u, "")}`,
    query: new URLSearchParams(request.url.slice(path.length)),
  })
})
