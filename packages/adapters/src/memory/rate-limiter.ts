/**
 * Counted requests in memory: for a service of one process.
 */
import { RateLimiter } from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FixedWindows } from "./fixed-windows.ts"

/** Counts by the current clock. The counts end with the process. */
export const layer = Layer.sync(RateLimiter, () => {
  const windows = new FixedWindows()
  return RateLimiter.of({
    take: (key, limit) => Effect.map(Clock.currentTimeMillis, (now) => windows.take(key, limit, now)),
    peek: (key, limit) => Effect.map(Clock.currentTimeMillis, (now) => windows.peek(key, limit, now)),
  })
})
