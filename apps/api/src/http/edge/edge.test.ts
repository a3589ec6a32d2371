// The edge's part of an answer and of the log, on test routes.
import { Effect, Layer, Logger, References } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { describe, expect, it } from "vitest"
import { RequestMeter } from "../../metrics/request-meter.ts"
import * as Edge from "./edge.ts"
import { readiness } from "./health.ts"
import { routeTable } from "./request/route-table.ts"

const typed = "4242424242424242"

/** The server's own error if a body breaks off; it names the requested address. */
const brokenOff = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const reason = new HttpServerError.RequestParseError({ request, cause: new Error("the connection broke") })
  return yield* new HttpServerError.HttpServerError({ reason })
})

const paths = ["/own", "/kept", "/broken/:order_number", "/fails"]

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/own", HttpServerResponse.text("{}")),
  HttpRouter.add("GET", "/kept", HttpServerResponse.text("{}", { headers: { "cache-control": "max-age=60" } })),
  HttpRouter.add("GET", "/broken/:order_number", brokenOff),
  HttpRouter.add("GET", "/fails", Effect.die(new Error("a fault of ours"))),
)

const asked = async (path: string, isHttpsOnly = false) => {
  const log: Array<string> = []
  const logger = Logger.make((options) => {
    log.push(Logger.formatJson.log(options))
  })
  const app = routes.pipe(
    Layer.provide(
      Edge.layer(routeTable(paths.map((one) => ({ method: "GET", path: one }))), Effect.succeed(isHttpsOnly)),
    ),
    Layer.provideMerge(readiness(Effect.succeed(null))),
    Layer.provideMerge(RequestMeter.idle),
    Layer.provideMerge(Logger.layer([logger])),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Info")),
  )
  const { handler, dispose } = HttpRouter.toWebHandler(app, { disableLogger: true })
  const answer = await handler(new Request(`http://127.0.0.1${path}`))
  await dispose()
  return { status: answer.status, headers: answer.headers, log: log.join("\n") }
}

describe("an answer", () => {
  it.each(["/own", "/broken/1", "/fails", "/nowhere"])(
    "of %s is kept in no cache, and browsers do not guess its type",
    async (path) => {
      const { headers } = await asked(path)
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
    },
  )

  it("may say itself how long it is kept", async () => {
    expect((await asked("/kept")).headers.get("cache-control")).toBe("max-age=60")
  })

  it.each([
    [true, "max-age=31536000"],
    [false, null],
  ])("makes browsers keep to https: %s", async (isHttpsOnly, expected) => {
    for (const path of ["/own", "/fails", "/nowhere"]) {
      expect((await asked(path, isHttpsOnly)).headers.get("strict-transport-security")).toBe(expected)
    }
  })
})

describe("the log of a failed request", () => {
  it("logs the cause of an error of the server, and not the requested address", async () => {
    const { status, log } = await asked(`/broken/${typed}?card=${typed}`)
    expect(status).toBe(500)
    expect(log).toContain("the connection broke")
    expect(log).toContain("RequestParseError")
    expect(log).not.toContain(typed)
  })

  it("reports a fault of ours", async () => {
    expect((await asked("/fails")).log).toContain("a fault of ours")
  })
})
