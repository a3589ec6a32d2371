// The page for implementers, compared with the protocol's behavior.
import { readFileSync } from "node:fs"
import { GatewayServer, SimulatedAcquirer, SimulatedBooks } from "@vintem/adapters"
import { Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { afterAll, describe, expect, it } from "vitest"
import { sandboxSecrets } from "../src/acquirer/serve-acquirer.ts"
import { gatewayPaths } from "../src/http/gateway-notifications.ts"
import { signedHeaders } from "./gateway-signing.ts"
import { stoppedClock } from "./stopped-clock.ts"

const page = readFileSync(new URL("../../../docs/gateway-protocol.md", import.meta.url), "utf8")

/** The first fenced block of a language after a heading. */
const block = (heading: string, language: string): string =>
  new RegExp(`^#+ ${heading}$[\\s\\S]*?^\`\`\`${language}\n([\\s\\S]*?)\n\`\`\`$`, "mu").exec(page)?.[1] ?? ""

/** The worked example: a request as it goes over the wire. */
const example = () => {
  const [head = "", body = ""] = block("A worked example", "http").split("\n\n")
  const [line = "", ...fields] = head.split("\n")
  const [method = "", path = ""] = line.split(" ")
  return { method, path, body, headers: Object.fromEntries(fields.map((field) => field.split(": "))) }
}

const secret = /The secret is `([^`]+)`/u.exec(page)?.[1] ?? ""

describe("the worked example", () => {
  const clock = stoppedClock()
  const app = Layer.mergeAll(GatewayServer.layer([Redacted.make(secret)]), HttpServer.layerServices).pipe(
    Layer.provide(SimulatedAcquirer.layer),
    Layer.provide(SimulatedBooks.layerMemory),
    Layer.provideMerge(clock.layer),
  )
  const { handler, dispose } = HttpRouter.toWebHandler(app, { disableLogger: true })
  afterAll(dispose)

  it("is signed as the page says", () => {
    const { method, path, body, headers } = example()
    const millis = Number(headers["Gateway-Timestamp"]) * 1_000
    const { authorization } = signedHeaders(secret, millis, method, path, body)
    expect(headers["Authorization"]).toBe(authorization)
  })

  it("is answered as the page says", async () => {
    const { method, path, body, headers } = example()
    const answer = await handler(new Request(`http://acquirer.test${path}`, { method, headers, body }))
    expect([answer.status, await answer.json()]).toEqual([200, JSON.parse(block("A worked example", "json") || "null")])
  })
})

describe("the page of the gateway protocol", () => {
  it("names every request", () => {
    for (const { method, path } of GatewayServer.served) {
      expect(page).toContain(`${method} ${path.replace(/:(\w+)/gu, "{$1}")}`)
    }
    for (const { method, path } of gatewayPaths) expect(page).toContain(`${method} {VINTEM_PUBLIC_URL}${path}`)
  })

  it("names the public secret of sandboxes", () => {
    expect(page).toContain(Redacted.value(sandboxSecrets[0]))
  })
})
