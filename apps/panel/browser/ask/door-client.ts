/**
 * The way in for whoever has no session: a refusal is shown at once.
 */
import * as PanelDoorClient from "@vintem/contract/panel-door"
import * as Effect from "effect/Effect"
import { untraced } from "./untraced.ts"

export const atTheDoor: PanelDoorClient.PanelDoorClient = PanelDoorClient.make(location.origin).pipe(
  Effect.provide(untraced),
  Effect.runSync,
)
