/**
 * Gives a command the storage of the configuration for as long as it runs.
 */
import { Effect, type Layer } from "effect"
import { Configuration } from "../configuration/configuration.ts"
import { configured } from "../configuration/configured.ts"
import { storage } from "../storage.ts"

type Stored = Layer.Success<ReturnType<typeof storage>>

export const withStorage = <A, E, R>(work: Effect.Effect<A, E, R | Stored>) =>
  configured(Effect.flatMap(Configuration, (settings) => Effect.provide(work, storage(settings))))
