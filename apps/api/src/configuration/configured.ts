/**
 * Reads the configuration for what runs under it, and for nothing else: help and version are shown whatever the environment holds.
 */
import { Effect, Layer } from "effect"
import { logging } from "../logging.ts"
import { Configuration } from "./configuration.ts"

const configuration = Layer.provideMerge(logging, Configuration.layer)

export const configured = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provide(work, configuration)
