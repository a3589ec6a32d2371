// Requests and answers over real connections.
import { once } from "node:events"
import { createServer } from "node:http"
import { connect } from "node:net"
import { setImmediate } from "node:timers/promises"
import { bodyBytesMax } from "@vintem/contract"
import { Deferred, Duration, Effect, Layer, ManagedRuntime, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { afterAll, describe, expect, it } from "vitest"
import { bodyBytes } from "../body/body-bytes.ts"
import * as NodeServer from "./node-server.ts"

const begun = Deferred.makeUnsafe<void>()
const interrupted = Deferred.makeUnsafe<void>()
const released = Deferred.makeUnsafe<void>()

const length = Effect.gen(function* () {
  const read = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, bodyBytes)
  return HttpServerResponse.text(read._tag === "Success" ? String(read.success.length) : read.failure)
})

const endless = Effect.gen(function* () {
  yield* Effect.addFinalizer(() => Deferred.succeed(released, undefined))
  return HttpServerResponse.stream(Stream.concat(Stream.make(new Uint8Array([97])), Stream.never))
})

const silent = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
  Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined)),
)

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/short", HttpServerResponse.text("ação", { headers: { "x-one": "1" } })),
  HttpRouter.add("GET", "/later", Effect.as(Effect.sleep(1), HttpServerResponse.text("later"))),
  HttpRouter.add("GET", "/long", HttpServerResponse.text("x".repeat(200_000))),
  HttpRouter.add("GET", "/bytes", HttpServerResponse.uint8Array(new Uint8Array([1, 2, 3]))),
  HttpRouter.add("GET", "/empty", HttpServerResponse.empty()),
  HttpRouter.add("GET", "/cookie", HttpServerResponse.setCookieUnsafe(HttpServerResponse.text("c"), "a", "b")),
  HttpRouter.add("GET", "/fails", Effect.die(new Error("a fault of ours"))),
  HttpRouter.add("GET", "/unsendable", HttpServerResponse.text("no", { headers: { "x-one": "a\nb" } })),
  HttpRouter.add("GET", "/silent", silent),
  HttpRouter.add("GET", "/endless", endless),
  HttpRouter.add(
    "GET",
    "/asked",
    Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) =>
      HttpServerResponse.text(`${url} ${headers["host"]}`),
    ),
  ),
  HttpRouter.add(
    "GET",
    "/named/:name",
    Effect.map(HttpRouter.params, ({ name }) => HttpServerResponse.text(`named ${name}`)),
  ),
  HttpRouter.add("POST", "/length", length),
  HttpRouter.add("POST", "/refused", HttpServerResponse.text("no", { status: 401 })),
)

const runtime = ManagedRuntime.make(
  HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(
      NodeServer.layer(() => createServer(), {
        host: "127.0.0.1",
        port: 0,
        gracefulShutdownTimeout: Duration.seconds(1),
      }),
    ),
  ),
)
const port = runtime.runPromise(
  Effect.map(HttpServer.HttpServer, ({ address }) => (address._tag === "UnixPathAddress" ? 0 : address.port)),
)
const ask = async (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${await port}${path}`, init)

/** Sends bytes and returns what comes back, until the server closes the connection or `isWhole`. */
const exchanged = async (
  text: string,
  isWhole: (received: string) => boolean,
  then: (send: (more: string) => void, received: string) => void = () => {},
) => {
  const to = await port
  return new Promise<string>((resolve, reject) => {
    let received = ""
    const socket = connect(to, "127.0.0.1", () => socket.write(text))
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      then((more) => socket.write(more), received)
      if (isWhole(received)) socket.destroy()
    })
    socket.on("close", () => resolve(received))
    socket.on("error", reject)
  })
}

afterAll(() => runtime.dispose())

describe("a server that stops", () => {
  it("waits for no client that has stopped in the middle of a request", async () => {
    const ending = ManagedRuntime.make(
      HttpRouter.serve(HttpRouter.add("POST", "/length", Effect.uninterruptible(length)), {
        disableLogger: true,
        disableListenLog: true,
      }).pipe(
        Layer.provideMerge(
          NodeServer.layer(() => createServer(), {
            host: "127.0.0.1",
            port: 0,
            gracefulShutdownTimeout: Duration.millis(50),
          }),
        ),
      ),
    )
    const { address } = await ending.runPromise(HttpServer.HttpServer)
    const socket = connect(address._tag === "UnixPathAddress" ? 0 : address.port, "127.0.0.1")
    const ended = once(socket, "close")
    socket.on("error", () => {}) // the server resets the connection
    socket.write("POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2000\r\n\r\n")
    await once(socket, "data") // the body is waited for
    socket.write("half")
    await ending.dispose()
    await ended
  })
})

describe("the server", () => {
  it("answers with a text, its headers and its length in bytes", async () => {
    const response = await ask("/short")
    expect([response.status, response.headers.get("x-one"), response.headers.get("content-length")]).toEqual([
      200,
      "1",
      "6",
    ])
    expect(await response.text()).toBe("ação")
  })

  it.each([
    ["/later", "later"],
    ["/long", "x".repeat(200_000)],
    ["/bytes", "\u0001\u0002\u0003"],
    ["/empty", ""],
  ])("answers %s whole", async (path, text) => {
    expect(await (await ask(path)).text()).toBe(text)
  })

  it("gives cookies, and answers HEAD without a body", async () => {
    expect((await ask("/cookie")).headers.getSetCookie()).toEqual(["a=b"])
    const head = await ask("/short", { method: "HEAD" })
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "6", ""])
  })

  it("answers 500 instead of a header that cannot be sent, and all other requests of the same tick", async () => {
    const paths = ["/short", "/unsendable", "/short", "/unsendable", "/short"]
    const answers = await Promise.all(paths.map((path) => ask(path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 500, 200])
  })

  it("answers a failure with 500, and continues", async () => {
    expect((await ask("/fails")).status).toBe(500)
    expect((await ask("/short")).status).toBe(200)
  })

  it.each([0, 4, 70_000, bodyBytesMax])("gives a body of %i bytes whole", async (bytes) => {
    expect(await (await ask("/length", { method: "POST", body: "x".repeat(bytes) })).text()).toBe(String(bytes))
  })

  it.each([bodyBytesMax + 1, 4 * bodyBytesMax])("refuses a body of %i bytes, announced or in chunks", async (bytes) => {
    expect(await (await ask("/length", { method: "POST", body: "x".repeat(bytes) })).text()).toBe("too_large")
    const piece = new TextEncoder().encode("x".repeat(bytes))
    const body = new ReadableStream({
      start: (to) => {
        to.enqueue(piece)
        to.close()
      },
    })
    const inPieces = { method: "POST", body, duplex: "half" } as const
    expect(await (await ask("/length", inPieces)).text()).toBe("too_large")
  })

  it("reads a body that comes in chunks, some of them later", async () => {
    const pieces = ["body", "again"]
    const body = new ReadableStream({
      pull: async (to) => {
        await setImmediate()
        const piece = pieces.shift()
        if (piece === undefined) to.close()
        else to.enqueue(new TextEncoder().encode(piece))
      },
    })
    const inPieces = { method: "POST", body, duplex: "half" } as const
    expect(await (await ask("/length", inPieces)).text()).toBe("9")
  })

  it("answers requests that come at once on one connection in their order", async () => {
    const one = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`
    const received = await exchanged(one("/later") + one("/bytes") + one("/short"), (text) =>
      text.endsWith("a\u00c3\u00a7\u00c3\u00a3o"),
    )
    expect(received.indexOf("later")).toBeLessThan(received.indexOf("\u0001\u0002\u0003"))
  })

  it("uses the host of an absolute address", async () => {
    const received = await exchanged(
      "GET http://shop.example/asked?a=1 HTTP/1.1\r\nhost: other\r\nconnection: close\r\n\r\n",
      () => false,
    )
    expect(received).toContain("/asked?a=1 shop.example")
  })

  it("keeps a semicolon and a number sign in the path, and leaves the query unchanged", async () => {
    const answered = (target: string) =>
      exchanged(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`, () => false)
    for (const target of ["/short;a", "/short#a", "/short;", "/asked;a=1?b=2", "http://shop.example/short;a"]) {
      expect.soft(await answered(target), target).toContain("HTTP/1.1 404 Not Found")
    }
    expect(await answered("/named/a;b")).toContain("named a;b")
    expect(await answered("/named/a#b?c=1")).toContain("named a#b")
    expect(await answered("/asked?a=1;b=2#c")).toContain("/asked?a=1;b=2#c a")
  })

  it("sends `100 Continue` to a waiting client once the body is read", async () => {
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\n`
    const read = await exchanged(
      head("/length"),
      (text) => text.endsWith("4"),
      (send, received) => {
        if (received === "HTTP/1.1 100 Continue\r\n\r\n") send("body")
      },
    )
    expect(read).toContain("HTTP/1.1 200 OK")
    // A refused client need not send its body: further bytes on the connection would be ambiguous.
    const refused = await exchanged(head("/refused"), () => false)
    expect(refused).not.toContain("100 Continue")
    expect(refused.toLowerCase()).toContain("connection: close")
  })

  it("closes the connection of a refused client that keeps sending", async () => {
    const received = await exchanged(
      `POST /refused HTTP/1.1\r\nhost: a\r\ncontent-length: 100000000\r\n\r\n${"x".repeat(1_000_000)}`,
      () => false,
    )
    expect(received).toContain("HTTP/1.1 401 Unauthorized")
  })

  it("interrupts the work for a client that hangs up", async () => {
    const aborted = new AbortController()
    const asked = ask("/silent", { signal: aborted.signal })
    await runtime.runPromise(Deferred.await(begun))
    aborted.abort()
    await expect(asked).rejects.toThrow()
    await runtime.runPromise(Deferred.await(interrupted))
  })

  it("releases a stream's resources when its client goes", async () => {
    const aborted = new AbortController()
    const response = await ask("/endless", { signal: aborted.signal })
    const reader = response.body?.getReader()
    expect(await reader?.read()).toEqual({ done: false, value: new Uint8Array([97]) })
    aborted.abort()
    await runtime.runPromise(Deferred.await(released))
  })
})
