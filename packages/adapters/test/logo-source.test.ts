// Logos fetched over real connections: which become pictures, which do not, and that no host can delay a page.
import type { RequestListener } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { CompanyId } from "@vintem/domain/identifiers"
import { LogoSource } from "@vintem/domain/ports"
import { Effect, Fiber, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import sharp from "sharp"
import * as LogoSourceHttp from "../src/logo/http-logo-source.ts"
import { scannedJpeg } from "./scanned-jpeg.ts"
import { receiver } from "./webhook-receiver.ts"

/** A silent host is given up after this; a busy machine has fetched a picture by then. Milliseconds. */
const patience = { usual: 60_000, silent: 300 }

const red = { r: 200, g: 0, b: 0, alpha: 1 }
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: red } })

const pictures = {
  png: await blank(1_000, 400).png().toBuffer(),
  jpeg: await blank(100, 50)
    .withExif({ IFD0: { Copyright: "somebody" } })
    .jpeg()
    .toBuffer(),
  webp: await blank(100, 50).webp().toBuffer(),
  gif: await blank(100, 50).gif().toBuffer(),
  small: await blank(8, 4).png().toBuffer(),
  large: await blank(4_100, 4_100).png().toBuffer(),
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

const answering =
  (body: Uint8Array | string, contentType = "image/png"): RequestListener =>
  (_, response) =>
    response.writeHead(200, { "content-type": contentType }).end(body)

const movedTo =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end()

/** A source of logos with a host that answers as specified. */
const sourceWith = Effect.fnUntraced(function* (
  answer: RequestListener,
  options: Partial<LogoSourceHttp.LogoSourceOptions> = {},
) {
  const log: Array<string> = []
  const { port, received } = yield* receiver({ answer })
  const context = yield* Layer.build(
    LogoSourceHttp.layer({ allowPrivate: true, timeoutMillis: patience.usual, ...options }),
  )
  const logging = Logger.layer([Logger.map(Logger.formatJson, (line) => log.push(line))])
  const find = (url = `http://127.0.0.1:${port}/a-secret/logo?of=me`, company = 1) =>
    Effect.flatMap(LogoSource, (source) => source.find(CompanyId.make(company), url)).pipe(
      Effect.provideContext(context),
      Effect.provide(logging),
    )
  return { find, log, port, received }
})

const sizeOf = (bytes: Uint8Array) =>
  Effect.map(
    Effect.promise(() => sharp(bytes).metadata()),
    ({ exif, format, height, width }) => ({ exif, format, height, width }),
  )

describe("a logo", () => {
  it.live.each([
    ["png", 480, 192],
    ["jpeg", 100, 50],
    ["webp", 100, 50],
    ["gif", 100, 50],
    ["small", 8, 4],
  ] as const)("that is sent as %s is a WebP of %i by %i pixels, and nothing else", ([kind, width, height]) =>
    Effect.gen(function* () {
      const { find, log, received } = yield* sourceWith(answering(pictures[kind], "text/plain"))
      const logo = Option.getOrThrow(yield* find())
      expect(received[0]?.headers).toMatchObject({ "user-agent": "Vintem" })
      expect(logo.mediaType).toBe("image/webp")
      expect(yield* sizeOf(logo.bytes)).toEqual({ exif: undefined, format: "webp", height, width })
      expect(log).toEqual([])
    }),
  )

  it.live("is shown while many of another host wait for it to answer, with two requests open", () =>
    Effect.gen(function* () {
      const { find, port, received } = yield* sourceWith((request, response) => {
        if (request.headers.host?.startsWith("127.0.0.1") === true) response.writeHead(200).end(pictures.small)
      })
      const silent = Array.from({ length: 64 }, (_, n) => `http://localhost:${port}/${n}`)
      const asking = Effect.forEach(silent, (url, n) => find(url, n + 2), { concurrency: "unbounded" })
      const waiting = yield* Effect.forkChild(asking, { startImmediately: true })
      expect(Option.isSome(yield* find())).toBe(true)
      expect(received.length).toBeLessThanOrEqual(3)
      yield* Fiber.interrupt(waiting)
    }),
  )

  it.live("is shown while many of another company wait for a silent host, with one request open", () =>
    Effect.gen(function* () {
      const { find, port, received } = yield* sourceWith((request, response) => {
        if (request.url === "/mine") response.writeHead(200).end(pictures.small)
      })
      const urls = Array.from({ length: 64 }, (_, n) => `http://127.0.0.1:${port}/${n}`)
      const asking = Effect.forEach(urls, (url) => find(url, 2), { concurrency: "unbounded" })
      const waiting = yield* Effect.forkChild(asking, { startImmediately: true })
      expect(Option.isSome(yield* find(`http://127.0.0.1:${port}/mine`))).toBe(true)
      expect(received.length).toBeLessThanOrEqual(2)
      yield* Fiber.interrupt(waiting)
    }),
  )

  it.live("may be a progressive JPEG with as many scans as programs write, and tenfold, but not thousands", () =>
    Effect.gen(function* () {
      const some = yield* sourceWith(answering(Buffer.from(scannedJpeg(64))))
      expect(Option.isSome(yield* some.find())).toBe(true)
      for (const scans of [101, 2_646]) {
        const many = yield* sourceWith(answering(Buffer.from(scannedJpeg(scans))))
        expect(Option.isNone(yield* many.find())).toBe(true)
        expect(many.log[0]).toContain("more than 100 scans")
      }
    }),
  )

  it.live.each([
    ["is a drawing", answering(drawing, "image/svg+xml"), "neither PNG, JPEG, WebP nor GIF"],
    ["is empty", answering(""), "neither PNG, JPEG, WebP nor GIF"],
    ["ends in the middle", answering(pictures.png.subarray(0, 500)), ""],
    ["only begins like one", answering(Buffer.concat([pictures.png.subarray(0, 16), Buffer.from(drawing)])), ""],
    ["has too many pixels", answering(pictures.large), "pixel limit"],
    [
      "has too many bytes",
      answering(Buffer.concat([pictures.png, Buffer.alloc(3_000_000)])),
      "more than 2097152 bytes",
    ],
    ["is not there", (_, response) => response.writeHead(404).end(pictures.png), "HTTP 404"],
    ["moved to nowhere", (_, response) => response.writeHead(302).end(), "HTTP 302"],
    ["moved in a circle", movedTo("/again"), "redirected more than 3 times"],
    ["moved to a file", movedTo("file:///etc/passwd"), "the scheme file:"],
    ["moved to what is no URL", movedTo("http://["), "no URL"],
    ["moved to the machine's secrets", movedTo("http://169.254.169.254/latest/meta-data"), "address"],
    ["breaks off", (_, response) => response.writeHead(200).flushHeaders() ?? response.destroy(), ""],
  ] satisfies ReadonlyArray<readonly [string, RequestListener, string]>)(
    "that is %s is refused, and the log says why without the URL",
    ([, answer, why]) =>
      Effect.gen(function* () {
        const { find, log } = yield* sourceWith(answer)
        expect(Option.isNone(yield* find())).toBe(true)
        expect(log).toHaveLength(1)
        expect(log[0]).toContain("no logo was read")
        expect(log[0]).toContain(why)
        expect(log[0]).not.toContain("a-secret")
      }),
  )

  it.live("is found after a redirect", () =>
    Effect.gen(function* () {
      const { find, received } = yield* sourceWith((request, response) =>
        request.url === "/3"
          ? answering(pictures.small)(request, response)
          : movedTo(request.url === "/2" ? "3" : "/2")(request, response),
      )
      expect(Option.isSome(yield* find())).toBe(true)
      expect(received.map(({ path }) => path)).toEqual(["/a-secret/logo?of=me", "/2", "/3"])
    }),
  )

  it.live("is not requested from a forbidden address", () =>
    Effect.gen(function* () {
      const { find, log, port, received } = yield* sourceWith(answering(pictures.small), { allowPrivate: false })
      for (const url of [`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, "https://10.0.0.1/", "no URL"]) {
        expect(Option.isNone(yield* find(url))).toBe(true)
      }
      expect([log.length, received.length]).toEqual([4, 0])
    }),
  )

  it.live.each([
    ["from the beginning", () => {}],
    ["after the head", (_, response) => response.writeHead(200).flushHeaders()],
    ["in the middle", (_, response) => response.writeHead(200).write(pictures.png.subarray(0, 500))],
  ] satisfies ReadonlyArray<readonly [string, RequestListener]>)(
    "is missing if the host is silent %s, and does not keep the caller waiting",
    ([, answer]) =>
      Effect.gen(function* () {
        const { find, log } = yield* sourceWith(answer, { timeoutMillis: patience.silent })
        expect(Option.isNone(yield* find())).toBe(true)
        expect(log[0]).toContain("no picture in time")
      }),
  )

  it.live("is fetched once for concurrent callers", () =>
    Effect.gen(function* () {
      const { find, received } = yield* sourceWith(answering(pictures.png))
      const found = yield* Effect.all(
        Array.from({ length: 20 }, () => find()),
        { concurrency: "unbounded" },
      )
      expect(found.every(Option.isSome)).toBe(true)
      expect(received).toHaveLength(1)
    }),
  )

  it.effect("is requested again after an hour, and after a minute if there was none", () =>
    Effect.gen(function* () {
      let isThere = false
      const { find, received } = yield* sourceWith((request, response) =>
        isThere ? answering(pictures.small)(request, response) : response.writeHead(500).end(),
      )
      const isFound = Effect.gen(function* () {
        const asking = yield* Effect.forkChild(find())
        return Option.isSome(yield* Fiber.join(asking))
      })
      expect(yield* isFound).toBe(false)
      isThere = true
      expect([yield* isFound, received.length]).toEqual([false, 1])
      yield* TestClock.adjust("61 seconds")
      expect([yield* isFound, received.length]).toEqual([true, 2])
      yield* TestClock.adjust("59 minutes")
      expect([yield* isFound, received.length]).toEqual([true, 2])
      yield* TestClock.adjust("2 minutes")
      expect([yield* isFound, received.length]).toEqual([true, 3])
    }),
  )
})
