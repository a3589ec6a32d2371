/** Gives a command the configured storage and the service's time, next to the machine's, while it runs. */
import { Effect, Layer } from "effect"
import { MachineClock } from "../clock/machine-clock.ts"
import { timeOfService } from "../clock/sandbox-clock.ts"
import { Configuration, type Settings } from "../configuration/configuration.ts"
import { configured } from "../configured.ts"
import { secrets, storage } from "../storage.ts"
import { wholeDatabase } from "../whole-database.ts"

const stored = (settings: Settings) =>
  Layer.mergeAll(secrets(settings), timeOfService(settings)).pipe(
    Layer.provideMerge(wholeDatabase),
    Layer.provideMerge(storage(settings)),
    Layer.provideMerge(MachineClock.layer),
  )

type Stored = Layer.Success<ReturnType<typeof stored>>

export const withStorage = <A, E, R>(work: Effect.Effect<A, E, R | Stored>) =>
  configured(Effect.flatMap(Configuration, (settings) => Effect.provide(work, stored(settings))))
