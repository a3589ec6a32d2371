/**
 * Before a request is looked at, this process hears how far another has turned the sandbox's clock: whoever turned it may ask any of
 * them next.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { ClockAhead } from "../sandbox-clock.ts"
import { healthPaths } from "./health.ts"
import { metricsPaths } from "./metrics.ts"

const ofTheProcess = new Set<string>([...healthPaths, ...metricsPaths].map(({ path }) => path))

export const clockHearing = HttpRouter.middleware(
  (app) =>
    Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      // Whether the process lives, and what it did, is not the database's affair.
      if (ofTheProcess.has(url)) return yield* app
      // Where the storage is in trouble the request finds out for itself.
      yield* Effect.ignore((yield* ClockAhead).refresh)
      return yield* app
    }),
  { global: true },
)
