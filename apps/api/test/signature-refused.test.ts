// An acquirer that answers 401 over a real connection: the operator learns of it, and everything else continues.
import { once } from "node:events"
import { createServer } from "node:http"
import { Schema } from "effect"
import { afterAll, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byPix } from "./example-orders.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const acquirer = { status: 401 }
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(acquirer.status).end("{}"))
}).listen(0, "127.0.0.1")
await once(server, "listening")
afterAll(() => void server.close())
const bound = server.address()

const database = await newDatabase()
const service = serviceUnderTest({
  database,
  isListening: true,
  environment: {
    VINTEM_GATEWAY_URL: `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`,
    VINTEM_GATEWAY_SECRET: "the-secret-of-somebody-else",
  },
})
const { vintem } = commandLine(database, {}, service.clock)

const Findings = Schema.Struct({
  data: Schema.Struct({ findings: Schema.Array(Schema.Struct({ finding: Schema.String })) }),
})

/** Charges once, and returns what readiness and the administration report. */
const afterAnswer = async (status: number) => {
  acquirer.status = status
  const company = await service.newCompany()
  await company.post("/api/v1/order/single", byPix())
  const { body, status: ready } = await service.call("GET", "/health/ready")
  const { findings } = shown(Findings, await service.administer("GET", "/admin/v1/status")).data
  return [ready, body, findings.some(({ finding }) => finding === "signature_refused")]
}

const logged = (text: string) => service.log.filter((line) => line.includes(text)).length

it("is reported by readiness, status and log, which name the variable, and the service stays ready", async () => {
  const refused = [200, { status: "ok", degraded: "signature_refused" }, true]
  const sentence = "it does not know the first secret of VINTEM_GATEWAY_SECRET"
  expect((await service.call("GET", "/health/ready")).body).toEqual({ status: "ok" })
  expect(await afterAnswer(401)).toEqual(refused)
  expect(await afterAnswer(401)).toEqual(refused)
  expect(logged(sentence)).toBe(1)
  const { outcome, printed } = await vintem("status", "--url", await service.base())
  expect(outcome).toMatch(/^attention: The acquirer refuses the signatures of the service/u)
  expect(printed).toContain("  Put a secret that the acquirer knows first in VINTEM_GATEWAY_SECRET")

  // An outage proves nothing about signatures.
  expect(await afterAnswer(503)).toEqual(refused)
  expect(await afterAnswer(200)).toEqual([200, { status: "ok" }, false])
  expect([logged(sentence), logged("the acquirer accepts our signatures again")]).toEqual([1, 1])
})
