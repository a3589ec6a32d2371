// A sender of webhooks with receivers of every kind, over real connections: what arrives, and the reports of what does
// not.
import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import type { Socket } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { CompanyId } from "@vintem/domain/identifiers"
import { WebhookSender } from "@vintem/domain/ports"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as WebhookSenderHttp from "../src/webhook/http-webhook-sender.ts"
import { type ReceiverOptions, rawReceiver, receiver } from "./webhook-receiver.ts"

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")
const tls = { key: fixture("localhost-key.pem"), cert: fixture("localhost-certificate.pem") }

/** Milliseconds to wait for an answer, if one comes and if none does. */
const patience = { answered: 20_000, silent: 300 }

const senderWith = (options: Partial<WebhookSenderHttp.WebhookSenderOptions> = {}) =>
  Effect.map(
    Layer.build(WebhookSenderHttp.layer({ allowPrivate: true, timeoutMillis: patience.answered, ...options })),
    (context) => Context.get(context, WebhookSender),
  )

const message = (port: number, path = "/avisos", company = 1) => ({
  company: CompanyId.make(company),
  url: `http://127.0.0.1:${port}${path}`,
  headers: { "content-type": "application/json", "webhook-id": "msg_1" },
  body: '{"título":"Pão — 🥖"}',
})

const sendTo = Effect.fnUntraced(function* (port: number, timeoutMillis = patience.answered) {
  const sender = yield* senderWith({ timeoutMillis })
  return yield* sender.send(message(port))
})

const answerOf = Effect.fnUntraced(function* (answer: RequestListener) {
  const { port } = yield* receiver({ answer })
  return yield* sendTo(port)
})

/** Sends a text as soon as it receives anything. */
const saying = (text: string, then: (socket: Socket) => void = () => {}) =>
  rawReceiver((socket) => {
    socket.once("data", () => {
      socket.write(text, () => then(socket))
    })
  })

/** Waits for a condition; the test's own time is the limit. */
const eventually = (isSo: () => boolean) =>
  Effect.sync(isSo).pipe(Effect.repeat({ until: (so) => so, schedule: Schedule.spaced("5 millis") }))

/** Sets variables of the process until the scope closes. */
const withEnvironment = (variables: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
      Object.assign(process.env, variables)
      return before
    }),
    (before) =>
      Effect.sync(() => {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      }),
  )

describe("a sender of webhooks", () => {
  it.live("posts a message unchanged, and reports the answer", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver()
      const sender = yield* senderWith()
      const answer = yield* sender.send(message(port, "/avisos?loja=1#parte"))
      expect(answer).toEqual({ status: 204, retryAfterMillis: null })
      const [{ headers, ...request } = { headers: {} }] = received
      expect(request).toEqual({ method: "POST", path: "/avisos?loja=1", body: message(port).body })
      expect(headers).toMatchObject({
        host: `127.0.0.1:${port}`,
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "user-agent": "Vintem",
        "content-length": String(Buffer.byteLength(message(port).body)),
      })
      expect(headers).not.toHaveProperty("accept-encoding")
      expect(received).toHaveLength(1)
    }),
  )

  it.live("returns the beginning of an answer on request, and no more of it", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver({
        answer: (_, response) => {
          response.writeHead(422, { "Retry-After": "7" })
          response.write("Não ")
          setImmediate(() => response.end("entendi".padEnd(100_000, "!")))
        },
      })
      const sender = yield* senderWith()
      const read = (bytes: number) => sender.sendAndRead(message(port), bytes)
      expect(yield* read(9)).toEqual({ status: 422, retryAfterMillis: 7_000, beginning: "Não ente" })
      // A character that is cut is shown as unreadable.
      expect(yield* read(2)).toMatchObject({ beginning: "N\u{fffd}" })
      expect((yield* read(500)).beginning).toHaveLength(499)
    }),
  )

  it.live("returns nothing for an answer without a body", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver()
      const sender = yield* senderWith()
      expect(yield* sender.sendAndRead(message(port), 100)).toEqual({
        status: 204,
        retryAfterMillis: null,
        beginning: "",
      })
      const refused = yield* Effect.flip(sender.sendAndRead({ ...message(port), url: "ftp://127.0.0.1/" }, 100))
      expect(refused.reason).toBe("address_refused")
    }),
  )

  it.live.each([200, 201, 204, 299, 400, 404, 410, 429, 500, 503, 599])("accepts %i as an answer", (status) =>
    Effect.gen(function* () {
      const answer = yield* answerOf((_, response) => response.writeHead(status).end(status === 204 ? "" : "ok"))
      expect(answer).toEqual({ status, retryAfterMillis: null })
    }),
  )

  it.live.each([301, 302, 303, 307, 308])("follows no redirect: %i", (status) =>
    Effect.gen(function* () {
      const inner = yield* receiver()
      const location = `http://127.0.0.1:${inner.port}/`
      const answer = yield* answerOf((_, response) => response.writeHead(status, { location }).end())
      expect(answer).toEqual({ status, retryAfterMillis: null })
      expect(inner.connections()).toBe(0)
    }),
  )

  it.live("reads how long to leave a receiver alone, in seconds", () =>
    Effect.gen(function* () {
      const answer = yield* answerOf((_, response) => response.writeHead(429, { "Retry-After": "120" }).end())
      expect(answer).toEqual({ status: 429, retryAfterMillis: 120_000 })
    }),
  )

  it.effect("reads how long to leave a receiver alone, by the clock it was built with", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 6, 8, 49, 37))
      const date = "Fri, 06 Nov 2026 08:50:37 GMT"
      const answer = yield* answerOf((_, response) => response.writeHead(503, { "Retry-After": date }).end())
      expect(answer).toEqual({ status: 503, retryAfterMillis: 60_000 })
      expect(yield* Clock.currentTimeMillis).toBe(Date.UTC(2026, 10, 6, 8, 49, 37))
    }),
  )

  it.live("waits for the final answer, whatever precedes it", () =>
    Effect.gen(function* () {
      const { port } = yield* saying("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
      expect(yield* sendTo(port)).toMatchObject({ status: 200 })
    }),
  )

  it.live("cuts off an answer that is too long, and counts it", () =>
    Effect.gen(function* () {
      let written = 0
      const endless = (socket: Socket): void => {
        const chunk = "10000\r\n".concat("x".repeat(65_536), "\r\n")
        written += chunk.length
        socket.write(chunk, (fault) => (fault ? undefined : endless(socket)))
      }
      const { open, port } = yield* saying("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", endless)
      expect(yield* sendTo(port)).toEqual({ status: 200, retryAfterMillis: null })
      yield* eventually(() => open() === 0)
      expect(written).toBeGreaterThan(65_536)
    }),
  )

  it.live("decompresses nothing", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(10_000_000))
      const sender = yield* senderWith()
      const { connections, port } = yield* receiver({
        answer: (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      })
      expect(bomb.length).toBeLessThan(65_536)
      for (const _ of [1, 2]) expect(yield* sender.send(message(port))).toMatchObject({ status: 200 })
      // Because it was read to its end as few bytes, the connection could be used again.
      expect(connections()).toBe(1)
    }),
  )

  it.live.each([
    ["before the head", () => {}],
    ["within the head", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nx-")],
    ["before the body", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n")],
  ] as const)("gives up on a receiver that falls silent %s", ([, begin]) =>
    Effect.gen(function* () {
      const { open, port } = yield* rawReceiver((socket) => socket.once("data", () => begin(socket)))
      expect(yield* Effect.flip(sendTo(port, patience.silent))).toMatchObject({
        reason: "timed_out",
        detail: `no complete answer within ${patience.silent} ms`,
      })
      yield* eventually(() => open() === 0)
    }),
  )

  it.live("gives up on a receiver that never ends its answer, however busy it is", () =>
    Effect.gen(function* () {
      const { open, port } = yield* saying("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", (socket) => {
        const trickle = setInterval(() => socket.write("1\r\nx\r\n"), 10)
        socket.on("close", () => clearInterval(trickle))
      })
      expect(yield* Effect.flip(sendTo(port, patience.silent))).toMatchObject({ reason: "timed_out" })
      yield* eventually(() => open() === 0)
    }),
  )

  it.effect("gives up by the machine's time, whatever the service's clock says", () =>
    Effect.gen(function* () {
      const { port } = yield* rawReceiver(() => {})
      expect(yield* Effect.flip(sendTo(port, patience.silent))).toMatchObject({ reason: "timed_out" })
    }),
  )

  it.live("does not count the wait for earlier messages against a receiver", () =>
    Effect.gen(function* () {
      const asked: Array<Socket> = []
      const { connections, port } = yield* rawReceiver((socket) => {
        socket.on("data", () => asked.push(socket))
      })
      const sender = yield* senderWith({ timeoutMillis: 1_200 })
      const all = Array.from({ length: 16 }, () => sender.send(message(port)))
      const sending = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
      for (const count of [8, 16]) {
        yield* eventually(() => asked.length === count)
        yield* Effect.sleep(750)
        for (const one of asked.slice(count - 8)) one.write("HTTP/1.1 204 No Content\r\n\r\n")
      }
      const answers = yield* Fiber.join(sending)
      expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(204))
      expect(connections()).toBe(8)
    }),
  )

  it.live("gives up messages that wait for a connection in vain", () =>
    Effect.gen(function* () {
      const { port } = yield* rawReceiver((socket) => socket.resume())
      const sender = yield* senderWith({ timeoutMillis: patience.silent })
      const faults = yield* Effect.all(
        Array.from({ length: 40 }, () => Effect.flip(sender.send(message(port)))),
        { concurrency: "unbounded" },
      )
      expect(faults.map((fault) => fault.reason)).toEqual(Array.from({ length: 40 }, () => "timed_out"))
      const unanswered = faults.filter(({ detail }) => detail === `no complete answer within ${patience.silent} ms`)
      const inVain = faults.filter(({ detail }) => detail === "no connection became free in time")
      // Eight at a time, each for as long as it may take, and none waits longer than twice that: eight at the
      // beginning, eight after that time, and at the end of the wait as many as the two timers that end then let in,
      // eight at most. A busy machine lets in fewer.
      expect(unanswered.length).toBeGreaterThanOrEqual(8)
      expect(unanswered.length).toBeLessThanOrEqual(24)
      expect(unanswered.length + inVain.length).toBe(40)
    }),
  )

  it.live.each([
    ["before the answer", ""],
    ["within the head", "HTTP/1.1 200 OK\r\nx-"],
    ["within the body", "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nhalf"],
  ] as const)("does not take a part of an answer for the whole: reset %s", ([, text]) =>
    Effect.gen(function* () {
      const { port } = yield* saying(text, (socket) => socket.resetAndDestroy())
      expect(yield* Effect.flip(sendTo(port))).toMatchObject({ reason: "broken_off" })
    }),
  )

  it.live("does not take a part of an answer for the whole: closed within it", () =>
    Effect.gen(function* () {
      for (const text of ["", "HTTP/1.1 200 OK\r\nx-", "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nhalf"]) {
        const { port } = yield* saying(text, (socket) => socket.end())
        expect(yield* Effect.flip(sendTo(port))).toMatchObject({ reason: "broken_off" })
      }
    }),
  )

  it.live.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.9\r\n"],
    ["a switch to no protocol", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
    ["a head without end", `HTTP/1.1 200 OK\r\n${"x-filler: yes\r\n".repeat(10_000)}`],
    ["a header with control characters", "HTTP/1.1 200 OK\r\nx: \u0000\u001b[31m\r\n\r\n"],
  ] as const)("does not read %s", ([, text]) =>
    Effect.gen(function* () {
      const { port } = yield* saying(text)
      const { detail, reason } = yield* Effect.flip(sendTo(port))
      expect(reason).toBe("unreadable")
      expect(detail).toMatch(/^\P{C}{1,200}$/u)
    }),
  )

  it.live("says so if no program listens", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(Effect.map(receiver(), (gone) => gone.port))
      expect(yield* Effect.flip(sendTo(port))).toMatchObject({
        reason: "not_connected",
        detail: expect.stringContaining("ECONNREFUSED"),
      })
    }),
  )

  it.live("adds no header, and sends nothing if one is malformed", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver()
      const sender = yield* senderWith()
      const malformed: ReadonlyArray<Readonly<Record<string, string>>> = [
        { "webhook-id": "1\r\nx-injected: yes" },
        { "webhook-id": "1\nx-injected: yes" },
        { "x\r\nx-injected": "yes" },
      ]
      for (const headers of malformed) {
        const exit = yield* Effect.exit(sender.send({ ...message(port), headers }))
        expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
      }
      yield* sender.send({ ...message(port), url: `http://127.0.0.1:${port}/a\r\nx-injected: yes/b c` })
      expect(received.map(({ path }) => path)).toEqual(["/ax-injected:%20yes/b%20c"])
      expect(received[0]?.headers).not.toHaveProperty("x-injected")
    }),
  )

  it.live("ignores the environment's proxies", () =>
    Effect.gen(function* () {
      const proxy = yield* receiver()
      const base = `http://127.0.0.1:${proxy.port}`
      yield* withEnvironment({
        NODE_USE_ENV_PROXY: "1",
        http_proxy: base,
        HTTP_PROXY: base,
        ALL_PROXY: base,
        no_proxy: "",
      })
      const { port, received } = yield* receiver()
      yield* sendTo(port)
      expect([received.length, proxy.connections()]).toEqual([1, 0])
    }),
  )

  it.live("uses a connection again", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* receiver({ answer: (_, response) => response.end("ok") })
      const sender = yield* senderWith()
      for (const _ of [1, 2, 3]) yield* sender.send(message(port))
      expect(connections()).toBe(1)
    }),
  )

  it.live("hangs up when its scope closes", () =>
    Effect.gen(function* () {
      const { open, port } = yield* receiver()
      const scope = yield* Scope.make()
      const sender = yield* Scope.provide(senderWith(), scope)
      yield* sender.send(message(port))
      expect(open()).toBe(1)
      yield* Scope.close(scope, Exit.void)
      yield* eventually(() => open() === 0)
    }),
  )

  it.live("hangs up when it is interrupted", () =>
    Effect.gen(function* () {
      const { open, port } = yield* rawReceiver((socket) => socket.resume())
      const sending = yield* Effect.forkChild(sendTo(port))
      yield* eventually(() => open() === 1)
      yield* Fiber.interrupt(sending)
      yield* eventually(() => open() === 0)
    }),
  )

  it.live("makes no receiver wait for another, and gives a silent one a few connections at most", () =>
    Effect.gen(function* () {
      const silent = yield* rawReceiver((socket) => socket.resume())
      const lively = yield* receiver()
      const sender = yield* senderWith()
      const waiting = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => sender.send(message(silent.port))),
          { concurrency: "unbounded" },
        ),
      )
      yield* eventually(() => silent.connections() === 8)
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => sender.send(message(lively.port))),
        { concurrency: "unbounded" },
      )
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 204))
      expect([silent.connections(), lively.connections() <= 8]).toEqual([8, true])
      yield* Fiber.interrupt(waiting)
    }),
  )

  it.live("makes no company wait for another, even if both use one host", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* rawReceiver((socket) => {
        socket.once("data", (head) => {
          if (head.toString().startsWith("POST /lenta ")) return
          socket.write("HTTP/1.1 204 No Content\r\n\r\n")
        })
      })
      const sender = yield* senderWith()
      const slow = Array.from({ length: 50 }, () => sender.send(message(port, "/lenta", 1)))
      const waiting = yield* Effect.forkChild(Effect.all(slow, { concurrency: "unbounded" }))
      yield* eventually(() => connections() === 8)
      expect(yield* sender.send(message(port, "/rapida", 2))).toMatchObject({ status: 204 })
      expect(connections()).toBe(9)
      yield* Fiber.interrupt(waiting)
    }),
  )
})

describe("a sender of webhooks, encrypting,", () => {
  const secure = (options: ReceiverOptions = {}) => receiver({ tls, ...options })
  const at = (port: number, host = "localhost") => ({ ...message(port), url: `https://${host}:${port}/avisos` })

  /** Has Node trust the receivers' certificate until the scope closes. */
  const trust = Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates("default")
      setDefaultCACertificates([...before, tls.cert])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before)),
  )

  it.live("posts to a receiver with a trusted certificate", () =>
    Effect.gen(function* () {
      yield* trust
      const { connections, port, received } = yield* secure({ host: "localhost" })
      const sender = yield* senderWith()
      for (const _ of [1, 2]) expect(yield* sender.send(at(port))).toMatchObject({ status: 204 })
      expect([received.length, connections()]).toEqual([2, 1])
    }),
  )

  it.live("sends nothing to a receiver with a self-signed certificate, whatever the environment says", () =>
    Effect.gen(function* () {
      yield* withEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })
      const { port, received } = yield* secure({ host: "localhost" })
      const sender = yield* senderWith()
      expect(yield* Effect.flip(sender.send(at(port)))).toMatchObject({
        reason: "tls",
        detail: expect.stringMatching(/^self-signed certificate.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/u),
      })
      expect(received).toEqual([])
    }),
  )

  it.live("sends nothing to a receiver with another host's certificate", () =>
    Effect.gen(function* () {
      yield* trust
      const { port, received } = yield* secure()
      const sender = yield* senderWith()
      expect(yield* Effect.flip(sender.send(at(port, "127.0.0.1")))).toMatchObject({
        reason: "tls",
        detail: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID"),
      })
      expect(received).toEqual([])
    }),
  )

  it.live("sends nothing to a receiver that does not encrypt", () =>
    Effect.gen(function* () {
      const plain = yield* receiver()
      const mute = yield* rawReceiver((socket) => socket.end())
      const sender = yield* senderWith()
      for (const { port } of [plain, mute]) {
        expect(yield* Effect.flip(sender.send(at(port, "127.0.0.1")))).toMatchObject({ reason: "tls" })
      }
    }),
  )

  it.live("says so if no program listens", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(Effect.map(receiver(), (gone) => gone.port))
      const sender = yield* senderWith()
      for (const host of ["127.0.0.1", "localhost"]) {
        expect(yield* Effect.flip(sender.send(at(port, host)))).toMatchObject({ reason: "not_connected" })
      }
    }),
  )
})
