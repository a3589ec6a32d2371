/**
 * Puts a page of a list into its envelope, with links that keep the query it was asked with.
 */
import { pageEnvelope } from "@vintem/contract"
import { type Page, type PageNumber, perPage } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { PublicUrl } from "./public-url.ts"

export const listPage = Effect.fnUntraced(function* <A, B>(
  page: PageNumber,
  { items, total }: Page<A>,
  view: (item: A) => B,
) {
  const { base } = yield* PublicUrl
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const question = url.indexOf("?")
  const path = question < 0 ? url : url.slice(0, question)
  return pageEnvelope({
    items: items.map(view),
    total,
    page,
    perPage,
    path: `${base}${path.replace(/\/$/u, "")}`,
    query: new URLSearchParams(question < 0 ? "" : url.slice(question + 1)),
  })
})
