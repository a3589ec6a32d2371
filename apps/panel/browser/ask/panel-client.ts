/**
 * The typed client of the panel's API, with the browser's session. It waits while the service does not answer, and
 * after the session has ended. Every request with a session uses it.
 */
import { PanelClient } from "@vintem/contract"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { patiently } from "./connection.ts"
import { untraced } from "./untraced.ts"

export type Client = PanelClient.PanelClient

const patient = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, patiently))

export const client: Client = PanelClient.make(location.origin).pipe(
  Effect.provide(Layer.provide(patient, untraced)),
  Effect.runSync,
)
