/**
 * Requests as the panel sends them: without headers of traces, for which requests are traced, the service chooses.
 */
import * as Effect from "effect/Effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import * as Layer from "effect/Layer"

export const untraced = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse(Effect.provideService(HttpClient.TracerPropagationEnabled, false)),
  ),
).pipe(Layer.provide(FetchHttpClient.layer))
