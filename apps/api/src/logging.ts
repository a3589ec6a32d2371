/**
 * Structured logs: one JSON line each, on standard error. Standard output belongs to what commands print.
 */
import { Config, Effect, Layer, Logger, References } from "effect"

const levels = ["Trace", "Debug", "Info", "Warn", "Error"] as const

/** `VINTEM_LOG_LEVEL` hides what is less grave; an unknown level reads as `info`. */
const minimumLevel = Layer.effect(
  References.MinimumLogLevel,
  Effect.map(
    Config.String("VINTEM_LOG_LEVEL").pipe(Config.withDefault("info")),
    (name) => levels.find((level) => level.toLowerCase() === name.toLowerCase()) ?? "Info",
  ),
)

export const logging = Layer.merge(Logger.layer([Logger.withConsoleError(Logger.formatJson)]), minimumLevel)
