// Reports that a sandbox's acquirer cannot make, over a connection.
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { expect, it } from "@effect/vitest"
import { AttemptKey } from "@vintem/domain/identifiers"
import { Acquirer } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServer } from "effect/http"
import * as Layer from "effect/Layer"
import * as AcquirerConnections from "../src/connection/connections.ts"
import * as GatewaySandboxReports from "../src/gateway/gateway-sandbox-reports.ts"
import * as GatewayServer from "../src/gateway/gateway-server.ts"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import { CannotReport, SandboxReports } from "../src/simulated/sandbox-reports.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { secrets, urlOf } from "./gateway-connection.ts"
import { simulatedMeans } from "./simulated-means.ts"

const key = AttemptKey.make("9f8e7d6c5b4a39281706f5e4d3c2b1a0")

/** The books here, and the reports at the other end of a connection. */
const layer = Layer.unwrap(
  Effect.map(HttpServer.HttpServer, ({ address }) =>
    GatewaySandboxReports.layer({ url: urlOf(address), secrets, timeoutMillis: 10_000 }).pipe(
      Layer.provide(AcquirerConnections.layer({ connectMillis: 5_000 })),
    ),
  ),
).pipe(
  Layer.provide(
    HttpRouter.serve(GatewayServer.layerLevers(secrets), { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provide(SandboxReports.layer),
    ),
  ),
  Layer.provideMerge(SimulatedAcquirer.layer),
  Layer.provide(SimulatedBooks.layerMemory),
  Layer.provide(NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port: 0 })),
)

it.live("has the state of the charge, its method and the reports that are possible", () =>
  Effect.gen(function* () {
    const acquirer = yield* Acquirer
    const { report } = yield* SandboxReports
    yield* acquirer.charge(chargeRequest(key, simulatedMeans.pix))
    expect(yield* Effect.flip(report(key, "refunded"))).toEqual(
      new CannotReport({ kind: "refunded", state: "open", method: "pix", possible: ["paid", "expired"] }),
    )
  }).pipe(Effect.provide(layer)),
)
