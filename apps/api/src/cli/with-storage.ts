/**
 * Gives a command the storage of the configuration for as long as it runs.
 */
import { Effect, Layer } from "effect"
import { Configuration, type Settings } from "../configuration/configuration.ts"
import { configured } from "../configuration/configured.ts"
import { secrets, storage } from "../storage.ts"

const stored = (settings: Settings) => Layer.provideMerge(secrets(settings), storage(settings))

type Stored = Layer.Success<ReturnType<typeof stored>>

export const withStorage = <A, E, R>(work: Effect.Effect<A, E, R | Stored>) =>
  configured(Effect.flatMap(Configuration, (settings) => Effect.provide(work, stored(settings))))
