// Notifications of the acquirer: accepted with a signature, once or many times, in any order.
import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { byPix } from "./example-orders.ts"
import { signedHeaders } from "./gateway-signing.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { storedHistory, storedOrder } from "./stored-order.ts"

const secret = "the-acquirer-s-secret"
const path = "/gateway/v1/notifications"

const service = serviceUnderTest({ environment: { VINTEM_GATEWAY_SECRET: secret } })

/** @param changes - headers that are added to, or replace, the right ones */
const notify = (body: unknown, changes: Readonly<Record<string, string>> = {}) => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const headers = { ...signedHeaders(secret, service.clock.now(), "POST", path, text), ...changes }
  return service.call("POST", path, { text, headers })
}

/** A Pix that waits to be paid: its order, and its charge's key. */
const waiting = async () => {
  const company = await service.newCompany()
  const placed = await company.post("/api/v1/order/single", byPix())
  const number = shown(SingleOrderResponse, placed).data.order_number
  const { attempts } = await service.run(storedOrder(number))
  const key = attempts[0]?.key ?? ""
  return { company, number, key }
}

const statusOf = async ({ company, number }: { readonly company: CompanyUnderTest; readonly number: string }) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data.status

const logOf = (number: string) => service.run(storedHistory(number))

const paid = { type: "charge", status: "confirmed", report: { tid: "A1B2", captured: 18_980 } }
const expired = { type: "charge", status: "expired", report: {} }
const refunded = { type: "refund", refund_key: "1a2b3c", amount: 18_980, status: "settled" }
const disputed = { type: "case", case_key: "case_1", amount: 18_980, status: "opened" }

describe("a notification", () => {
  it("is recorded, and answered with its key", async () => {
    const order = await waiting()
    const answer = await notify({ key: order.key, news: [paid] })
    expect([answer.status, answer.body]).toEqual([200, { key: order.key }])
    expect(await statusOf(order)).toBe("paid")
  })

  it("is accepted again, and changes nothing", async () => {
    const order = await waiting()
    await notify({ key: order.key, news: [paid] })
    const once = await logOf(order.number)
    for (const _ of [1, 2]) expect((await notify({ key: order.key, news: [paid, paid] })).status).toBe(200)
    expect(await logOf(order.number)).toEqual(once)
  })

  it.each([
    ["what came first told last", [refunded, paid], "refund"],
    ["an expiry told after the payment", [paid, expired], "paid"],
    ["a payment after the expiry", [expired, paid], "paid"],
    ["a dispute told before the payment", [disputed, paid], "dispute"],
  ] as const)("may come in any order: %s", async (_, news, status) => {
    const order = await waiting()
    for (const one of news) expect((await notify({ key: order.key, news: [one] })).status).toBe(200)
    expect(await statusOf(order)).toBe(status)
  })

  it("may contain no report", async () => {
    const order = await waiting()
    expect((await notify({ key: order.key, news: [] })).status).toBe(200)
    expect(await statusOf(order)).toBe("waiting_payment")
  })

  it("for an unknown charge is answered 404, and need not come again", async () => {
    const key = "0".repeat(32)
    const answer = await notify({ key, news: [paid] })
    expect([answer.status, answer.body]).toEqual([404, { error: "no_such_charge", key }])
  })

  it("is refused from any other sender", async () => {
    const order = await waiting()
    const body = { key: order.key, news: [paid] }
    const { authorization } = signedHeaders("another", service.clock.now(), "POST", path, JSON.stringify(body))
    const late = signedHeaders(secret, service.clock.now() - 301_000, "POST", path, JSON.stringify(body))
    const elsewhere = signedHeaders(secret, service.clock.now(), "POST", "/gateway/v2", JSON.stringify(body))
    for (const headers of [{ authorization }, late, elsewhere, { authorization: "" }, { "gateway-timestamp": "" }]) {
      const answer = await notify(body, headers)
      expect([answer.status, answer.body]).toEqual([401, { error: "not_signed" }])
    }
    expect(await statusOf(order)).toBe("waiting_payment")
  })

  it.each([
    ["no JSON", "{", ""],
    ["a key that is none", { key: "short", news: [] }, "key"],
    ["news of another kind", { key: "0".repeat(32), news: [{ type: "gossip" }] }, "news.0"],
    ["what only the service knows", { key: "0".repeat(32), news: [{ ...paid, status: "sent" }] }, "news.0.status"],
    ["an amount below zero", { key: "0".repeat(32), news: [paid, { ...refunded, amount: -1 }] }, "news.1.amount"],
  ])("with %s is answered 400, and names the field", async (_, body, field) => {
    const answer = await notify(body)
    expect([answer.status, answer.body]).toMatchObject([400, { error: "invalid", faults: [{ field }] }])
  })

  it("has to be a POST", async () => {
    const answer = await service.call("GET", path)
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"])
  })

  it("uses the machine's time, even if the sandbox's clock was moved", async () => {
    const order = await waiting()
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 86_400 })
    expect((await notify({ key: order.key, news: [paid] })).status).toBe(200)
    expect(await statusOf(order)).toBe("paid")
  })
})

describe("without a secret", () => {
  const alone = serviceUnderTest()

  it("no notification is accepted", async () => {
    const body = JSON.stringify({ key: "0".repeat(32), news: [] })
    const headers = signedHeaders("", alone.clock.now(), "POST", path, body)
    expect((await alone.call("POST", path, { text: body, headers })).status).toBe(401)
  })
})
