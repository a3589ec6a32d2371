// Webhook targets over real connections and with a lying name server: no private address is ever contacted.
import { describe, expect, it } from "@effect/vitest"
import { CompanyId } from "@vintem/domain/identifiers"
import { WebhookSender } from "@vintem/domain/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { request } from "undici"
import { guardedAgent, judgedAddresses } from "../src/webhook/guarded-agent.ts"
import * as WebhookSenderHttp from "../src/webhook/http-webhook-sender.ts"
import { publicNames } from "../src/webhook/name-resolver.ts"
import { type Answering, nameServer, type Said, serverFailure } from "./name-server.ts"
import { receiver } from "./webhook-receiver.ts"

/** A public address that is never contacted here: the name's other address is refused. */
const publicAddress = "1.1.1.1"

/** A sender whose names come from a server with the given answers. */
const senderBy = Effect.fnUntraced(function* (answering: Answering, allowPrivate = false) {
  const { address, asked } = yield* nameServer(answering)
  const resolve = publicNames([address])
  const context = yield* Layer.build(WebhookSenderHttp.layer({ allowPrivate, timeoutMillis: 20_000, resolve }))
  const { check, send } = Context.get(context, WebhookSender)
  return { asked, check, post: (url: string) => send({ company: CompanyId.make(1), url, headers: {}, body: "{}" }) }
})

const nothing: Answering = () => []

describe("a URL that is saved", () => {
  it.live("may have a name with public addresses only", () =>
    Effect.gen(function* () {
      const { asked, check } = yield* senderBy(() => [publicAddress, "2606:4700:4700::1111"])
      yield* check("https://loja.example/avisos")
      expect([...asked].sort()).toEqual(["A loja.example", "AAAA loja.example"])
    }),
  )

  it.live("may have a name with addresses of one family", () =>
    Effect.gen(function* () {
      const { check } = yield* senderBy((name) =>
        name === "seis.example" ? ["2606:4700:4700::1111"] : [publicAddress],
      )
      yield* check("https://seis.example/")
      yield* check("https://quatro.example/")
    }),
  )

  it.live("may have a public address, which needs no name server", () =>
    Effect.gen(function* () {
      const { asked, check } = yield* senderBy(nothing)
      yield* check(`https://${publicAddress}:8443/avisos`)
      expect(asked).toEqual([])
    }),
  )

  it.live.each([
    ["a private address", ["10.1.2.3"], "a private address"],
    ["the metadata of a cloud", ["169.254.169.254"], "a link local address"],
    ["a cloud's own platform", ["168.63.129.16"], "a cloud platform address"],
    ["a mapped address", ["::ffff:127.0.0.1"], "a loopback address"],
    ["a translated address", ["64:ff9b::7f00:1"], "a rfc6052 address"],
    ["a good and a bad address", [publicAddress, "127.0.0.1"], "a loopback address"],
    ["a good address and a bad one of the other family", [publicAddress, "fd00::1"], "a unique local address"],
  ] as const)("may not have a name for %s", ([, addresses, detail]) =>
    Effect.gen(function* () {
      const { check, post } = yield* senderBy(() => addresses)
      expect(yield* Effect.flip(check("https://loja.example/"))).toMatchObject({ reason: "address", detail })
      expect(yield* Effect.flip(post("https://loja.example/"))).toMatchObject({ reason: "address_refused", detail })
    }),
  )

  it.live("may not have a name without addresses", () =>
    Effect.gen(function* () {
      const { check, post } = yield* senderBy(nothing)
      const detail = expect.stringContaining("ENOTFOUND")
      expect(yield* Effect.flip(check("https://loja.example/"))).toMatchObject({ reason: "name_not_found", detail })
      expect(yield* Effect.flip(post("https://loja.example/"))).toMatchObject({ reason: "name_not_found", detail })
    }),
  )

  it.live("may not be anything else", () =>
    Effect.gen(function* () {
      const { asked, check, post } = yield* senderBy(() => [publicAddress])
      const reasons = {
        "no URL": "not_a_url",
        "http://loja.example/": "scheme",
        "https://eu:senha@loja.example/": "credentials",
        "https://loja.example:8080/": "port",
        "https://2130706433/": "address",
        "https://[::ffff:127.0.0.1]/": "address",
      }
      for (const [url, reason] of Object.entries(reasons)) {
        expect(yield* Effect.flip(check(url))).toMatchObject({ reason })
        expect(yield* Effect.flip(post(url))).toMatchObject({ reason: "address_refused" })
      }
      expect(asked).toEqual([])
    }),
  )

  it.live("may have any name if private receivers are allowed", () =>
    Effect.gen(function* () {
      const { asked, check } = yield* senderBy(nothing, true)
      yield* check("http://recebedor:3000/avisos")
      expect(yield* Effect.flip(check("http://169.254.169.254/"))).toMatchObject({ reason: "address" })
      expect(asked).toEqual([])
    }),
  )
})

describe("a name that changes its address", () => {
  it.live("is refused if it is public when saved, and this machine when sent to", () =>
    Effect.gen(function* () {
      const { check, post } = yield* senderBy((_, nth) => [nth === 0 ? publicAddress : "127.0.0.1"])
      yield* check("https://loja.example:8443/")
      expect(yield* Effect.flip(post("https://loja.example:8443/"))).toMatchObject({
        reason: "address_refused",
        detail: "a loopback address",
      })
    }),
  )

  it.live("is connected to at the checked address, and looked up once", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver()
      const { asked, post } = yield* senderBy((_, nth) => [nth === 0 ? "127.0.0.1" : "169.254.169.254"], true)
      expect(yield* post(`http://loja.example:${port}/`)).toMatchObject({ status: 204 })
      expect([...asked].sort()).toEqual(["A loja.example", "AAAA loja.example"])
      // The connection still exists: no name is looked up for it, and no other address contacted.
      expect(yield* post(`http://loja.example:${port}/`)).toMatchObject({ status: 204 })
      expect([asked.length, received.length]).toEqual([2, 2])
      expect(received[0]?.headers.host).toBe(`loja.example:${port}`)
    }),
  )

  it.live("is checked again for every new connection", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver({
        answer: (_, response) => response.setHeader("connection", "close").end(),
      })
      const { post } = yield* senderBy((_, nth) => [nth === 0 ? "127.0.0.1" : "169.254.169.254"], true)
      expect(yield* post(`http://loja.example:${port}/`)).toMatchObject({ status: 200 })
      expect(yield* Effect.flip(post(`http://loja.example:${port}/`))).toMatchObject({ reason: "address_refused" })
      expect(received).toHaveLength(1)
    }),
  )
})

describe("a name server's answer", () => {
  /** The most addresses that one message can carry. */
  const full = Array.from({ length: 4_000 }, (_, n) => (n === 0 ? "127.0.0.1" : `127.1.${n >> 8}.${n & 0xff}`))

  const withoutAddress: ReadonlyArray<readonly [string, Said]> = [
    ["an alias that leads nowhere", { alias: "gone.example" }],
    ["no such name", []],
    ["a failure of the server", { fault: serverFailure }],
    ["a refusal of the server", { fault: 5 }],
    ["a record cut off in its middle", { bytes: Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0]) }],
    ["an address of three bytes", { bytes: Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 3, 1, 1, 1]) }],
    ["noise", { bytes: Buffer.alloc(300, 0xff) }],
  ]

  it.live.each(withoutAddress)("that is %s makes the attempt fail, and nothing else", ([, said]) =>
    Effect.gen(function* () {
      for (const allowPrivate of [false, true]) {
        const { port, received } = yield* receiver()
        const { check, post } = yield* senderBy(
          (name) => (name === "loja.example" ? said : ["127.0.0.1"]),
          allowPrivate,
        )
        expect(yield* Effect.flip(post("https://loja.example/"))).toMatchObject({ reason: "name_not_found" })
        if (!allowPrivate) {
          expect(yield* Effect.flip(check("https://loja.example/"))).toMatchObject({ reason: "name_not_found" })
          continue
        }
        // Another message of the same process is sent all the same.
        expect(yield* post(`http://outra.example:${port}/`)).toMatchObject({ status: 204 })
        expect(received).toHaveLength(1)
      }
    }),
  )

  it.live("that never comes makes the attempt fail in its time", () =>
    Effect.gen(function* () {
      const { address } = yield* nameServer(() => null)
      const layer = WebhookSenderHttp.layer({ allowPrivate: true, timeoutMillis: 500, resolve: publicNames([address]) })
      const { send } = Context.get(yield* Layer.build(layer), WebhookSender)
      const message = { company: CompanyId.make(1), url: "http://mudo.example/", headers: {}, body: "{}" }
      expect(yield* Effect.flip(send(message))).toMatchObject({ reason: "timed_out" })
    }),
  )

  it.live("that fails for one family is used for the other", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver()
      const { post } = yield* senderBy(
        (_, __, family) => (family === "A" ? ["127.0.0.1"] : { fault: serverFailure }),
        true,
      )
      expect(yield* post(`http://loja.example:${port}/`)).toMatchObject({ status: 204 })
    }),
  )

  it.live("with thousands of addresses is used as far as a connection could try them", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver()
      const { post } = yield* senderBy(() => full, true)
      expect(yield* post(`http://loja.example:${port}/`)).toMatchObject({ status: 204 })
      expect(received).toHaveLength(1)
    }),
  )

  it.live("is judged only for the addresses that are used", () =>
    Effect.gen(function* () {
      let read = 0
      const counted = Array.from({ length: 10_000 }, (_, n) => ({
        family: n % 2 === 0 ? 4 : 6,
        get address() {
          read += 1
          return n % 2 === 0 ? "1.1.1.1" : "2606:4700:4700::1111"
        },
      }))
      const judged = yield* Effect.promise(() =>
        judgedAddresses("loja.example", { policy: { allowPrivate: false }, resolve: () => Promise.resolve(counted) }),
      )
      expect(Result.getOrThrow(judged)).toHaveLength(16)
      expect(read).toBe(16)
    }),
  )

  it.live("makes a failed attempt even if the resolver itself throws", () =>
    Effect.gen(function* () {
      const resolve = (): never => {
        throw new TypeError("a resolver that breaks")
      }
      const layer = WebhookSenderHttp.layer({ allowPrivate: true, timeoutMillis: 20_000, resolve })
      const { send } = Context.get(yield* Layer.build(layer), WebhookSender)
      const message = { company: CompanyId.make(1), url: "http://loja.example/", headers: {}, body: "{}" }
      expect(yield* Effect.flip(send(message))).toMatchObject({ reason: "name_not_found" })
    }),
  )
})

describe("a silent name server", () => {
  it.live("costs one message its time, and no other", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver()
      const { address } = yield* nameServer((name) => (name === "mudo.example" ? null : ["127.0.0.1"]))
      const layer = WebhookSenderHttp.layer({
        allowPrivate: true,
        timeoutMillis: 3_000,
        resolve: publicNames([address]),
      })
      const { send } = Context.get(yield* Layer.build(layer), WebhookSender)
      const post = (name: string) =>
        send({ company: CompanyId.make(1), url: `http://${name}:${port}/`, headers: {}, body: "{}" })
      const [silent, ...others] = yield* Effect.all(
        [Effect.flip(post("mudo.example")), ...["a", "b", "c"].map((name) => post(`${name}.example`))],
        { concurrency: "unbounded" },
      )
      expect(silent).toMatchObject({ reason: "timed_out" })
      expect(others).toMatchObject([{ status: 204 }, { status: 204 }, { status: 204 }])
    }),
  )
})

describe("the connections", () => {
  it.live.each(["http://127.0.0.1", "http://2130706433", "http://[::ffff:127.0.0.1]", "http://localhost"])(
    "are judged by their remote address if their URL was not: %s",
    (origin) =>
      Effect.gen(function* () {
        const { port, received } = yield* receiver()
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() =>
            guardedAgent(
              { policy: { allowPrivate: false }, resolve: async () => [{ address: "127.0.0.1", family: 4 }] },
              20_000,
            ),
          ),
          (opened) => Effect.promise(() => opened.destroy()),
        )
        const refused = yield* Effect.flip(
          Effect.tryPromise({
            try: () => request(`${origin}:${port}/`, { dispatcher: agent, method: "POST", body: "{}" }),
            catch: (cause) => ({ cause }),
          }),
        )
        expect(refused).toMatchObject({ cause: { reason: "address", detail: "a loopback address" } })
        expect(received).toEqual([])
      }),
  )
})
