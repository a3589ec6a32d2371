// A company's changes are streamed as they happen, to users who may see them, and only as long as they may.
import { BulkResponse, PaymentLinkResponse } from "@vintem/contract"
import { CompanyId } from "@vintem/domain/identifiers"
import { ChangeFeed, changesWaitingMax, WebhookDeliveryRepository } from "@vintem/domain/ports"
import { exampleWebhookEvent } from "@vintem/testing"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, Browser, signedIn, somebody } from "./at-the-panel.ts"
import { eventually } from "./eventually.ts"
import { byCard } from "./example-orders.ts"
import { follow } from "./following.ts"
import { adminToken, type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { openShopAt } from "./subscriptions.ts"

const service = serviceUnderTest({ isListening: true, environment: { VINTEM_METRICS_TOKEN: "reader" } })

const OrderNumberIn = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const place = async (company: CompanyUnderTest) =>
  shown(OrderNumberIn, await company.post("/api/v1/order/single", byCard())).data.order_number

const openStreams = async () => {
  const { text } = await service.call("GET", "/metrics", { token: "reader" })
  return Number(/^vintem_open_change_streams (\d+)/mu.exec(text)?.[1])
}

/** Sends a request, and hangs up once the answer's head is there. */
const headOf = async (browser: Browser, company: number, headers = {}) =>
  browser.ask("GET", `/companies/${company}/changes`, { headers })

describe("a stream of changes", () => {
  it("begins with a reset, and reports only its own company's orders", async () => {
    const [own, other] = [await service.newCompany(), await service.newCompany()]
    const stream = await follow(service, await at(service, "owner", own.id), own.id)
    expect(await stream.next()).toMatchObject({ event: "reset", data: "{}" })
    await place(other)
    const number = await place(own)
    expect(await stream.changes()).toEqual([{ kind: "order", order_number: number }])
    await stream.close()
  })

  it("reports batches, and webhook deliveries", async () => {
    const company = await service.newCompany()
    await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: "http://127.0.0.1:9/nobody" })
    const stream = await follow(service, await at(service, "developer", company.id), company.id)
    await stream.next()
    const customers = [{ name: "Maria da Silva", email: "maria@example.com" }]
    const made = await company.post("/api/v1/payment-link-bulk", { amount: 10, customers })
    const { token } = shown(BulkResponse, made).data
    expect(await stream.changes()).toEqual([{ kind: "batch", token }])
    const number = await place(company)
    const kinds = new Map<string, unknown>()
    while (kinds.size < 2) for (const one of await stream.changes()) kinds.set(one.kind, one)
    expect(kinds.get("order")).toEqual({ kind: "order", order_number: number })
    expect(kinds.get("delivery")).toEqual({ kind: "delivery", id: `evt_${number}_1`, order_number: number })
    await stream.close()
  })

  it("reports links that are made, changed and removed, and subscriptions that are canceled or get another card", async () => {
    const company = await service.newCompany()
    const shop = await openShopAt(service, company)
    const [first, second] = [await shop.subscribe(), await shop.subscribe()]
    const stream = await follow(service, await at(service, "viewer", company.id), company.id)
    await stream.next()
    const path = "/api/v1/payment-link"
    const { slug } = shown(PaymentLinkResponse, await company.post(path, { title: "Aula", amount: 100 })).data
    expect(await stream.changes()).toEqual([{ kind: "link", slug }])
    const admin = `${shop.admin}/payment-links/${slug}`
    expect((await service.administer("PUT", admin, { title: "Outra aula", amount: 90 })).status).toBe(200)
    expect(await stream.changes()).toEqual([{ kind: "link", slug }])
    expect((await service.administer("DELETE", admin)).status).toBe(200)
    expect(await stream.changes()).toEqual([{ kind: "link", slug }])
    const card_token = second.payment.card?.token
    expect((await shop.replaceCard(first.token, { card_token })).status).toBe(200)
    expect(await stream.changes()).toEqual([{ kind: "subscription", token: first.token }])
    expect((await shop.cancel(second.token)).status).toBe(200)
    expect(await stream.changes()).toEqual([{ kind: "subscription", token: second.token }])
    await stream.close()
  })

  it("reports no kind that the user may not read", async () => {
    const company = await service.newCompany()
    await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: "http://127.0.0.1:9/nobody" })
    const [finance, owner] = await Promise.all(
      (["finance", "owner"] as const).map(async (role) => {
        const stream = await follow(service, await at(service, role, company.id), company.id)
        await stream.next()
        return stream
      }),
    )
    const numbers = [await place(company), await place(company)]
    const told = new Set<string>()
    while (!told.has("delivery")) for (const { kind } of (await owner?.changes()) ?? []) told.add(kind)
    // Both orders were reported by now, and with them everything else.
    const seen = new Set<unknown>()
    while (seen.size < numbers.length) for (const one of (await finance?.changes()) ?? []) seen.add(JSON.stringify(one))
    expect([...seen]).toEqual(numbers.map((number) => JSON.stringify({ kind: "order", order_number: number })))
    await finance?.close()
    await owner?.close()
  })

  it("resumes after the last event that came, and misses nothing", async () => {
    const company = await service.newCompany()
    const browser = await at(service, "owner", company.id)
    const first = await follow(service, browser, company.id)
    const begun = await first.next()
    await first.close()
    const numbers = [await place(company), await place(company)]
    const second = await follow(service, browser, company.id, begun?.id)
    expect(await second.changes()).toEqual(numbers.map((order_number) => ({ kind: "order", order_number })))
    await second.close()
    for (const unknown of ["", "nada", `${begun?.id}0`, "x".repeat(8_000)]) {
      const other = await follow(service, browser, company.id, unknown)
      expect(await other.next()).toMatchObject({ event: "reset" })
      await other.close()
    }
  })

  it("makes everybody read again if something may have been missed", async () => {
    const company = await service.newCompany()
    const stream = await follow(service, await at(service, "owner", company.id), company.id)
    const begun = await stream.next()
    await service.run(Effect.flatMap(ChangeFeed, ({ readAgain }) => readAgain))
    const again = await stream.next()
    expect(again?.event).toBe("reset")
    expect(again?.id).not.toBe(begun?.id)
    await stream.close()
  })

  it("is buffered by no proxy, and counted while it is open", async () => {
    const company = await service.newCompany()
    const browser = await at(service, "owner", company.id)
    const { headers, status } = await headOf(browser, company.id)
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"])
    expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual(["no-store, no-transform", "no"])
    await eventually(async () => expect(await openStreams()).toBe(0))
    const stream = await follow(service, browser, company.id)
    await stream.next()
    expect(await openStreams()).toBe(1)
    await stream.close()
    await eventually(async () => expect(await openStreams()).toBe(0))
    const asked = await browser.ask("HEAD", `/companies/${company.id}/changes`)
    expect([asked.status, await openStreams()]).toEqual([200, 0])
  })
})

describe("a user who follows", () => {
  it("gets nothing more when their session has ended", async () => {
    const company = await service.newCompany()
    const browser = await at(service, "owner", company.id)
    const stream = await follow(service, browser, company.id)
    const begun = await stream.next()
    expect((await browser.ask("DELETE", "/session")).status).toBe(200)
    await aSecond()
    await place(company)
    expect(await stream.next()).toBeNull()
    const { status } = await headOf(browser, company.id, { "last-event-id": begun?.id })
    expect(status).toBe(401)
  })

  it("gets nothing more when their session has expired, and following does not delay that", async () => {
    const company = await service.newCompany()
    const stream = await follow(service, await at(service, "owner", company.id), company.id)
    await stream.next()
    service.clock.advance({ hours: 12 })
    await aSecond()
    await place(company)
    expect(await stream.next()).toBeNull()
  })

  it("is checked again when their role has changed, and gets nothing when it is gone", async () => {
    const company = await service.newCompany()
    const owner = await at(service, "owner", company.id)
    const user = await somebody(service, "developer", company.id)
    const browser = await signedIn(service, user.id)
    const [lowered, unchanged] = [await follow(service, browser, company.id), await follow(service, owner, company.id)]
    await lowered.next()
    await unchanged.next()
    const path = `/companies/${company.id}/members/${user.id}`
    expect((await owner.ask("PUT", path, { body: { role: "viewer" } })).status).toBe(200)
    await aSecond()
    await place(company)
    expect(await unchanged.changes()).toHaveLength(1)
    expect(await lowered.next()).toBeNull()
    const removed = await follow(service, browser, company.id)
    await removed.next()
    expect((await owner.ask("DELETE", path)).status).toBe(200)
    await aSecond()
    await place(company)
    expect(await removed.next()).toBeNull()
    expect((await headOf(browser, company.id)).status).toBe(404)
    await unchanged.close()
  })

  it("has a limited number of streams, and a new one when one ends", async () => {
    const company = await service.newCompany()
    const browser = await at(service, "owner", company.id)
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(service, browser, company.id)))
    for (const stream of streams) await stream.next()
    const refused = await headOf(browser, company.id)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"])
    expect((await headOf(await at(service, "owner", company.id), company.id)).status).toBe(200)
    await streams[0]?.close()
    await eventually(async () => expect((await headOf(browser, company.id)).status).toBe(200))
    for (const stream of streams) await stream.close()
  })

  it("exceeds the limit not even with concurrent requests", async () => {
    const company = await service.newCompany()
    const browser = await at(service, "owner", company.id)
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => follow(service, browser, company.id)))
    const letIn = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    const begun = await Promise.all(letIn.map((stream) => stream.next()))
    expect(begun.filter((event) => event !== null)).toHaveLength(20)
    for (const stream of letIn) await stream.close()
  })

  it("has to read again if more has changed than waits for one stream", async () => {
    const company = await service.newCompany()
    const stream = await follow(service, await at(service, "owner", company.id), company.id)
    await stream.next()
    const events = Array.from({ length: changesWaitingMax + 1 }, (_, n) =>
      exampleWebhookEvent(CompanyId.make(company.id), n + 1),
    )
    await service.run(Effect.flatMap(WebhookDeliveryRepository, ({ add }) => add(events)))
    expect(await stream.next()).toMatchObject({ event: "reset" })
    const number = await place(company)
    expect(await stream.changes()).toEqual([{ kind: "order", order_number: number }])
    await stream.close()
  })
})

/** A permission check is valid for a second. */
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100))

it("needs a session, whatever other credentials a caller has", async () => {
  const company = await service.newCompany()
  const path = `/panel/v1/companies/${company.id}/changes`
  expect((await headOf(new Browser(service), company.id)).status).toBe(401)
  expect((await service.call("GET", path, { token: adminToken })).status).toBe(401)
  expect((await service.call("GET", path, { token: company.key })).status).toBe(401)
})

it("ends with the service, which waits for no stream", async () => {
  const ending = serviceUnderTest({ isListening: true })
  const company = await ending.newCompany()
  const stream = await follow(ending, await at(ending, "owner", company.id), company.id)
  await stream.next()
  await ending.stop()
  expect(await stream.next()).toBeNull()
})
