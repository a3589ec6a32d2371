/**
 * A typed client of the panel's API, for the panel's own pages. It needs only an `HttpClient`: the browser keeps the session's cookie and
 * sends it.
 */
import type * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import { panelHeader } from "./panel/panel-access.ts"
import { PanelApi } from "./panel-api.ts"

/** The panel's operations by group: `client.orders.list({ params: { company: "1" }, query: {} })`. */
export interface PanelClient extends HttpApiClient.ForApi<typeof PanelApi> {}

/**
 * Makes a client for the user who is signed in at the browser.
 *
 * @param baseUrl - URL of the service; missing for the page's own origin
 */
export const make = (baseUrl?: string): Effect.Effect<PanelClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(PanelApi, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader(panelHeader, "1")),
  })
