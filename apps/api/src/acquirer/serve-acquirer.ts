/**
 * Serves the simulated acquirer as its own process, with its own books, until it is stopped.
 */
import { createServer } from "node:http"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  type GatewaySecrets,
  GatewayServer,
  SandboxReports,
  SimulatedAcquirer,
  SimulatedChargeList,
} from "@vintem/adapters"
import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Configuration, publicUrlOf } from "../configuration/configuration.ts"
import type { DatabaseLocation } from "../configuration/database-location.ts"
import * as Edge from "../http/edge/edge.ts"
import { health, healthPaths, Readiness, readiness } from "../http/edge/health.ts"
import { routeTable } from "../http/edge/request/route-table.ts"
import { requestTimeouts } from "../http/edge/server/patient-server.ts"
import { routerConfig } from "../http/server.ts"
import { RequestMeter } from "../metrics/request-meter.ts"
import { print } from "../output.ts"
import { strayFaultsLogged } from "../process/stray-faults.ts"
import { toldToStop } from "../process/told-to-stop.ts"
import { soleService } from "../sole-service.ts"
import { troubleIn } from "../storage.ts"
import { tracingLayer } from "../tracing/tracing-layer.ts"
import { booksIn, booksTried } from "./books.ts"
import { notifyingReports } from "./notifying-reports.ts"

/** The default secret of both ends in a sandbox: it is public, and no money moves. */
export const sandboxSecrets: GatewaySecrets = [
  Redacted.make("vintem-sandbox-gateway-secret", { label: "gateway secret" }),
]

/** Requests in flight get this time when the acquirer stops. Unanswered ones are then dropped. */
const stopTime = Duration.seconds(2)

export interface AcquirerOptions {
  /** 0 picks a free port. */
  readonly port: number
  /** The books' own database. The service stores nothing in it. */
  readonly database: DatabaseLocation
  /** The exact URL that notifications go to. If absent, none are sent. */
  readonly notify: Option.Option<string>
  /** True if the greeting is JSON, for programs. */
  readonly isJson: boolean
}

export const serveAcquirer = Effect.fnUntraced(function* ({ port, database, notify, isJson }: AcquirerOptions) {
  const settings = yield* Configuration
  const stop = yield* toldToStop
  yield* soleService(database, { patience: Duration.times(stopTime, 2), chosenBy: "--database" })
  const secrets = Option.getOrElse(settings.gatewaySecrets, () => sandboxSecrets)
  const reports = Option.match(notify, {
    onNone: () => SandboxReports.SandboxReports.layer,
    onSome: (url) => Layer.provide(notifyingReports(url, secrets), NodeHttpClient.layerUndici),
  })
  yield* strayFaultsLogged
  const routes = Layer.mergeAll(GatewayServer.layer(secrets), GatewayServer.layerLevers(secrets), health).pipe(
    Layer.provide(Edge.layer(routeTable([...GatewayServer.served, ...healthPaths]))),
  )
  const app = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig }).pipe(
    Layer.provideMerge(Layer.mergeAll(SimulatedAcquirer.layer, SimulatedChargeList.layer, reports)),
    Layer.provideMerge(Layer.merge(readiness(troubleIn(booksTried)), RequestMeter.idle)),
    Layer.provideMerge(Layer.effectDiscard(booksTried)),
    Layer.provideMerge(booksIn(database)),
    Layer.provideMerge(tracingLayer(settings, "vintem-acquirer")),
    Layer.provideMerge(
      NodeHttpServer.layer(() => createServer(requestTimeouts), {
        host: settings.host,
        port,
        gracefulShutdownTimeout: stopTime,
      }),
    ),
  )
  const running = yield* Layer.build(app)
  yield* Effect.addFinalizer(() => Context.get(running, Readiness).stop)
  const { address } = Context.get(running, HttpServer.HttpServer)
  const base = publicUrlOf(
    { host: settings.host, publicUrl: Option.none() },
    address._tag === "UnixPathAddress" ? port : address.port,
  )
  yield* print(isJson, { url: base }, () => [`Simulated acquirer at ${base}`])
  yield* stop.received
}, Effect.scoped)
