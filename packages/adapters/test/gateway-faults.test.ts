// Faults between the service and its acquirer, over real connections: none of them reports or assumes an outcome.
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createSocketServer, type Server, type Socket } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { Acquirer, ChargeCursor, ChargeList } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { clientOf, overConnection } from "./gateway-connection.ts"
import { card, simulatedMeans } from "./simulated-means.ts"

const key = AttemptKey.make("9f8e7d6c5b4a39281706f5e4d3c2b1a0")
const otherKey = AttemptKey.make("00000000000000000000000000000000")
const refundKey = RefundKey.make("1a2b3c4d")

type Asking = (acquirer: Acquirer["Service"]) => Effect.Effect<unknown, { readonly detail: string }>

const askings: Readonly<Record<string, Asking>> = {
  charge: (acquirer) => acquirer.charge(chargeRequest(key, simulatedMeans.cards.approved)),
  find: (acquirer) => acquirer.find({ key }),
  void: (acquirer) => acquirer.void({ key }),
  refund: (acquirer) => acquirer.refund({ key: refundKey, charge: { key }, amount: centavos(100), way: "reversal" }),
}

/** Asks the server at this address, and returns the detail of the unknown outcome. */
const detailFrom = (asking: Asking, base: string, timeoutMillis?: number) =>
  Effect.flatMap(Acquirer, asking).pipe(
    Effect.flip,
    Effect.map(({ detail }) => detail),
    Effect.provide(clientOf(base, timeoutMillis)),
  )

/** A server's address, until the test ends. */
const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
      }),
  )

const answering = (listener: RequestListener) => listening(createServer({ keepAlive: false }, listener))

const speaking = (speak: (socket: Socket) => void) =>
  listening(
    createSocketServer((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => speak(socket))
    }),
  )

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

describe.each(Object.entries(askings))("asked to %s", (_, asking) => {
  it.live("reports nothing if no program listens", () =>
    Effect.gen(function* () {
      const base = yield* Effect.scoped(answering(() => {}))
      expect(yield* detailFrom(asking, base)).toBe("no connection: ECONNREFUSED")
    }),
  )

  it.live("reports nothing if the connection is closed without an answer", () =>
    Effect.gen(function* () {
      const base = yield* speaking((socket) => socket.end())
      expect(yield* detailFrom(asking, base)).toMatch(/^no connection/u)
    }),
  )

  it.live("reports nothing if the connection is reset in the middle of an answer", () =>
    Effect.gen(function* () {
      const base = yield* speaking((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"key":"${key}","status":`, () =>
          socket.resetAndDestroy(),
        )
      })
      expect(yield* detailFrom(asking, base)).toMatch(/^no connection/u)
    }),
  )

  it.live("reports nothing if no answer comes in time", () =>
    Effect.gen(function* () {
      const base = yield* speaking(() => {})
      expect(yield* detailFrom(asking, base, 50)).toBe("no answer within 50 ms")
    }),
  )

  it.live("reports nothing if an answer is begun in time and not finished", () =>
    Effect.gen(function* () {
      const base = yield* speaking((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"key":'))
      expect(yield* detailFrom(asking, base, 200)).toBe("no answer within 200 ms")
    }),
  )

  it.live("reports nothing if the other end does not speak HTTP", () =>
    Effect.gen(function* () {
      const base = yield* speaking((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"))
      expect(yield* detailFrom(asking, base)).toMatch(/^no connection/u)
    }),
  )

  it.live("reports nothing if the answer does not end", () =>
    Effect.gen(function* () {
      const base = yield* answering((_, response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(16_384)));
        }
        response.on("drain", more)
        more()
      })
      expect(yield* detailFrom(asking, base)).toBe("an answer that does not end")
    }),
  )

  it.live("does not follow a redirect, and reports nothing", () =>
    Effect.gen(function* () {
      let visits = 0
      const elsewhere = yield* answering((_, response) => {
        visits += 1
        json(response, 200, { key, status: "confirmed", report: { captured: 12_345 } })
      })
      for (const status of [301, 302, 303, 307, 308]) {
        const base = yield* answering((request, response) => {
          response.writeHead(status, { location: `${elsewhere}${request.url}` }).end()
        })
        expect(yield* detailFrom(asking, base)).toBe(`HTTP ${status}`)
      }
      expect(visits).toBe(0)
    }),
  )

  it.live.each([
    [500, { error: "unavailable" }],
    [503, "<html>Service Unavailable</html>"],
    [404, "<html>Not Found</html>"],
    [404, { error: "not_found" }],
    [404, { error: "no_such_charge", key: otherKey }],
    [400, { error: "invalid", faults: [] }],
    [401, { error: "not_signed" }],
    [201, { key, status: "confirmed", report: {} }],
    [204, ""],
  ] as const)("reports nothing if the answer is %i %j", ([status, body]) =>
    Effect.gen(function* () {
      const base = yield* answering((_, response) => json(response, status, body))
      expect(yield* detailFrom(asking, base)).toBe(`HTTP ${status}`)
    }),
  )

  it.live.each([
    [""],
    ["confirmed"],
    ["null"],
    ["[]"],
    ["{}"],
    [`{"key":"${key}"}`],
    [`{"key":"${key}","status":"paid","report":{}}`],
    [`{"key":"${key}","status":"confirmed","report":{"captured":"123.45"}}`],
    [`{"key":"${key}","status":"confirmed"`],
    // Longer than any Pix code.
    [
      `{"key":"${key}","status":"open","report":{"instrument":{"type":"pix","code":"${"0".repeat(1_025)}","expires_at":"2026-11-21T10:00:00Z"}}}`,
    ],
  ])("reports nothing if the answer reads %j", ([text]) =>
    Effect.gen(function* () {
      const base = yield* answering((_, response) => {
        response.writeHead(200).end(text)
      })
      expect(yield* detailFrom(asking, base)).toBe("an answer that cannot be read")
    }),
  )

  it.live("reports nothing if the answer is about another key", () =>
    Effect.gen(function* () {
      const base = yield* answering((request, response) =>
        json(response, 200, {
          key: otherKey,
          status: request.url?.includes("refunds") ? "settled" : "confirmed",
          report: {},
        }),
      )
      expect(yield* detailFrom(asking, base)).toBe("an answer of another key")
    }),
  )
})

describe("the list of charges over a connection", () => {
  const asked = { since: instant(1_795_000_000_000), after: ChargeCursor.make("behind"), limit: 2 }
  const charge = (millis: number) => ({
    key,
    order_number: "A1",
    amount: 100,
    method: "pix",
    made_at: new Date(asked.since + millis).toISOString(),
    status: "open",
    returned: 0,
  })
  const pageFrom = (status: number, body: unknown) =>
    Effect.gen(function* () {
      const base = yield* answering((_, response) => json(response, status, body))
      return yield* Effect.flatMap(ChargeList, (list) => list.page(asked)).pipe(Effect.provide(clientOf(base)))
    })

  it.live("requests a page as the protocol says, under a signature that covers the query", () =>
    Effect.gen(function* () {
      const paths: Array<string | undefined> = []
      const base = yield* answering((request, response) => {
        paths.push(request.url)
        json(response, 200, { charges: [charge(0), charge(1)], next: "more" })
      })
      const page = yield* Effect.flatMap(ChargeList, (list) => list.page(asked)).pipe(Effect.provide(clientOf(base)))
      expect(page).toMatchObject({ charges: [{ madeAt: asked.since }, {}], next: "more" })
      expect(paths).toEqual(["/v1/charges?since=2026-11-18T11%3A06%3A40.000Z&after=behind&limit=2"])
    }),
  )

  it.live("is missing only if the acquirer says so", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(pageFrom(501, { error: "no_charge_list" }))).toMatchObject({ _tag: "NoChargeList" })
      for (const [status, body] of [
        [501, {}],
        [404, { error: "no_charge_list" }],
        [404, { error: "not_found" }],
        [500, ""],
      ] as const) {
        expect(yield* Effect.flip(pageFrom(status, body))).toMatchObject({ detail: `HTTP ${status}` })
      }
    }),
  )

  it.live.each([
    ["a charge from before the time that was asked for", { charges: [charge(-1)] }],
    ["charges out of their order", { charges: [charge(2), charge(1)] }],
    ["more charges than were asked for", { charges: [charge(0), charge(1), charge(2)] }],
    ["a rest behind nothing", { charges: [], next: "more" }],
    ["the place where it was", { charges: [charge(0)], next: "behind" }],
  ])("counts as no answer if it has %s", ([_, body]) =>
    Effect.gen(function* () {
      const { detail } = { detail: "", ...(yield* Effect.flip(pageFrom(200, body))) }
      expect(detail).toBe("a list of charges that cannot be gone through")
    }),
  )

  it.live.each([
    ["no charges", {}],
    ["an amount in reais", { charges: [{ ...charge(0), amount: 1.5 }] }],
    ["a time without a zone", { charges: [{ ...charge(0), made_at: "2026-11-21T15:00:00" }] }],
    ["a cursor that no URL should have", { charges: [charge(0)], next: "a b" }],
  ])("counts as no answer if it has %s", ([_, body]) =>
    Effect.gen(function* () {
      const { detail } = { detail: "", ...(yield* Effect.flip(pageFrom(200, body))) }
      expect(detail).toBe("an answer that cannot be read")
    }),
  )
})

describe("an acquirer over a connection", () => {
  const simulated = SimulatedAcquirer.layer.pipe(Layer.provideMerge(SimulatedBooks.layerMemory))

  it.live("charges nothing if it answers with a fault, and says so when it is asked", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const { detail } = yield* Effect.flip(acquirer.charge(chargeRequest(key, card("4000000000000119"))))
      expect(detail).toBe("HTTP 503")
      expect(yield* acquirer.find({ key })).toEqual(Option.none())
    }).pipe(Effect.provide(overConnection(simulated))),
  )

  it.live("charges if it never answers, and says so when it is asked", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const charging = yield* Effect.forkChild(acquirer.charge(chargeRequest(key, card("4000000000000101"))))
      const found = yield* Effect.repeat(acquirer.find({ key }), {
        until: Option.isSome,
        schedule: Schedule.spaced(10),
      })
      expect(Option.getOrNull(found)).toMatchObject({ fact: "confirmed", report: { captured: 12_345 } })
      expect(charging.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(charging)
    }).pipe(Effect.provide(overConnection(simulated))),
  )

  it.live("finds no charge that it never received", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      expect(yield* acquirer.find({ key })).toEqual(Option.none())
    }).pipe(Effect.provide(overConnection(simulated))),
  )
})
