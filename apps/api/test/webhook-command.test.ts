// `vintem webhook`, on the database of a service that runs at the same time.
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { SentTestEventView, WebhookDeliveryView, WebhookView } from "@vintem/contract"
import { defaultWebhookKinds } from "@vintem/domain/order"
import { Schema } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard } from "./example-orders.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const { vintem, printed } = commandLine(database)
const Deliveries = Schema.Struct({ data: Schema.Array(WebhookDeliveryView), total: Schema.Int })
const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

/** Nothing listens there. */
const url = "http://127.0.0.1:9/avisos"

const set = ({ id }: CompanyUnderTest, ...args: ReadonlyArray<string>) =>
  printed(WebhookView, "webhook", "set", "--company", String(id), "--url", url, ...args)

const deliveries = ({ id }: CompanyUnderTest, ...args: ReadonlyArray<string>) =>
  printed(Deliveries, "webhook", "deliveries", "--company", String(id), ...args)

const place = async (company: CompanyUnderTest) =>
  shown(Placed, await company.post("/api/v1/order/single", byCard())).data.order_number

/** A receiver of the company's webhooks, while the test runs. */
const toldAt = async (company: CompanyUnderTest, listener: RequestListener) => {
  const receiver = createServer(listener).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  onTestFinished(() => void receiver.close())
  const address = receiver.address()
  const place = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  await vintem("webhook", "set", "--company", String(company.id), "--url", place)
}

describe("vintem webhook set", () => {
  it("configures the webhook, shows its secret, and keeps it with another URL", async () => {
    const company = await service.newCompany()
    const first = await set(company, "--long-tail")
    expect(first).toMatchObject({ url, enabled: true, long_tail: true })
    const again = await vintem("webhook", "set", "--company", String(company.id), "--url", `${url}/2`)
    expect(again).toMatchObject({
      outcome: "done",
      printed: `Webhooks of company ${company.id} are sent to ${url}/2\nSecret: ${first.secret}`,
    })
    expect((await set(company)).long_tail).toBe(true)
  })

  it("sends the named kinds, and keeps them", async () => {
    const company = await service.newCompany()
    expect((await set(company)).events).toEqual(defaultWebhookKinds)
    const named = await set(company, "--event", "partial_refund", "--event", "paid")
    expect([named.events, (await set(company)).events]).toEqual([
      ["paid", "partial_refund"],
      ["paid", "partial_refund"],
    ])
  })

  it.each([
    ["no-url", "The url must be an http or https URL of at most 2048 characters."],
    ["https://a:b@c.d", "The url may not contain a user or a password."],
    ["http://169.254.169.254/", "The url may not lead to "],
  ])("refuses %s", async (bad, message) => {
    const { id } = await service.newCompany()
    const { outcome } = await vintem("webhook", "set", "--company", String(id), "--url", bad)
    expect(outcome).toContain(`refused: ${message}`)
  })
})

describe("vintem webhook deliveries", () => {
  it("lists a company's deliveries, as the administration does", async () => {
    const company = await service.newCompany()
    await set(company)
    const order = await place(company)
    await place(company)
    expect(await deliveries(company)).toMatchObject({ total: 2 })
    const { data, total } = await deliveries(company, "--order-number", order, "--state", "pending")
    expect([data.map(({ id }) => id), total]).toEqual([[`evt_${order}_1`], 1])
    expect((await deliveries(company, "--state", "failed")).total).toBe(0)
    expect((await deliveries(company, "--page", "2")).data).toEqual([])
  })

  it("prints the result for people", async () => {
    const company = await service.newCompany()
    await set(company)
    const order = await place(company)
    const { printed } = await vintem("webhook", "deliveries", "--company", String(company.id))
    expect(printed).toMatch(
      new RegExp(`^evt_${order}_1\t2026-11-19 \\S+\tpaid\tpending\t0 attempts\tnext 2026-11-19 \\S+\n1 of 1$`, "u"),
    )
  })

  it("refuses unreadable arguments", async () => {
    const { id } = await service.newCompany()
    const asked = await vintem("webhook", "deliveries", "--company", String(id), "--state", "lost", "--page", "0")
    expect(asked.outcome).toBe(
      "refused: The page must be at least 1.\nThe state must be one of pending, delivered, failed.",
    )
  })
})

describe("vintem webhook test", () => {
  it("sends a test event, and shows its outcome", async () => {
    const company = await service.newCompany()
    await set(company)
    const sent = await printed(SentTestEventView, "webhook", "test", "--company", String(company.id))
    expect(sent).toMatchObject({ status: null, answer: null, payload: { id: sent.id, test: true } })
    const { outcome, printed: text } = await vintem("webhook", "test", "--company", String(company.id))
    expect([outcome, text]).toEqual([
      "attention: The receiver did not answer: make sure that it runs, and that the URL is right (vintem webhook set).",
      expect.stringMatching(/^evt_test_[a-p]{32}: not_connected: .+ after \d+ ms$/u),
    ])
    expect((await deliveries(company)).total).toBe(0)
  })

  it("succeeds if the receiver accepts it, and fails if it answers otherwise", async () => {
    const company = await service.newCompany()
    const statuses = [204, 500]
    await toldAt(company, (_, response) => response.writeHead(statuses.shift() ?? 404).end())
    const test = async () => (await vintem("webhook", "test", "--company", String(company.id))).outcome
    expect([await test(), await test()]).toEqual([
      "done",
      "attention: The receiver answered 500, but only 200 to 299 accepts an event: look at its log.",
    ])
  })

  it("is signed with the receiver's time, even if the sandbox's clock was moved", async () => {
    const company = await service.newCompany()
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 86_400 })
    const signedAt: Array<number> = []
    await toldAt(company, ({ headers }, response) => {
      signedAt.push(Number(headers["webhook-timestamp"]))
      response.writeHead(204).end()
    })
    const began = Date.now() / 1000
    expect((await vintem("webhook", "test", "--company", String(company.id))).outcome).toBe("done")
    expect(signedAt).toHaveLength(1)
    // Receivers take what was signed within five minutes of their own time.
    expect(Math.abs((signedAt[0] ?? 0) - began)).toBeLessThan(300)
  })

  it("refuses if there is no webhook", async () => {
    const { id } = await service.newCompany()
    expect((await vintem("webhook", "test", "--company", String(id))).outcome).toContain(
      "refused: The webhook is not configured",
    )
  })
})

describe("vintem webhook redeliver", () => {
  it("makes the running service send it again", async () => {
    const company = await service.newCompany()
    await set(company)
    const id = `evt_${await place(company)}_1`
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 300 })
    expect((await deliveries(company)).data).toMatchObject([{ id, state: "failed" }])
    expect(await vintem("webhook", "redeliver", "--company", String(company.id), id)).toMatchObject({
      outcome: "done",
      printed: `The running service sends ${id} again.`,
    })
    expect((await deliveries(company)).data).toMatchObject([{ id, state: "pending" }])
  })

  it("refuses while there is no receiver, and says how to fix that", async () => {
    const company = await service.newCompany()
    await set(company)
    const id = `evt_${await place(company)}_1`
    await service.administer("DELETE", `/admin/v1/companies/${company.id}/webhook`)
    expect((await vintem("webhook", "redeliver", "--company", String(company.id), id)).outcome).toBe(
      "refused: The webhook is not configured: configure it first. Do it with: vintem webhook set --company <company> --url <url>",
    )
  })

  it.each(["evt_7K3M9Q2X5R8T_1", "7K3M9Q2X5R8T"])("refuses %s, which the company does not have", async (id) => {
    const company = String((await service.newCompany()).id)
    expect((await vintem("webhook", "redeliver", "--company", company, id)).outcome).toBe(
      `refused: Company ${company} has no webhook ${id}. See them with: vintem webhook deliveries --company ${company}`,
    )
  })
})

describe("vintem webhook", () => {
  const noCompany = "refused: There is no company 999999. See them with: vintem company list"

  it.each([
    [["set", "--company", "999999", "--url", url], noCompany],
    [["test", "--company", "999999"], noCompany],
    [["deliveries", "--company", "999999"], noCompany],
    [["set", "--company", "1"], "not understood"],
    [["deliveries"], "not understood"],
    [["redeliver", "--company", "1"], "not understood"],
    [[], "not understood"],
  ])("%j: %s", async (args, outcome) => {
    expect((await vintem("webhook", ...args)).outcome).toBe(outcome)
  })
})
