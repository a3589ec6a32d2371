// Both ends change their secret, over real connections: which states understand each other, and that every documented
// step leads only through these.
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { AttemptKey } from "@vintem/domain/identifiers"
import { Acquirer } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServer } from "effect/http"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AcquirerConnections from "../src/connection/connections.ts"
import * as GatewayAcquirer from "../src/gateway/gateway-acquirer.ts"
import * as GatewayNotifications from "../src/gateway/gateway-notifications.ts"
import * as GatewayServer from "../src/gateway/gateway-server.ts"
import { type GatewaySecrets, signatures } from "../src/gateway/signature.ts"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { urlOf } from "./gateway-connection.ts"

const key = AttemptKey.make("9f8e7d6c5b4a39281706f5e4d3c2b1a0")

const before = Redacted.make("the-secret-before", { label: "gateway secret" })
const after = Redacted.make("the-secret-after", { label: "gateway secret" })

/** The secrets of an end. It signs with the first. */
const states = {
  before: [before],
  "before, after": [before, after],
  "after, before": [after, before],
  after: [after],
} as const satisfies Readonly<Record<string, GatewaySecrets>>
type State = keyof typeof states

const stateNames: ReadonlyArray<State> = ["before", "before, after", "after, before", "after"]

const connections = AcquirerConnections.layer({ connectMillis: 5_000 })

/** Serves routes while `work` runs. */
const serving = <A, E, E2, R>(routes: Layer.Layer<never, E, R>, work: (url: string) => Effect.Effect<A, E2>) =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) => work(urlOf(address))).pipe(
    Effect.provide(
      HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
        Layer.provide(Layer.provide(SimulatedAcquirer.layer, SimulatedBooks.layerMemory)),
        Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port: 0 })),
      ),
    ),
  )

/** The result of a service's request: null if it is answered, otherwise the status that refused it. */
const asked = (service: GatewaySecrets, acquirer: GatewaySecrets) =>
  serving(GatewayServer.layer(acquirer), (url) =>
    Effect.flatMap(Acquirer, ({ find }) => find({ key })).pipe(
      Effect.match({ onFailure: ({ detail }) => detail, onSuccess: () => null }),
      Effect.provide(
        Layer.provide(GatewayAcquirer.layer({ url, secrets: service, timeoutMillis: 10_000 }), connections),
      ),
    ),
  )

/** The result of an acquirer's notification. */
const notified = (service: GatewaySecrets, acquirer: GatewaySecrets) => {
  const receiving = Layer.unwrap(
    Effect.map(signatures(service), (signed) =>
      HttpRouter.add(
        "POST",
        "/notifications",
        GatewayNotifications.receiving(signed, () => Effect.succeed(true)),
      ),
    ),
  )
  return serving(receiving, (url) =>
    Effect.flatMap(
      GatewayNotifications.notifying({ url: `${url}/notifications`, secrets: acquirer, timeoutMillis: 10_000 }),
      (notify) => notify(key, []),
    ).pipe(
      Effect.match({
        onFailure: (error) => (error._tag === "OutcomeUnknown" ? error.detail : "refused"),
        onSuccess: () => null,
      }),
      Effect.provide(connections),
    ),
  )
}

const understood = (service: State, acquirer: State) =>
  Effect.all([asked(states[service], states[acquirer]), notified(states[service], states[acquirer])])

/** Service, then acquirer. */
const pairs = stateNames.flatMap((service) => stateNames.map((acquirer) => [service, acquirer] as const))

describe("two ends", () => {
  it.live.each(pairs)("with (%s) and (%s) accept each other's signatures", ([service, acquirer]) =>
    Effect.gen(function* () {
      const refusedUnless = (isKnown: boolean) => (isKnown ? null : "HTTP 401")
      expect(yield* understood(service, acquirer)).toEqual([
        refusedUnless(states[acquirer].some((one) => one === states[service][0])),
        refusedUnless(states[service].some((one) => one === states[acquirer][0])),
      ])
    }),
  )

  const begun: ReadonlyArray<readonly [first: State, other: State]> = [
    ["before", "before"],
    ["before, after", "before"],
    ["before, after", "after, before"],
    ["after", "after, before"],
    ["after", "after"],
  ]

  it.live.each([
    ["acquirer", begun.map(([first, other]) => [other, first] as const)],
    ["service", begun],
  ] as const)("change their secret in the documented steps without a refusal, if the %s begins", ([, steps]) =>
    Effect.gen(function* () {
      for (const [service, acquirer] of steps) expect(yield* understood(service, acquirer)).toEqual([null, null])
    }),
  )
})
