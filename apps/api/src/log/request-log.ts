/** The log line of each request. */
import { Context, Effect, type Fiber } from "effect"

/** A request that was answered. */
export interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** The path's form in the log. */
  readonly path: string
  readonly status: number
  /** How long it took, milliseconds. */
  readonly ms: number
  /** When it was answered, epoch milliseconds of the service's clock. */
  readonly at: number
}

/** Writes a request's line. The fiber is the one that answered it. */
type WriteLine = (request: AnsweredRequest, fiber: Fiber.Fiber<unknown, unknown>) => void

/** The logger writes the line, unless the program has a faster way: there is one line per request. */
export const RequestLog = Context.Reference<WriteLine>("@vintem/api/RequestLog", {
  defaultValue:
    () =>
    ({ id, method, path, status, ms }, { context }) =>
      Effect.runSyncWith(context)(
        Effect.annotateLogs(Effect.logInfo(lineMessage), { request_id: id, method, path, status, ms }),
      ),
})

/** The line's message. */
export const lineMessage = "request"
