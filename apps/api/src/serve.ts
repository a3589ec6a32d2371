/** Serves the API until it is stopped. */
import type { Server } from "node:http"
import {
  catchingUp,
  keyUsesRecorded,
  releaseAbandoned,
  retention,
  webhookDispatcher,
  worker,
} from "@vintem/application"
import { ChangeFeed, HostingAddressDetector } from "@vintem/domain/ports"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { signaturesTried } from "./acquirer/signature-watch.ts"
import { Configuration, publicUrlOf, type Settings } from "./configuration/configuration.ts"
import { adminToken } from "./data-folder/admin-token.ts"
import { closeKeptFiles, warnOfOpenData } from "./data-folder/data-folder.ts"
import { awaitingDatabase } from "./database-awaited.ts"
import { DemoKey, demoKey } from "./demo/demo-company.ts"
import { greeting, greetingLines } from "./greeting.ts"
import { answerAwaiting } from "./http/edge/awaiting-answers.ts"
import { Readiness } from "./http/edge/health.ts"
import { PublicUrl } from "./http/edge/request/public-url.ts"
import * as NodeServer from "./http/edge/server/node-server.ts"
import { patientServer } from "./http/edge/server/patient-server.ts"
import { pagesAreBuilt } from "./http/pages/built-pages.ts"
import { routerConfig, routes, sandboxRoutes } from "./http/server.ts"
import { mailer } from "./mailer.ts"
import { print } from "./output.ts"
import { strayFaultsLogged } from "./process/stray-faults.ts"
import { toldToStop } from "./process/told-to-stop.ts"
import { letYoungHeapGrow } from "./process/young-heap.ts"
import { service } from "./service.ts"
import { soleService } from "./sole-service.ts"
import { webhookPayload } from "./webhooks.ts"

/** Time for requests in flight when the service stops, in addition to the acquirer's own. */
const stopMargin = Duration.seconds(5)

/** A list of hosting networks older than this is likely to take customers for servers, and servers for customers. */
const snapshotAgeMax = Duration.days(180)

/** @param isJson - greets programs instead of people */
export const serve = Effect.fnUntraced(function* (isJson: boolean) {
  const settings = yield* Configuration
  yield* pagesAreBuilt
  const stop = yield* toldToStop
  // The previous service may still finish its requests and other work.
  yield* soleService(settings.database, {
    patience: Duration.sum(stopTime(settings), stopMargin),
    chosenBy: "DATABASE_URL",
  })
  yield* closeKeptFiles(settings)
  const token = yield* adminToken(settings)
  yield* strayFaultsLogged
  const { answerMeanwhile, server } = patientServer()
  const awaiting = awaitingDatabase(Effect.sync(() => answerMeanwhile(answerAwaiting)))
  const openedBy: typeof awaiting = (open, isCuredByTime) => stop.interrupting(awaiting(open, isCuredByTime))
  const served = HttpRouter.serve(settings.environment === "sandbox" ? sandboxRoutes : routes, {
    disableLogger: true,
    disableListenLog: true,
    routerConfig,
  })
  const background = Layer.mergeAll(
    keyUsesRecorded,
    Option.isSome(settings.gateway) ? signaturesTried : Layer.empty,
    settings.workers ? backgroundWork : Layer.empty,
  )
  const app = Layer.merge(served, background).pipe(
    Layer.provideMerge(Layer.merge(mailer(settings), webhookPayload(settings))),
    Layer.provideMerge(publicUrl(settings)),
    Layer.provideMerge(demoKey(settings)),
    Layer.provideMerge(settings.database._tag === "sqlite_file" ? nothingAbandoned : Layer.empty),
    Layer.provideMerge(service(settings, token, openedBy)),
    Layer.provideMerge(listener(settings, server)),
  )
  const running = yield* Layer.build(app)
  const { base } = Context.get(running, PublicUrl)
  // Closed first: while requests are being finished, the readiness check says that no more are taken.
  yield* Effect.addFinalizer(() => Context.get(running, Readiness).stop)
  // A killed process may not have announced its last changes.
  yield* Context.get(running, ChangeFeed).readAgain
  yield* Effect.provideContext(warnOfOldSnapshot(settings), running)
  yield* warnOfOpenData(settings)
  const greeted = greeting(settings, base, token, Context.get(running, DemoKey))
  yield* letYoungHeapGrow
  yield* print(isJson, greeted, () => greetingLines(greeted, Option.isSome(settings.adminToken)))
  yield* stop.received
}, Effect.scoped)

const backgroundWork = Layer.mergeAll(worker, catchingUp, webhookDispatcher, retention)

const listener = (settings: Settings, server: Server) =>
  NodeServer.layer(() => server, {
    host: settings.host,
    port: settings.port,
    gracefulShutdownTimeout: stopTime(settings),
  })

/** How long requests in flight may take when the service stops. */
const stopTime = ({ gatewayTimeoutMillis }: Settings) => Duration.sum(Duration.millis(gatewayTimeoutMillis), stopMargin)

/**
 * Runs before any claim. The holder of the lock of `soleService` knows that all existing claims are of dead processes.
 */
const nothingAbandoned = Layer.effectDiscard(releaseAbandoned())

const publicUrl = (settings: Settings) =>
  Layer.effect(
    PublicUrl,
    Effect.map(HttpServer.HttpServer, ({ address }) => ({
      base: publicUrlOf(settings, address._tag === "UnixPathAddress" ? settings.port : address.port),
    })),
  )

const warnOfOldSnapshot = Effect.fnUntraced(function* (settings: Settings) {
  if (!settings.blockCloud) return
  const { snapshotDate } = yield* HostingAddressDetector
  const ageMillis = (yield* Clock.currentTimeMillis) - Date.parse(snapshotDate)
  if (ageMillis > Duration.toMillis(snapshotAgeMax)) {
    yield* Effect.logWarning("the list of hosting networks is old: update it with scripts/hosting-ranges.mjs", {
      snapshotDate,
    })
  }
})
