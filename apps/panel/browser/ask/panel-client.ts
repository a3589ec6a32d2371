/**
 * The panel's only way in: the typed client of its API, with the session that the browser keeps.
 */
import { PanelClient } from "@vintem/contract"
import * as Effect from "effect/Effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import { patiently } from "./connection.ts"

export type Client = PanelClient.PanelClient

/** Without headers of traces: which requests are traced, the service chooses. */
const untraced = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse(Effect.provideService(HttpClient.TracerPropagationEnabled, false)),
  ),
).pipe(Layer.provide(FetchHttpClient.layer))

/** Without a session: a refusal is shown at once. */
export const atTheDoor: Client = PanelClient.make(location.origin).pipe(Effect.provide(untraced), Effect.runSync)

const patient = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, patiently))

/** With a session: waits while the service does not answer, and after the session has ended. */
export const client: Client = PanelClient.make(location.origin).pipe(
  Effect.provide(Layer.provide(patient, untraced)),
  Effect.runSync,
)
