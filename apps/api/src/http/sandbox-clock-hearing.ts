/**
 * Before a request is looked at, this process hears how far another has turned the sandbox's clock: whoever turned it may ask any of
 * them next. Where nobody shares the data nobody else turns it.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { ClockAhead } from "../sandbox-clock.ts"
import { ProcessesOnStorage } from "../storage.ts"
import { healthPaths } from "./health.ts"
import { metricsPaths } from "./metrics.ts"

const ofTheProcess = new Set<string>([...healthPaths, ...metricsPaths].map(({ path }) => path))

export const clockHearing = HttpRouter.middleware(
  Effect.gen(function* () {
    const { areSeveral } = yield* ProcessesOnStorage
    const { refresh } = yield* ClockAhead
    return <E, Needed>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, Needed>) =>
      areSeveral
        ? Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
            // Whether the process lives, and what it did, is not the database's affair. Where that is in trouble the request finds out.
            ofTheProcess.has(url) ? app : Effect.andThen(Effect.ignore(refresh), app),
          )
        : app
  }),
  { global: true },
)
