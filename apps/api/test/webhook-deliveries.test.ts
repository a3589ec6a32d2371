// Webhooks in the administration: the deliveries, their outcomes, and redelivery. The receiver has its own port.
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { WebhookSignerNode } from "@vintem/adapters"
import {
  OrderHistoryView,
  OrderView,
  RedeliveredView,
  ReplayedView,
  SentTestEventView,
  TestEventPayloadView,
  WebhookDeliveryPage,
  type WebhookDeliveryView,
  WebhookPayloadView,
  WebhookView,
} from "@vintem/contract"
import { WebhookKind } from "@vintem/domain/order"
import { Redacted, Schema, SchemaRepresentation } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { byCard, byPix } from "./example-orders.ts"
import { adminToken, type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { administer, call } = service
const notFound = [404, { hasError: true, response: "Not found" }]

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Array<Received> = []
let status = 204
let says = ""
const receiver = createServer(async (request, response) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
  response.writeHead(status).end(says)
}).listen(0, "127.0.0.1")
afterAll(() => receiver.close())
beforeEach(() => {
  received.length = 0
  status = 204
  says = ""
})

const receiverUrl = async () => {
  if (!receiver.listening) await once(receiver, "listening")
  const address = receiver.address()
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/avisos` : ""
}

const told = async (): Promise<CompanyUnderTest> => {
  const company = await service.newCompany()
  const answer = await administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: await receiverUrl() })
  shown(Schema.Struct({ data: WebhookView }), answer)
  return company
}

const OrderNumberIn = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const place = async (company: CompanyUnderTest, body: unknown = byCard()) =>
  shown(OrderNumberIn, await company.post("/api/v1/order/single", body)).data.order_number

/** Runs due jobs, and those that fall due within this many seconds. */
const pass = async (seconds = 1) => {
  const answer = await administer("POST", "/sandbox/v1/clock/advance", { seconds })
  expect(answer.status).toBe(200)
}

const pathOf = ({ id }: CompanyUnderTest) => `/admin/v1/companies/${id}/webhook-deliveries`

const listed = async (company: CompanyUnderTest, query = ""): Promise<ReadonlyArray<WebhookDeliveryView>> =>
  shown(WebhookDeliveryPage, await administer("GET", `${pathOf(company)}${query}`)).data

const { $defs: definitions = {}, ...schema } = JSON.parse(
  readFileSync(new URL("../../../docs/reference/webhook-payload.schema.json", import.meta.url), "utf8"),
)

/** True if a body matches the published JSON Schema. */
const isAsPublished = Schema.is(
  SchemaRepresentation.fromJsonSchemaDocument(
    { dialect: "draft-2020-12", schema: { $ref: schema.$ref }, definitions },
    { patterns: "apply" },
  ),
)

describe("a partial refund", () => {
  const refunded = async ({ id }: CompanyUnderTest, order: string, amount?: number) => {
    const body = amount === undefined ? {} : { amount }
    expect((await administer("POST", `/admin/v1/companies/${id}/orders/${order}/refund`, body)).status).toBe(200)
  }

  it("is sent each time to a webhook that wants it, and the final part by `refund` alone", async () => {
    const company = await service.newCompany()
    const setting = { url: await receiverUrl(), events: WebhookKind.literals }
    await administer("PUT", `/admin/v1/companies/${company.id}/webhook`, setting)
    const order = await place(company)
    await refunded(company, order, 50.1)
    await refunded(company, order, 10)
    await refunded(company, order)
    await pass()
    const bodies = received.map(({ body }) => Schema.decodeSync(Schema.fromJsonString(WebhookPayloadView))(body))
    expect(bodies.map(({ sequence, status, totals }) => [sequence, status, totals.refunded])).toEqual([
      [1, "paid", 0],
      [2, "partial_refund", 50.1],
      [3, "partial_refund", 60.1],
      [4, "refund", 189.8],
    ])
    expect(new Set(bodies.map(({ paid_at }) => paid_at))).toEqual(new Set([bodies[0]?.occurred_at]))
    const shownOrder = shown(Schema.Struct({ data: OrderView }), await company.get(`/api/v1/order/${order}`)).data
    expect(shownOrder).toMatchObject({ status: "refund", totals: { refunded: "189.80", charged_back: "0.00" } })
  })

  it("is not sent to a webhook that does not want it, whose numbers have no gap and whose history omits it", async () => {
    const company = await told()
    const order = await place(company)
    await refunded(company, order, 50.1)
    await refunded(company, order)
    await pass()
    expect((await listed(company)).map(({ event, id }) => [event, id])).toEqual([
      ["refund", `evt_${order}_2`],
      ["paid", `evt_${order}_1`],
    ])
    const history = await administer("GET", `/admin/v1/companies/${company.id}/orders/${order}/history`)
    expect(history.text).not.toContain("partial_refund")
  })
})

describe("the list of deliveries", () => {
  it("shows each event with its attempts", async () => {
    const company = await told()
    const order = await place(company)
    await pass()
    const [delivery, ...others] = await listed(company)
    expect(others).toEqual([])
    expect(delivery).toMatchObject({
      id: `evt_${order}_1`,
      event: "paid",
      order_number: order,
      state: "delivered",
      attempts: [{ status: 204, error: null }],
      next_attempt_at: null,
    })
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([delivery?.payload])
    expect(received[0]?.headers["webhook-id"]).toBe(`evt_${order}_1`)
  })

  it("shows bodies that match their schema, to the last field", async () => {
    const company = await told()
    for (const body of [byCard(), byPix()]) await place(company, body)
    await pass()
    const bodies = received.map(({ body }) => JSON.parse(body))
    expect(bodies.map((body) => body.status)).toEqual(["paid", "waiting_payment"])
    for (const body of bodies) {
      expect(Schema.decodeUnknownSync(WebhookPayloadView, { onExcessProperty: "error" })(body)).toEqual(body)
      expect(isAsPublished(body)).toBe(true)
    }
    const [{ customer, ...without }] = bodies
    expect(isAsPublished(without)).toBe(false)
    expect(isAsPublished({ ...bodies[0], sequence: 0 })).toBe(false)
    expect(isAsPublished({ ...bodies[0], some_new_field: 1 })).toBe(true)
    expect(received[0]?.headers["content-type"]).toBe("application/json")
  })

  it("shows why an attempt failed, and when the next one comes", async () => {
    status = 503
    const company = await told()
    await place(company)
    await pass()
    const [delivery] = await listed(company)
    expect(delivery).toMatchObject({ state: "pending", attempts: [{ status: 503, error: "answered 503" }] })
    expect(delivery?.next_attempt_at).toMatch(/^\d{4}-/u)
  })

  it("is filtered by an order, by a state, and by both", async () => {
    const company = await told()
    const first = await place(company)
    await pass()
    status = 500
    const second = await place(company)
    await pass()
    const ordersIn = async (query: string) => (await listed(company, query)).map(({ order_number }) => order_number)
    expect(await ordersIn("")).toEqual([second, first])
    expect(await ordersIn(`?order_number=${first}`)).toEqual([first])
    expect(await ordersIn("?state=pending")).toEqual([second])
    expect(await ordersIn(`?state=delivered&order_number=${second}`)).toEqual([])
    expect(await ordersIn("?page=2")).toEqual([])
  })

  it("shows a company its own", async () => {
    const [company, other] = [await told(), await told()]
    await place(company)
    await pass()
    expect(await listed(other)).toEqual([])
  })

  it("refuses an unreadable query, with all faults at once", async () => {
    const answer = await administer("GET", `${pathOf(await told())}?state=lost&order_number=x&page=0`)
    expect([answer.status, faultsIn(answer)]).toEqual([
      422,
      {
        page: ["The page must be at least 1."],
        order_number: ["The order_number must be the number of an order."],
        state: ["The state must be one of pending, delivered, failed."],
      },
    ])
  })

  it.each(["/admin/v1/companies/999999/webhook-deliveries", "/admin/v1/companies/x/webhook-deliveries"])(
    "is not found: %s",
    async (path) => {
      const { status, body } = await administer("GET", path)
      expect([status, body]).toEqual(notFound)
    },
  )

  it("is for the administration alone", async () => {
    const company = await told()
    expect((await call("GET", pathOf(company), { token: company.key })).status).toBe(401)
  })
})

describe("an order's history", () => {
  it("shows its webhooks next to the reasons for them", async () => {
    const company = await told()
    const order = await place(company)
    await pass()
    const answer = await administer("GET", `/admin/v1/companies/${company.id}/orders/${order}/history`)
    const { deliveries, explanation } = shown(Schema.Struct({ data: OrderHistoryView }), answer).data
    expect(deliveries).toEqual(await listed(company, `?order_number=${order}`))
    expect(explanation.flatMap(({ webhooks }) => webhooks.filter(({ is_due }) => is_due))).toMatchObject([
      { event: "paid", delivery: deliveries[0]?.id },
    ])
  })

  it("shows none for a company without a webhook, and says that nothing was stored", async () => {
    const company = await service.newCompany()
    const order = await place(company)
    await pass()
    const answer = await administer("GET", `/admin/v1/companies/${company.id}/orders/${order}/history`)
    const { deliveries, explanation } = shown(Schema.Struct({ data: OrderHistoryView }), answer).data
    expect(deliveries).toEqual([])
    const due = explanation.flatMap(({ webhooks }) => webhooks.filter(({ is_due }) => is_due))
    expect(due).toMatchObject([{ event: "paid", delivery: null }])
    expect(due[0]?.because).toMatch(/; nothing was kept to send: no webhook was configured then,/u)
  })
})

describe("a test event", () => {
  const Sent = Schema.Struct({ data: SentTestEventView })
  const test = (company: CompanyUnderTest) => administer("POST", `/admin/v1/companies/${company.id}/webhook/test`)

  it("is sent once, signed, marked as a test, and is no delivery; the receiver's answer is shown", async () => {
    const company = await told()
    status = 500
    says = "<script>alert(1)</script> whsec_abc"
    const answer = await test(company)
    expect(answer.status).toBe(200)
    const { data } = shown(Sent, answer)
    expect(data).toMatchObject({ status: 500, error: null, answer: "<script>alert(1)</script> (masked)" })
    expect(received).toHaveLength(1)
    const [{ body, headers } = { body: "", headers: {} }] = received
    expect(JSON.parse(body)).toEqual(data.payload)
    expect(Schema.decodeUnknownSync(TestEventPayloadView, { onExcessProperty: "error" })(data.payload)).toMatchObject({
      id: data.id,
      status: "test",
      test: true,
    })
    expect(isAsPublished(data.payload)).toBe(false)
    const webhook = await administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: await receiverUrl() })
    const { secret } = shown(Schema.Struct({ data: WebhookView }), webhook).data
    const text = [`${data.id}.${String(headers["webhook-timestamp"])}.`, body]
    expect([headers["webhook-id"], headers["webhook-signature"]]).toEqual([
      data.id,
      WebhookSignerNode.signatureOf(text, Redacted.make(secret)),
    ])
    await pass(600)
    expect(received.filter((one) => one.headers["webhook-id"] === data.id)).toHaveLength(1)
    expect(await listed(company)).toEqual([])
  })

  it("reports a receiver that does not answer", async () => {
    const company = await told()
    await administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: "http://127.0.0.1:9/avisos" })
    const { data } = shown(Sent, await test(company))
    expect(data).toMatchObject({ status: null, answer: null })
    expect(data.error).toContain("not_connected")
  })

  it("is sent six times a minute and no more, for each company", async () => {
    const [company, other] = [await told(), await told()]
    for (let sent = 1; sent <= 6; sent++) expect((await test(company)).status).toBe(200)
    const refused = await test(company)
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect((await test(other)).status).toBe(200)
    expect(received).toHaveLength(7)
  })

  it("is not sent if there is no webhook, and is not found for a company that does not exist", async () => {
    const refused = await test(await service.newCompany())
    expect([refused.status, faultsIn(refused)]).toEqual([
      422,
      { webhook: ["The webhook is not configured: configure it first."] },
    ])
    const { body, status } = await administer("POST", "/admin/v1/companies/999999/webhook/test")
    expect([status, body]).toEqual(notFound)
  })
})

describe("a redelivery", () => {
  const redeliver = (company: CompanyUnderTest, id: string, headers: Record<string, string> = {}) =>
    call("POST", `${pathOf(company)}/${id}/redeliver`, { token: adminToken, headers })

  it("sends its bytes under its id again", async () => {
    const company = await told()
    const id = `evt_${await place(company)}_1`
    await pass()
    const answer = await redeliver(company, id)
    expect([answer.status, shown(Schema.Struct({ data: RedeliveredView }), answer).data]).toEqual([202, { id }])
    expect((await listed(company, "?state=pending")).map((delivery) => delivery.id)).toEqual([id])
    await pass()
    const [first, second, ...others] = received
    expect(others).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers["webhook-id"]).toBe(id)
    expect((await listed(company))[0]?.attempts).toHaveLength(2)
  })

  it("needs no body, even if the request says that it is JSON", async () => {
    const company = await told()
    const id = `evt_${await place(company)}_1`
    await pass()
    const answer = await redeliver(company, id, { "content-type": "application/json" })
    expect(answer.status).toBe(202)
    await pass()
    expect(received).toHaveLength(2)
  })

  it("is queued once under a key", async () => {
    const company = await told()
    const id = `evt_${await place(company)}_1`
    await pass()
    const key = { "idempotency-key": "again" }
    const first = await redeliver(company, id, key)
    await pass()
    const second = await redeliver(company, id, key)
    await pass()
    expect([second.status, second.text, second.headers.get("idempotent-replayed")]).toEqual([202, first.text, "true"])
    expect(received).toHaveLength(2)
  })

  it("is possible for a company's own events", async () => {
    const [company, other] = [await told(), await told()]
    const id = `evt_${await place(company)}_1`
    for (const answer of [
      await redeliver(other, id),
      await redeliver(company, "evt_X_9"),
      await redeliver(company, "x"),
    ]) {
      expect([answer.status, answer.body]).toEqual(notFound)
    }
  })
})

describe("a replay", () => {
  const replay = (company: CompanyUnderTest, body: unknown) => administer("POST", `${pathOf(company)}/replay`, body)
  const always = { from: "2026-01-01", to: "2099-12-31" }

  it("sends every event of a period again, in order, and returns the count", async () => {
    const company = await told()
    const orders = [await place(company), await place(company, byPix())]
    await pass()
    received.length = 0
    const answer = await replay(company, always)
    expect([answer.status, shown(Schema.Struct({ data: ReplayedView }), answer).data]).toEqual([202, { count: 2 }])
    await pass()
    expect(received.map(({ headers }) => headers["webhook-id"]).toSorted()).toEqual(
      orders.map((order) => `evt_${order}_1`).toSorted(),
    )
  })

  it.each([
    [{ events: ["paid"] }, 1],
    [{ events: ["refund"] }, 0],
    [{ to: "2026-01-02" }, 0],
    [{ from: "2098-01-01" }, 0],
  ])("of %j sends %i of two", async (narrowed, count) => {
    const company = await told()
    for (const body of [byCard(), byPix()]) await place(company, body)
    await pass()
    received.length = 0
    const answer = await replay(company, { ...always, ...narrowed })
    expect(shown(Schema.Struct({ data: ReplayedView }), answer).data).toEqual({ count })
    await pass()
    expect(received).toHaveLength(count)
  })

  it("refuses an unreadable body", async () => {
    const company = await told()
    const answer = await replay(company, { from: "noon", events: [] })
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["from", "to", "events"]])
    const turned = await replay(company, { from: "2026-11-22", to: "2026-11-21", events: [] })
    expect(Object.keys(faultsIn(turned))).toEqual(["to", "events"])
    expect((await replay(company, [])).status).toBe(422)
  })

  it("is not found without a company", async () => {
    const answer = await administer("POST", "/admin/v1/companies/999999/webhook-deliveries/replay", always)
    expect([answer.status, answer.body]).toEqual(notFound)
  })
})

describe("a company's webhook", () => {
  const shownBy = async (company: CompanyUnderTest) => {
    const answer = await administer("GET", `/admin/v1/companies/${company.id}`)
    return shown(Schema.Struct({ data: Schema.Struct({ webhook: Schema.Unknown }) }), answer).data.webhook
  }

  it("is disabled by a receiver that says it is gone, says so, and is enabled again", async () => {
    const company = await told()
    status = 410
    await place(company)
    await pass()
    expect(await shownBy(company)).toMatchObject({ enabled: false, disabled: { because: "gone" } })
    expect(await listed(company)).toMatchObject([{ state: "failed", attempts: [{ status: 410 }] }])
    await administer("POST", `/admin/v1/companies/${company.id}/webhook/enable`)
    expect(await shownBy(company)).toMatchObject({ enabled: true, disabled: null, failures_in_row: 0 })
  })

  it.each([
    ["disabled", "disabled", "The webhook is disabled: enable it first."],
    ["removed", "not_configured", "The webhook is not configured: configure it first."],
  ])("that is %s gets no redelivery, and the answer says what to do", async (how, because, message) => {
    const company = await told()
    status = how === "disabled" ? 410 : 204
    const id = `evt_${await place(company)}_1`
    await pass()
    if (how === "removed") await administer("DELETE", `/admin/v1/companies/${company.id}/webhook`)
    const before = await listed(company)
    const codes = { webhook: [{ code: "webhook_off", because }] }
    const refusal = { hasError: true, response: { message, errors: { webhook: [message] }, codes } }
    const again = await administer("POST", `${pathOf(company)}/${id}/redeliver`)
    const all = await administer("POST", `${pathOf(company)}/replay`, { from: "2026-01-01", to: "2030-01-01" })
    expect([again.status, again.body, all.status, all.body]).toEqual([422, refusal, 422, refusal])
    await pass()
    expect(await listed(company)).toEqual(before)
  })

  it("counts failed deliveries, and starts again after a success", async () => {
    const company = await told()
    status = 500
    await place(company)
    await pass(200)
    expect(await listed(company)).toMatchObject([{ state: "failed", attempts: Array(4).fill({ status: 500 }) }])
    expect(await shownBy(company)).toMatchObject({ enabled: true, failures_in_row: 1 })
    status = 204
    await place(company)
    await pass()
    expect(await shownBy(company)).toMatchObject({ enabled: true, failures_in_row: 0 })
  })
})
