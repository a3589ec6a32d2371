// Failures after which a charge certainly never left: each kind over a real socket, next to a similar one without that
// certainty.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { createServer as createSecureHttpServer } from "node:https"
import { connect, createServer as createSocketServer, type Server, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { Acquirer } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import { FetchHttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import * as GatewayAcquirer from "../src/gateway/gateway-acquirer.ts"
import { clientOf, secrets } from "./gateway-connection.ts"
import { simulatedMeans } from "./simulated-means.ts"

const key = AttemptKey.make("9f8e7d6c5b4a39281706f5e4d3c2b1a0")
const request = chargeRequest(key, simulatedMeans.cards.approved)

const fixture = (name: string) => readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)), "utf8")
const certificate = fixture("localhost-certificate.pem")
const tls = { cert: certificate, key: fixture("localhost-key.pem") }

/** The port of a server that listens until the scope ends. Its connections are then broken. */
const listening = (server: Server) => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
  })
  return Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(address !== null && typeof address === "object" ? Effect.succeed(address.port) : Effect.die(address))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      }),
  )
}

/** A port where nothing listens. */
const deserted = Effect.scoped(listening(createSocketServer()))

const standingProgram = `const server = require("node:net").createServer()
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port))`

/** The port of a stopped process's server. Unaccepted connections fill its queue, so the system answers no other. */
const overrun = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const program = spawn(process.execPath, ["-e", standingProgram], { stdio: ["ignore", "pipe", "inherit"] })
      const [printed] = await once(program.stdout, "data")
      const port = Number(printed)
      program.kill("SIGSTOP")
      const queued = Array.from({ length: 8 }, () => connect(port, "127.0.0.1").on("error", () => {}))
      await Promise.all(queued.slice(0, 2).map((socket) => once(socket, "connect")))
      return { port, program, queued }
    }),
    ({ program, queued }) =>
      Effect.sync(() => {
        for (const socket of queued) socket.destroy()
        program.kill("SIGKILL")
      }),
  ),
  ({ port }) => port,
)

const charge = Effect.flatMap(Acquirer, (acquirer) => acquirer.charge(request))

/** The result of a charge at a URL. */
const endingAt = (url: string, timeoutMillis?: number) =>
  charge.pipe(
    Effect.map(({ fact }): string => fact),
    Effect.catch(({ _tag }) => Effect.succeed(_tag)),
    Effect.provide(clientOf(url, timeoutMillis, certificate)),
  )

describe("a charge that surely never left", () => {
  it.live("is one whose acquirer's name is not found", () =>
    Effect.gen(function* () {
      expect(yield* endingAt("http://acquirer.invalid")).toBe("AcquirerUnreached")
    }),
  )

  it.live("is one whose connection is refused", () =>
    Effect.gen(function* () {
      expect(yield* endingAt(`http://127.0.0.1:${yield* deserted}`)).toBe("AcquirerUnreached")
    }),
  )

  it.live.each<[string, number]>([
    ["the time to connect", 3_000],
    ["the time of the whole question", 300],
  ])("is one whose connection is not established within %s", ([, timeoutMillis]) =>
    Effect.gen(function* () {
      expect(yield* endingAt(`http://127.0.0.1:${yield* overrun}`, timeoutMillis)).toBe("AcquirerUnreached")
    }),
  )

  it.live("is one whose certificate is not trusted, and it is not sent", () =>
    Effect.gen(function* () {
      let requests = 0
      const port = yield* listening(createSecureHttpServer(tls, () => (requests += 1)))
      const untrusting = Effect.provide(Effect.flip(charge), clientOf(`https://localhost:${port}`))
      expect((yield* untrusting)._tag).toBe("AcquirerUnreached")
      expect(requests).toBe(0)
    }),
  )

  it.live("is one whose connection is reset before the handshake of TLS is done", () =>
    Effect.gen(function* () {
      const port = yield* listening(createSocketServer((socket) => socket.once("data", () => socket.resetAndDestroy())))
      expect(yield* endingAt(`https://localhost:${port}`)).toBe("AcquirerUnreached")
    }),
  )

  it.live.each<[string, number]>([
    ["the time to connect", 3_000],
    ["the time of the whole question", 300],
  ])("is one whose handshake is not done within %s", ([, timeoutMillis]) =>
    Effect.gen(function* () {
      const port = yield* listening(createSocketServer())
      expect(yield* endingAt(`https://localhost:${port}`, timeoutMillis)).toBe("AcquirerUnreached")
    }),
  )

  it.live("is one that found its kept connection closed, and no other", () =>
    Effect.gen(function* () {
      const server = createHttpServer((_, response) => response.writeHead(503).end())
      const port = yield* deserted
      yield* Effect.gen(function* () {
        yield* Effect.acquireUseRelease(
          Effect.callback<void>((resume) => {
            server.listen(port, "127.0.0.1", () => resume(Effect.void))
          }),
          () => Effect.flip(charge),
          () =>
            Effect.callback<void>((resume) => {
              server.close(() => resume(Effect.void))
              server.closeAllConnections()
            }),
        )
        yield* Effect.sleep(50)
        expect((yield* Effect.flip(charge))._tag).toBe("AcquirerUnreached")
      }).pipe(Effect.provide(clientOf(`http://127.0.0.1:${port}`)))
    }),
  )
})

describe("a charge that may have left", () => {
  const speaking = (speak: (socket: Socket) => void) =>
    listening(createSocketServer((socket) => void socket.once("data", () => speak(socket))))

  it.live.each<[string, (socket: Socket) => void]>([
    ["resets the connection", (socket) => socket.resetAndDestroy()],
    ["closes the connection", (socket) => socket.end()],
    ["says nothing in time", () => {}],
  ])("is one that the acquirer %s", ([, speak]) =>
    Effect.gen(function* () {
      expect(yield* endingAt(`http://127.0.0.1:${yield* speaking(speak)}`, 300)).toBe("OutcomeUnknown")
    }),
  )

  it.live("is one if TLS 1.3 answers that it requires a certificate: by then the request may be in flight", () =>
    Effect.gen(function* () {
      const options = { ...tls, requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.3" } as const
      const port = yield* listening(createSecureHttpServer(options))
      expect(yield* endingAt(`https://localhost:${port}`)).toBe("OutcomeUnknown")
    }),
  )

  it.live("is one that a kept connection took, although the next one is refused", () =>
    Effect.gen(function* () {
      let served = 0
      const server = createHttpServer((incoming, response) => {
        served += 1
        if (served === 1) {
          response.writeHead(503).end()
          return
        }
        server.close()
        incoming.socket.resetAndDestroy()
      })
      const port = yield* listening(server)
      const second = Effect.andThen(Effect.flip(charge), Effect.flip(charge))
      const { _tag } = yield* Effect.provide(second, clientOf(`http://127.0.0.1:${port}`))
      expect([served, _tag]).toEqual([2, "OutcomeUnknown"])
    }),
  )

  it.live("is any from a client that does not report its sending", () =>
    Effect.gen(function* () {
      const url = `http://127.0.0.1:${yield* deserted}`
      const untelling = GatewayAcquirer.layer({ url, secrets, timeoutMillis: 1_000 })
      const { _tag } = yield* Effect.provide(Effect.flip(charge), Layer.provide(untelling, FetchHttpClient.layer))
      expect(_tag).toBe("OutcomeUnknown")
    }),
  )
})

it.live("has an unknown outcome even if a find, a void or a refund never left", () =>
  Effect.gen(function* () {
    const url = `http://127.0.0.1:${yield* deserted}`
    const tags = yield* Effect.provide(
      Effect.flatMap(Acquirer, (acquirer) =>
        Effect.all([
          Effect.flip(acquirer.find({ key })),
          Effect.flip(acquirer.void({ key })),
          Effect.flip(
            acquirer.refund({
              key: RefundKey.make("1a2b3c4d"),
              charge: { key },
              amount: centavos(100),
              way: "reversal",
            }),
          ),
        ]),
      ),
      clientOf(url),
    )
    expect(tags.map(({ _tag }) => _tag)).toEqual(["OutcomeUnknown", "OutcomeUnknown", "OutcomeUnknown"])
  }),
)
