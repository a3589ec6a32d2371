/**
 * The line that each request leaves in the log.
 */
import { Context, Effect, type Fiber } from "effect"

/** A request that was answered. */
export interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** As the log may show it. */
  readonly path: string
  readonly status: number
  /** How long it took, milliseconds. */
  readonly ms: number
  /** When it was answered, epoch milliseconds of the service's clock. */
  readonly at: number
}

/** Writes the line of a request. The fiber is the one that answered it. */
type WriteLine = (request: AnsweredRequest, fiber: Fiber.Fiber<unknown, unknown>) => void

/** The logger writes it, unless the program has a quicker way: there is one line a request. */
export const RequestLog = Context.Reference<WriteLine>("@vintem/api/RequestLog", {
  defaultValue:
    () =>
    ({ id, method, path, status, ms }, { context }) =>
      Effect.runSyncWith(context)(
        Effect.annotateLogs(Effect.logInfo(lineMessage), { request_id: id, method, path, status, ms }),
      ),
})

/** What the line says. */
export const lineMessage = "request"
