/**
 * The sandbox's clock: what it shows, and turning it forward.
 */
import { advanceBody, clockView, SandboxApi } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { advanceClock } from "../../sandbox-clock.ts"
import { json } from "../edge/answers.ts"
import { operation } from "../edge/received-request.ts"

export const clock = HttpApiBuilder.group(SandboxApi, "clock", (handlers) =>
  handlers
    .handle("read", () => Effect.map(Clock.currentTimeMillis, (now) => clockView(instant(now))))
    .handleRaw("advance", () => advance, { uninterruptible: true }),
)

const advance = operation(
  { body: advanceBody, isKeyed: false },
  Effect.fnUntraced(function* ({ input }) {
    return json(200, clockView(yield* advanceClock(input.seconds)))
  }),
)
