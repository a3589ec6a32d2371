/**
 * A typed client of the public API. It needs an `HttpClient` from its surroundings and nothing else.
 */
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type * as Redacted from "effect/Redacted"
import { PublicApi } from "./public-api.ts"

export interface ClientOptions {
  /** Where the service is, without `/api/v1`: `https://payments.example.com`. */
  readonly baseUrl: string
  readonly apiKey: string | Redacted.Redacted
}

/** Makes a client that calls with one API key. Every operation fails with the errors it documents. */
export const make = ({ baseUrl, apiKey }: ClientOptions) =>
  HttpApiClient.make(PublicApi, {
    baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(apiKey)),
  })
