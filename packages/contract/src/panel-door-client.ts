/**
 * A typed client for the pages before the panel: signing in, a new password, an invitation, and who is signed in. It is
 * a part of `PanelClient`, for pages that are shown before anything else is loaded.
 */
import type * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import { PanelAccess, PanelDoor, panelHeader } from "./panel/panel-access.ts"
import { Door, Sessions } from "./panel/session-endpoints.ts"

export { FaultDetail } from "./input/fault-code.ts"
export { neededHeader } from "./panel/panel-access.ts"

/** With the paths of `PanelApi`. */
class PanelDoorApi extends HttpApi.make("vintem-panel-door")
  .add(Door.middleware(PanelDoor), Sessions.middleware(PanelAccess))
  .prefix("/panel/v1") {}

/** The operations of these pages: `client.door.signIn({ payload: { email, password } })`. */
export interface PanelDoorClient extends HttpApiClient.ForApi<typeof PanelDoorApi> {}

/**
 * Makes a client for the pages before the panel.
 *
 * @param baseUrl - URL of the service; missing for the page's own origin
 */
export const make = (baseUrl?: string): Effect.Effect<PanelDoorClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(PanelDoorApi, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader(panelHeader, "1")),
  })
