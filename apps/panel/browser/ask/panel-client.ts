/**
 * The panel's only way in with a session: the typed client of its API, with the session that the browser keeps. It waits while the service does not
 * answer, and after the session has ended.
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
