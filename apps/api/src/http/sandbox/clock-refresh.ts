/**
 * Before a request is handled, this process reads how far another process has moved the sandbox's clock: the client that moved it may send
 * its next request to any process. A process that is alone on its data reads nothing.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { ClockAhead } from "../../clock/sandbox-clock.ts"
import { ProcessesOnStorage } from "../../storage.ts"
import { healthPaths } from "../edge/health.ts"
import { metricsPaths } from "../edge/metrics.ts"

const ofTheProcess = new Set<string>([...healthPaths, ...metricsPaths].map(({ path }) => path))

export const clockRefresh = HttpRouter.middleware(
  Effect.gen(function* () {
    const { areSeveral } = yield* ProcessesOnStorage
    const { refresh } = yield* ClockAhead
    return <E, Needed>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, Needed>) =>
      areSeveral
        ? Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
            // Whether the process lives, and what it did, is not the database's affair. If that is in trouble the request finds out.
            ofTheProcess.has(url) ? app : Effect.andThen(Effect.ignore(refresh), app),
          )
        : app
  }),
  { global: true },
)
