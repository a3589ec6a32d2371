/** The client for a visitor without a session. It shows a refusal at once. */
import * as PanelDoorClient from "@vintem/contract/panel-door"
import * as Effect from "effect/Effect"
import { untraced } from "./untraced.ts"

export const atTheDoor: PanelDoorClient.PanelDoorClient = PanelDoorClient.make(location.origin).pipe(
  Effect.provide(untraced),
  Effect.runSync,
)
