/**
 * Structured logs: one JSON line each, on standard error. Standard output belongs to what commands print.
 */
import { Effect, Layer, Logger, References } from "effect"
import { Configuration } from "./configuration/configuration.ts"

const minimumLevels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

export const logging = Layer.unwrap(
  Effect.map(Configuration, ({ logLevel }) =>
    Layer.merge(
      Logger.layer([Logger.withConsoleError(Logger.formatJson)]),
      Layer.succeed(References.MinimumLogLevel, minimumLevels[logLevel]),
    ),
  ),
)
