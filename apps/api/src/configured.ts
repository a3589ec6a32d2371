/** Reads the configuration only for commands that need it: help and version work in any environment. */
import { Effect, Layer } from "effect"
import { Configuration } from "./configuration/configuration.ts"
import { logging } from "./logging.ts"

const configuration = Layer.provideMerge(logging, Configuration.layer)

export const configured = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provide(work, configuration)
