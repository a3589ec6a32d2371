/**
 * Traces from a collector's view: a request, its units, its questions to the acquirer and its webhook are one trace;
 * and no trace contains request data, payment data or secrets.
 */
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http"
import { GatewayServer, SimulatedAcquirer, SimulatedBooks, SimulatedChargeList } from "@vintem/adapters"
import { WebhookView } from "@vintem/contract"
import { Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { afterAll, describe, expect, it } from "vitest"
import { address, byCard, byNumber, byPix, bySlip, changed, payer, visa } from "./example-orders.ts"
import { credit, payersOf, paying } from "./payers.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { stoppedClock } from "./stopped-clock.ts"

const servers: Array<Server> = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** The address of a server that listens while this file's tests run. */
const listening = async (answer: RequestListener): Promise<string> => {
  const server = createServer({ keepAlive: false }, answer).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  const bound = server.address()
  return typeof bound === "object" && bound !== null ? `http://127.0.0.1:${bound.port}` : ""
}

const textOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The exports, as they came. */
const exported: Array<string> = []
const collector = await listening(async (request, response) => {
  exported.push(await textOf(request))
  response.writeHead(request.url === "/v1/traces" ? 200 : 404).end("{}")
})

/** The requests to each of the other servers. */
const asked: Array<{ readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }> = []
const told: Array<IncomingHttpHeaders> = []

const gatewaySecret = "the-gateway-s-secret-of-the-tests"
const acquirer = HttpRouter.toWebHandler(
  Layer.mergeAll(GatewayServer.layer([Redacted.make(gatewaySecret)]), HttpServer.layerServices).pipe(
    Layer.provide(Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer)),
    Layer.provide(SimulatedBooks.layerMemory),
    // Signatures depend on the time, and the service's is stopped.
    Layer.provideMerge(stoppedClock().layer),
  ),
  { disableLogger: true },
)
afterAll(acquirer.dispose)
const gateway = await listening(async (request, response) => {
  const { headers, method = "", url = "" } = request
  const body = await textOf(request)
  asked.push({ method, url, headers })
  const answer = await acquirer.handler(
    new Request(`http://acquirer.test${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      ...(body === "" ? {} : { body }),
    }),
  )
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
})
const receiver = await listening((request, response) => {
  told.push(request.headers)
  response.writeHead(204).end()
})

const service = serviceUnderTest({
  environment: {
    VINTEM_OTLP_URL: collector,
    VINTEM_TRACE_SAMPLING: "1",
    VINTEM_TRACE_WEBHOOK_HOSTS: "127.0.0.1",
    VINTEM_GATEWAY_URL: gateway,
    VINTEM_GATEWAY_SECRET: gatewaySecret,
  },
})
const { makeLink, payLink } = payersOf(service)

const single = "/api/v1/order/single"
const pass = () => service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })

const Attributes = Schema.Array(
  Schema.Struct({
    key: Schema.String,
    value: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite])),
  }),
)
const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optional(Schema.String),
  name: Schema.String,
  kind: Schema.Int,
  attributes: Attributes,
  events: Schema.Array(Schema.Unknown),
})
const Export = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      resource: Schema.Struct({ attributes: Attributes }),
      scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })),
    }),
  ),
})
const exportsIn = (texts: ReadonlyArray<string>) =>
  texts.flatMap((text) => Schema.decodeSync(Schema.fromJsonString(Export))(text).resourceSpans)
const spansIn = (texts: ReadonlyArray<string>) =>
  exportsIn(texts).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

/** The processes that exported this. */
const instancesIn = (texts: ReadonlyArray<string>) =>
  new Set(
    exportsIn(texts).map(
      ({ resource }) => resource.attributes.find(({ key }) => key === "service.instance.id")?.value["stringValue"],
    ),
  )

const traceOf = (letter: string): string => letter.repeat(32)
const parentSpan = "00f067aa0ba902b7"
const traceParent = (letter: string, flags = "01") => ({ traceparent: `00-${traceOf(letter)}-${parentSpan}-${flags}` })

/** Values that no reader of traces may see. */
const secrets: Array<string> = [
  visa.number,
  "4000000000000002",
  payer.email,
  payer.taxvat,
  payer.telephone,
  payer.fullname,
  visa.holder,
  address.street,
  gatewaySecret,
  "my-own-key-of-this-request",
  "somebody-s-user-agent",
]

/** Uses the service in every way that has something to hide. */
const useAll = async (company: CompanyUnderTest) => {
  const webhook = await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, {
    url: `${receiver}/avisos`,
  })
  secrets.push(company.key, shown(Schema.Struct({ data: WebhookView }), webhook).data.secret ?? "no secret")
  const headers = { "idempotency-key": "my-own-key-of-this-request", "user-agent": "somebody-s-user-agent" }
  await company.post(single, byCard(), { ...headers, ...traceParent("a") })
  await company.post(single, byCard(), { ...headers, ...traceParent("b", "00") })
  for (const body of [byNumber("4000000000000002"), byNumber("4000000000009235"), byPix(), bySlip()]) {
    await company.post(single, body)
  }
  for (const path of ["customer.taxvat", "payment.card.expiration", "items.0.sku"]) {
    await company.post(single, changed(byCard(), path, `${visa.number} ${payer.email}`))
  }
  await company.post(single, "not even an order", { "x-request-id": payer.email })
  await company.get(`/api/v1/order?document=${payer.taxvat}&src=${visa.number}`)
  await company.get(`/api/v1/order/${visa.number}`)
  await service.call("GET", `/${visa.number}/${payer.email}`, { token: visa.number })
  const slug = await makeLink(company, { customer_name: payer.fullname, customer_document: payer.taxvat })
  const paid = await payLink(slug, paying(credit()))
  secrets.push(slug, shown(PublicKey, paid).data.public_key)
  await service.call("GET", `/l/${slug}`)
  await pass()
}

const PublicKey = Schema.Struct({ data: Schema.Struct({ public_key: Schema.String }) })

describe("a full run, traced", async () => {
  await useAll(await service.newCompany("Padaria Escondida"))
  await service.stop()
  const spans = spansIn(exported)
  const traced = spans.filter(({ traceId }) => traceId === traceOf("a"))
  const only = (name: string) => {
    const [found, ...others] = traced.filter((span) => span.name === name)
    expect(others).toEqual([])
    return found ?? expect.fail(`no span ${name} among ${traced.map((span) => span.name).join(", ")}`)
  }

  it("has one trace from the request by its units and the acquirer to the webhook", () => {
    const request = only("POST /api/v1/order/single")
    expect([request.parentSpanId, request.kind]).toEqual([parentSpan, 2])
    const units = traced.filter(({ name, parentSpanId }) => name === "unit" && parentSpanId === request.spanId)
    expect(units.length).toBeGreaterThanOrEqual(2)
    expect(only("GatewayAcquirer.charge").kind).toBe(3)
    const delivery = traced.filter(({ name }) => name === "DeliverWebhook")
    expect(delivery.length).toBeGreaterThan(0)
    for (const { kind, spanId } of delivery) {
      expect(kind).toBe(5)
      expect(
        traced.filter(({ name, parentSpanId }) => name === "WebhookSender.send" && parentSpanId === spanId),
      ).toHaveLength(1)
    }
  })

  it("passes the trace to the acquirer, and to receivers that want it", () => {
    const charge = only("GatewayAcquirer.charge")
    expect(told.length).toBeGreaterThan(1)
    expect(asked.map(({ headers }) => headers["traceparent"])).toContain(`00-${traceOf("a")}-${charge.spanId}-01`)
    const sent = traced.filter(({ name }) => name === "WebhookSender.send").map(({ spanId }) => spanId)
    const received = told.flatMap(({ traceparent }) =>
      String(traceparent).includes(traceOf("a")) ? [traceparent] : [],
    )
    expect(new Set(received)).toEqual(new Set(sent.map((spanId) => `00-${traceOf("a")}-${spanId}-01`)))
  })

  it("names the exporting process, and that process's log does so, too", () => {
    const [instance, ...others] = instancesIn(exported)
    expect(others).toEqual([])
    expect(service.log.join("\n")).toContain(`"service.instance.id":"${instance}"`)
  })

  it("has nothing of a trace that its caller does not record", () => {
    expect(spans.filter(({ traceId }) => traceId === traceOf("b"))).toEqual([])
    expect(asked.filter(({ headers }) => headers["traceparent"]?.includes(traceOf("b")))).toEqual([])
  })

  it("has no secret, document, e-mail or card in it", () => {
    expect(spans.length).toBeGreaterThan(40)
    const whole = exported.join("\n")
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8)
      expect(whole).not.toContain(secret)
      expect(whole).not.toContain(encodeURIComponent(secret))
    }
  })

  it("exports only harmless attributes, with routes and never paths", () => {
    const names = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...names].toSorted()).toEqual([
      "http.request.method",
      "http.response.status_code",
      "http.route",
      "key",
      "vintem.job.kind",
    ])
    expect(spans.flatMap(({ events }) => events).map((event) => JSON.stringify(event))).toEqual([])
    expect(new Set(spans.map(({ name }) => name))).toContain("GET unmatched")
    for (const { name } of spans) expect(name).toMatch(/^[\w/:. *-]{1,100}$/u)
  })
})

describe("without sampling", () => {
  it("exports what others began, up to a limit per second", async () => {
    const before = exported.length
    const quiet = serviceUnderTest({ environment: { VINTEM_OTLP_URL: collector, VINTEM_TRACE_SAMPLING: "0" } })
    const company = await quiet.newCompany()
    await company.get("/api/v1/order")
    await Promise.all(Array.from({ length: 50 }, () => company.get("/api/v1/order", traceParent("c"))))
    await quiet.stop()
    const spans = spansIn(exported.slice(before))
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceOf("c")]))
    // The test clock is stopped: all of them are within one second.
    expect(spans.filter(({ name }) => name === "GET /api/v1/order")).toHaveLength(20)
  })
})
