// A postal code lookup over a real connection: its results, its cache, and that it never delays its caller.
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import { NodeHttpClient } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { PostalCode } from "@vintem/domain/customer"
import { AddressLookup } from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as AddressLookupHttp from "../src/postal-code/http-lookup.ts"

const code = PostalCode.make("01001000")

const praca = {
  cep: "01001-000",
  logradouro: "Praça da Sé",
  complemento: "lado ímpar",
  bairro: "Sé",
  localidade: "São Paulo",
  uf: "SP",
  ddd: "11",
}

const found = { street: "Praça da Sé", district: "Sé", city: "São Paulo", region: "SP" }

/** A lookup with the given answers; the requested paths, and the log. */
const lookupOf = Effect.fnUntraced(function* (listener: RequestListener, timeoutMillis?: number) {
  const asked: Array<string> = []
  const log: Array<string> = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    listener(request, response)
  })
  const base = yield* Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/ws`))
      })
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      }),
  )
  const logging = Logger.layer([Logger.map(Logger.formatJson, (line) => log.push(line))])
  const context = yield* Layer.build(
    AddressLookupHttp.layer(base, timeoutMillis).pipe(Layer.provide(NodeHttpClient.layerUndici)),
  )
  const find = (wanted: PostalCode = code) =>
    Effect.flatMap(AddressLookup, (lookup) => lookup.find(wanted)).pipe(
      Effect.provideContext(context),
      Effect.provide(logging),
    )
  return { asked, find, log, server }
})

const minuteMillis = 60_000

/** Runs an effect at a time that is this many milliseconds later. */
const later =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.provideService(effect, Clock.Clock, {
        ...clock,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
        sleep: (duration) => clock.sleep(duration),
      }),
    )

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const answering =
  (body: unknown, status?: number): RequestListener =>
  (_, response) =>
    json(response, body, status)

describe("a postal code lookup", () => {
  it.live("finds an address, and requests it by the digits alone", () =>
    Effect.gen(function* () {
      const { asked, find, log } = yield* lookupOf(answering(praca))
      expect(yield* find()).toEqual(Option.some(found))
      expect(asked).toEqual(["/ws/01001000/json/"])
      expect(log).toEqual([])
    }),
  )

  it.live("composes and trims what it finds", () =>
    Effect.gen(function* () {
      const { find } = yield* lookupOf(answering({ ...praca, logradouro: " Prac\u0327a da Se\u0301 ", uf: "sp" }))
      expect(yield* find()).toEqual(Option.some(found))
    }),
  )

  it.live.each([
    ["empty", ""],
    ["null", null],
    ["absent", undefined],
  ])("finds a town of one code, whose street is %s", ([, nothing]) =>
    Effect.gen(function* () {
      const { find } = yield* lookupOf(answering({ ...praca, logradouro: nothing, bairro: nothing }))
      expect(yield* find()).toEqual(Option.some({ ...found, street: "", district: "" }))
    }),
  )

  it.live.each([true, "true"])("knows no address if it reads erro: %j, and logs nothing", (erro) =>
    Effect.gen(function* () {
      const { find, log } = yield* lookupOf(answering({ erro }))
      expect(yield* find()).toEqual(Option.none())
      expect(log).toEqual([])
    }),
  )

  it.live("requests found and unknown codes once", () =>
    Effect.gen(function* () {
      const known = yield* lookupOf(answering(praca))
      const unknown = yield* lookupOf(answering({ erro: "true" }))
      for (const { asked, find } of [known, unknown]) {
        const first = yield* find()
        expect(yield* find()).toEqual(first)
        yield* find(PostalCode.make("01310100"))
        expect(asked).toHaveLength(2)
      }
    }),
  )

  it.live("requests an unknown code again after an hour, and a found one after a month", () =>
    Effect.gen(function* () {
      const known = yield* lookupOf(answering(praca))
      const unknown = yield* lookupOf(answering({ erro: true }))
      const askedAfter = Effect.fnUntraced(function* (millis: number) {
        yield* later(millis)(Effect.all([known.find(), unknown.find()]))
        return [known.asked.length, unknown.asked.length]
      })
      expect(yield* askedAfter(0)).toEqual([1, 1])
      expect(yield* askedAfter(50 * minuteMillis)).toEqual([1, 1])
      expect(yield* askedAfter(70 * minuteMillis)).toEqual([1, 2])
      expect(yield* askedAfter(29 * 24 * 60 * minuteMillis)).toEqual([1, 3])
      expect(yield* askedAfter(31 * 24 * 60 * minuteMillis)).toEqual([2, 4])
    }),
  )

  const faults: ReadonlyArray<readonly [string, RequestListener, string]> = [
    ["a status of 500", answering(praca, 500), "HTTP 500"],
    ["a malformed code", answering("<h1>Bad Request</h1>", 400), "HTTP 400"],
    ["a redirect", (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(), "HTTP 302"],
    ["what is no JSON", (_, response) => response.end("<html>"), "an answer that cannot be read"],
    ["JSON of another kind", answering([praca]), "an answer that cannot be read"],
    ["no city", answering({ ...praca, localidade: "" }), "an answer that is not an address"],
    ["no such state", answering({ ...praca, uf: "XX" }), "an answer that is not an address"],
    [
      "a text that is too long",
      answering({ ...praca, logradouro: "a".repeat(256) }),
      "an answer that is not an address",
    ],
    ["a control character", answering({ ...praca, bairro: "S\u0000é" }), "an answer that is not an address"],
    ["far too much", answering({ ...praca, gia: "a".repeat(20_000) }), "an answer that does not end"],
    ["a connection that is reset", (request) => request.socket.resetAndDestroy(), "no connection"],
    [
      "half an answer",
      (request, response) => {
        response.writeHead(200, { "content-length": "90" }).write("{", () => request.socket.resetAndDestroy())
      },
      "no connection",
    ],
    ["silence", () => {}, "no answer in time"],
    ["an answer that stops half-way", (_, response) => void response.writeHead(200).write("{"), "no answer in time"],
  ]

  it.live.each(faults)("finds nothing if it meets %s, and the log says so without the code", ([, listener, detail]) =>
    Effect.gen(function* () {
      const { asked, find, log } = yield* lookupOf(listener, 300)
      expect(yield* find()).toEqual(Option.none())
      expect(log.join()).toContain(detail)
      expect(log.join()).not.toMatch(/01001|Praça/u)
      // A failure is not cached.
      yield* find()
      expect(asked.length).toBeGreaterThanOrEqual(2)
    }),
  )

  it.live("finds nothing if no program listens", () =>
    Effect.gen(function* () {
      const { find, log, server } = yield* lookupOf(answering(praca))
      yield* Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
      })
      expect(yield* find()).toEqual(Option.none())
      expect(log.join()).toContain("no connection")
    }),
  )
})
