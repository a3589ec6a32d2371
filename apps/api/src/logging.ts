/**
 * Structured logs: one JSON line each, on standard error. Standard output belongs to what commands print.
 */
import { Effect, Layer, Logger, References } from "effect"
import { Configuration } from "./configuration/configuration.ts"
import { lineBatches } from "./log/line-batches.ts"
import { logLine, requestLine } from "./log/log-line.ts"
import { RequestLog } from "./log/request-log.ts"

const minimumLevels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

export const logging = Layer.unwrap(
  Effect.map(Configuration, ({ logLevel }) =>
    Layer.merge(
      Logger.layer([Logger.withConsoleError(logLine)]),
      Layer.succeed(References.MinimumLogLevel, minimumLevels[logLevel]),
    ),
  ),
)

/**
 * Logging for a service: writes lines in batches, because every request has one. Waiting lines are written when the
 * service ends, and before anything else ends the process.
 */
export const batchedLogging = Layer.unwrap(
  Effect.acquireRelease(
    Effect.sync(() => {
      const lines = lineBatches((text) => process.stderr.write(text))
      process.stderr.on("error", readerIsGone)
      process.on("exit", lines.flush)
      return lines
    }),
    ({ flush }) =>
      Effect.sync(() => {
        flush()
        process.off("exit", flush)
        process.stderr.off("error", readerIsGone)
      }),
  ).pipe(
    Effect.map(({ add }) =>
      Layer.merge(
        Logger.layer([Logger.map(logLine, add)]),
        Layer.succeed(RequestLog, (request, { id }) => add(requestLine(request, id))),
      ),
    ),
  ),
)

/** The log's reader is gone: the service continues. */
const readerIsGone = (): void => {}
