/**
 * The sandbox's clock: what it shows, and turning it forward.
 */
import { clockView, decodeAdvance, invalid, SandboxApi } from "@vintem/contract"
import { instant } from "@vintem/domain"
import { Clock, Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { advanceClock } from "../sandbox-clock.ts"
import { failed, json } from "./answers.ts"
import { jsonBody } from "./json-body.ts"
import { orServerError } from "./server-error.ts"

export const clock = HttpApiBuilder.group(SandboxApi, "clock", (handlers) =>
  handlers
    .handle("read", () => Effect.map(Clock.currentTimeMillis, (now) => clockView(instant(now))))
    .handleRaw("advance", () => advance, { uninterruptible: true }),
)

const advance = Effect.gen(function* () {
  const input = decodeAdvance(yield* jsonBody)
  if (Result.isFailure(input)) return failed(invalid(input.failure))
  return json(200, clockView(yield* advanceClock(input.success.seconds)))
}).pipe(orServerError)
