// Secrets of a charge must not be visible outside the one body that makes it: tried with all logging and tracing turned
// on.
import { createServer } from "node:http"
import { inspect } from "node:util"
import { expect, it } from "@effect/vitest"
import { LocalDate } from "@vintem/domain/calendar"
import { parseCardDetails } from "@vintem/domain/card"
import { AttemptKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { Acquirer } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { clientOf, overConnection, secrets } from "./gateway-connection.ts"

const number = "378734493671000"
const security = "7395"
const holder = "ZACARIAS QUILOMBOLA"

const request = chargeRequest(AttemptKey.make("9f8e7d6c5b4a39281706f5e4d3c2b1a0"), {
  _tag: "card",
  card: Result.getOrThrow(
    parseCardDetails({ number, security, holder, expiration: "11/2098" }, LocalDate.make("2026-11-21")),
  ),
  installments: singlePayment,
})

const { document } = request.payer

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:1"

/** Everything that is logged or traced while it runs, and its result. */
const seenOf = <A, E>(work: Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const seen: Array<unknown> = []
    const see = (what: unknown) => {
      seen.push(inspect(what, { depth: 20, showHidden: true }), JSON.stringify(what))
    }
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        seen.push(span)
        return span
      },
    })
    const logger = Logger.map(Logger.formatJson, (line) => {
      seen.push(line)
    })
    return Effect.exit(work).pipe(
      Effect.tap((exit) => Effect.sync(() => see(exit))),
      Effect.tap((exit) =>
        exit._tag === "Failure" ? Effect.sync(() => seen.push(Cause.pretty(exit.cause))) : Effect.void,
      ),
      Effect.provide(Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "Trace"))),
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.map(() => seen.map((one) => (typeof one === "string" ? one : inspect(one, { depth: 20 }))).join("\n")),
    )
  })

const charging = Effect.flatMap(Acquirer, (acquirer) => acquirer.charge(request)).pipe(
  Effect.tapError((error) => Effect.logError("the acquirer reported no outcome", error)),
)

const expectNothingShown = (seen: string, ...more: ReadonlyArray<string>) => {
  expect(seen).toContain("GatewayAcquirer.charge")
  expect(seen).toContain(request.key)
  // In quotes, because many numbers contain the same four digits.
  const code = [`"${security}"`, `'${security}'`]
  for (const hidden of [number, ...code, Redacted.value(secrets[0]), ...more]) expect(seen).not.toContain(hidden)
  // A visible signature would work for minutes, for every caller with the connection.
  expect(seen).not.toMatch(/HMAC-SHA256 [0-9a-f]/u)
}

const simulated = SimulatedAcquirer.layer.pipe(Layer.provide(SimulatedBooks.layerMemory))

it.live("a charge that is answered shows neither card nor payer nor secret", () =>
  Effect.gen(function* () {
    const seen = yield* seenOf(Effect.provide(charging, overConnection(simulated)))
    expect(seen).toContain("confirmed")
    expectNothingShown(seen, holder, document)
  }),
)

it.live("a charge that fails at every step shows neither card nor payer nor secret", () =>
  Effect.gen(function* () {
    const base = yield* echoing(400)
    for (const client of [clientOf(base), clientOf(yield* echoing(200)), clientOf(nowhere), clientOf(base, 1)]) {
      expectNothingShown(yield* seenOf(Effect.provide(charging, client)), holder, document)
    }
  }),
)

it.live("an acquirer that breaks down over a charge shows neither card nor secret", () =>
  Effect.gen(function* () {
    const broken = Layer.effect(
      Acquirer,
      Effect.map(Acquirer, (acquirer) =>
        Acquirer.of({ ...acquirer, charge: (asked) => Effect.die(new Error("broken", { cause: asked })) }),
      ),
    ).pipe(Layer.provide(simulated))
    expectNothingShown(yield* seenOf(Effect.provide(charging, overConnection(broken))))
  }),
)

/** Repeats the whole request in its answer, headers too. */
const echoing = (status: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((request, response) => {
        response.writeHead(status, { "x-echo": String(request.headers["authorization"]) })
        request.pipe(response)
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
      }),
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
    }),
  )
