// An acquirer behind a real connection that issues unpayable Pix codes and slips: the views of the payer, the company
// and the operator.
import { once } from "node:events"
import { createServer } from "node:http"
import { GatewayServer, SimulatedAcquirer, SimulatedBooks, SimulatedChargeList } from "@vintem/adapters"
import { PayerOrderResponse, SingleOrderResponse } from "@vintem/contract"
import { Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { thresholdOf } from "./alert-rules.ts"
import { byPix, bySlip } from "./example-orders.ts"
import { readExposition, valueOf } from "./exposition.ts"
import { signedHeaders } from "./gateway-signing.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"
import { stoppedClock } from "./stopped-clock.ts"

const secret = "the-acquirer-s-secret-of-these-tests"
const metricsToken = "prometheus-s-token-of-these-tests"

const simulated = HttpRouter.toWebHandler(
  Layer.mergeAll(GatewayServer.layer([Redacted.make(secret)]), HttpServer.layerServices).pipe(
    Layer.provide(Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer)),
    Layer.provide(SimulatedBooks.layerMemory),
    Layer.provideMerge(stoppedClock().layer),
  ),
  { disableLogger: true },
)
afterAll(simulated.dispose)

/** The acquirer's change to each answer's text, by the end of its path. */
let told: (answer: string, method: string, path: string) => string = (answer) => answer
/** The requests, as method and the last part of the path after the key. */
const asked: Array<string> = []

const server = createServer({ keepAlive: false }, async (request, response) => {
  const { headers, method = "", url = "" } = request
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const [path = ""] = url.split("?")
  asked.push(`${method} ${path.split("/").slice(4).join("/")}`.trim())
  const answer = await simulated.handler(
    new Request(`http://acquirer.test${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      ...(body === "" ? {} : { body }),
    }),
  )
  response.writeHead(answer.status, { "content-type": "application/json" }).end(told(await answer.text(), method, url))
}).listen(0, "127.0.0.1")
await once(server, "listening")
afterAll(() => void server.close())
const bound = server.address()
const port = typeof bound === "object" && bound !== null ? bound.port : 0

beforeEach(() => {
  asked.length = 0
})

const service = serviceUnderTest({
  environment: {
    VINTEM_GATEWAY_URL: `http://127.0.0.1:${port}`,
    VINTEM_GATEWAY_SECRET: secret,
    VINTEM_METRICS_TOKEN: metricsToken,
  },
})

/** Replaces a field of the instrument, in any answer that has it. */
const field = (name: string, changed: (value: string) => string) => (answer: string) =>
  answer.replace(
    new RegExp(`("${name}":")([^"]*)"`, "u"),
    (_, head: string, value: string) => `${head}${changed(value)}"`,
  )

/** Changes a digit at a position. It is a check digit itself, so the result is always invalid. */
const otherDigitAt = (place: number) => (value: string) =>
  `${value.slice(0, place)}${value.charAt(place) === "1" ? "2" : "1"}${value.slice(place + 1)}`

const otherEnd = (value: string) => `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`

const publicKeyOf = ({ data }: SingleOrderResponse) => data.public_key

const counted = async (method: string, fault: string) =>
  valueOf(
    readExposition((await service.call("GET", "/metrics", { token: metricsToken })).text),
    "vintem_wrong_instruments_total",
    { method, fault },
  ) ?? 0

const wrongs: ReadonlyArray<readonly [string, typeof byPix, string, string, (answer: string) => string]> = [
  ["a Pix code with another checksum", byPix, "pix", "code", field("code", otherEnd)],
  ["a Pix code with a byte after its checksum", byPix, "pix", "code", field("code", (code) => `${code}0`)],
  ["a Pix code that is cut", byPix, "pix", "code", field("code", (code) => code.slice(0, 60))],
  ["a slip's line with another digit", bySlip, "bank_slip", "line", field("line", otherDigitAt(9))],
  ["a slip's barcode with another digit", bySlip, "bank_slip", "barcode", field("barcode", otherDigitAt(4))],
  ["a slip of another day", bySlip, "bank_slip", "due_date", field("due_date", () => "2029-12-31")],
]

describe.each(wrongs)("%s", (_, by, method, fault, spoil) => {
  it("is not shown: the charge is withdrawn, the order is unpaid, and the payer pays again at once", async () => {
    told = spoil
    const before = await counted(method, fault)
    const company = await service.newCompany()
    const placed = shown(SingleOrderResponse, await company.post("/api/v1/order/single", by()))
    expect(placed).toMatchObject({ hasError: true, data: { status: "unpaid" }, payment: { digitable_number: null } })
    expect(asked).toEqual(["PUT", "GET", "PUT void"])
    expect((await counted(method, fault)) - before).toBeGreaterThan(thresholdOf("VintemWrongInstruments"))
    const number = placed.data.order_number
    const history = await service.administer("GET", `/admin/v1/companies/${company.id}/orders/${number}/history`)
    expect(history.body).toMatchObject({ data: { attempts: [{ standing: "refused", reason: "wrong_instrument" }] } })

    told = (answer) => answer
    const key = publicKeyOf(placed)
    const again = await service.call("POST", `/public/v1/orders/${key}/pay`, {
      body: { payment: { method } },
    })
    expect(again.status).toBe(200)
    const payer = shown(PayerOrderResponse, await service.call("GET", `/public/v1/orders/${key}`, { token: null }))
    expect(payer.data.status).toBe("waiting_payment")
  })
})

it("shows a correct instrument after one more lookup", async () => {
  told = (answer, method) => (method === "PUT" ? field("code", otherEnd)(answer) : answer)
  const company = await service.newCompany()
  const placed = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byPix()))
  expect(placed.data.status).toBe("waiting_payment")
  expect(placed.payment.digitable_number).toMatch(/^000201/u)
  expect(asked).toEqual(["PUT", "GET"])
})

it("takes no wrong code from a notification", async () => {
  let charged = ""
  told = (answer) => {
    charged = /"key":"([^"]+)"/u.exec(answer)?.[1] ?? charged
    return answer
  }
  const company = await service.newCompany()
  const placed = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byPix()))
  const shownCode = placed.payment.digitable_number
  const earlier = { type: "pix", code: otherEnd(shownCode ?? ""), expires_at: "2026-01-01T00:00:00.000Z" }
  const path = "/gateway/v1/notifications"
  const text = JSON.stringify({
    key: charged,
    news: [{ type: "charge", status: "open", report: { instrument: earlier } }],
  })
  const headers = signedHeaders(secret, service.clock.now(), "POST", path, text)
  expect((await service.call("POST", path, { text, headers })).status).toBe(200)
  const payer = shown(PayerOrderResponse, await service.call("GET", `/public/v1/orders/${publicKeyOf(placed)}`))
  expect(payer.data.pix?.code).toBe(shownCode)
})
