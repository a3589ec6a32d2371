/**
 * Before a request is handled, reads how far other processes have moved the sandbox's clock: a client may move it
 * through one process and then call another. A process that is alone on its data reads nothing.
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
            // These answers are about the process and do not depend on the database. If the database fails, the request
            // itself finds out.
            ofTheProcess.has(url) ? app : Effect.andThen(Effect.ignore(refresh), app),
          )
        : app
  }),
  { global: true },
)
