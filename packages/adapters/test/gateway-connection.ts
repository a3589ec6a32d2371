/**
 * Both ends of the gateway protocol, and the connection between them.
 */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import type { Acquirer, ChargeList } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServer } from "effect/http"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AcquirerConnections from "../src/connection/connections.ts"
import * as GatewayAcquirer from "../src/gateway/gateway-acquirer.ts"
import * as GatewayChargeList from "../src/gateway/gateway-charge-list.ts"
import * as GatewayServer from "../src/gateway/gateway-server.ts"

export const secrets = [Redacted.make("s3cret-of-the-tests", { label: "gateway secret" })] as const

/** A client of the server at this address. */
export const clientOf = (url: string, timeoutMillis = 10_000, ca?: string): Layer.Layer<Acquirer | ChargeList> => {
  const endpoint = { url, secrets, timeoutMillis }
  return Layer.merge(GatewayAcquirer.layer(endpoint), GatewayChargeList.layer(endpoint)).pipe(
    Layer.provide(AcquirerConnections.layer({ connectMillis: timeoutMillis / 2, ...(ca === undefined ? {} : { ca }) })),
  )
}

/** The acquirer at the other end of a connection. */
export const overConnection = <E, R>(acquirer: Layer.Layer<Acquirer, E, R>) =>
  Layer.unwrap(Effect.map(HttpServer.HttpServer, ({ address }) => clientOf(urlOf(address)))).pipe(
    Layer.provide(HttpRouter.serve(GatewayServer.layer(secrets), { disableLogger: true, disableListenLog: true })),
    Layer.provide(acquirer),
    Layer.provide(NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port: 0 })),
  )

export const urlOf = (address: HttpServer.HttpServer["Service"]["address"]): string =>
  address._tag === "UnixPathAddress" ? address.path : `http://127.0.0.1:${address.port}`
