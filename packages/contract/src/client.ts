/**
 * A typed client of the public API. It needs only an `HttpClient`.
 */
import { firstPage, PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { PageEnvelope } from "./pagination.ts"
import { PublicApi } from "./public-api.ts"

/** The service to call, and the API key. */
export interface ClientOptions {
  /** The URL of the service, without `/api/v1`: `https://payments.example.com`. */
  readonly baseUrl: string
  readonly apiKey: string | Redacted.Redacted
}

/**
 * The operations of the public API by group: `client.orders.list({ query: {} })`. Each fails with its documented
 * errors.
 */
export interface Client extends HttpApiClient.ForApi<typeof PublicApi> {}

/** Makes a client with one API key. */
export const make = ({ baseUrl, apiKey }: ClientOptions): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  HttpApiClient.make(PublicApi, {
    baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(apiKey)),
  })

/**
 * All entries of a list, page after page. A page is requested when the earlier ones are used up.
 *
 * Lists are newest first: entries added meanwhile move the others down, so the last entry of a page may come again on
 * the next.
 *
 * @param list - requests one page: `(page) => client.orders.list({ query: { page } })`
 */
export const entriesOf = <A, E, R>(
  list: (page: PageNumber) => Effect.Effect<PageEnvelope<A>, E, R>,
): Stream.Stream<A, E, R> =>
  Stream.paginate(firstPage, (page) =>
    Effect.map(list(page), ({ data, meta }) => [
      data,
      page < meta.last_page ? Option.some(PageNumber.make(page + 1)) : Option.none(),
    ]),
  )
