/** Reading the sandbox's clock, and moving it forward. */
import { advanceBody, clockTooFar, clockView, PanelSandbox, SandboxApi } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { advanceClock } from "../../clock/sandbox-clock.ts"
import { faulty, json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"

export const clock = HttpApiBuilder.group(SandboxApi, "clock", (handlers) =>
  handlers.handle("read", () => now).handleRaw("advance", () => advance, uninterruptible),
)

/** The clock's handlers for a signed-in user. */
export const panelClock = HttpApiBuilder.group(PanelSandbox, "sandboxClock", (handlers) =>
  handlers.handle("read", () => now).handleRaw("advance", () => advance, uninterruptible),
)

const now = Effect.map(Clock.currentTimeMillis, (millis) => clockView(instant(millis)))

const advance = operation(
  { body: advanceBody, isKeyed: false },
  Effect.fnUntraced(function* ({ input }) {
    return yield* advanceClock(input.seconds).pipe(
      Effect.map((time) => json(200, clockView(time))),
      Effect.catchTag("ClockTooFar", ({ secondsMax }) => Effect.succeed(faulty(clockTooFar(secondsMax)))),
    )
  }),
)
