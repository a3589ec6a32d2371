// The sandbox's controls in the panel: for each role, on its own company's orders, and none in production.
import { ClockView, OrderView } from "@vintem/contract"
import { inCompany, platform, type Realm } from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { firstPage, perPage, Trail } from "@vintem/domain/ports"
import type { TrailAction } from "@vintem/domain/trail"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, signedIn, somebody } from "./at-the-panel.ts"
import { byPix } from "./example-orders.ts"
import { type CompanyUnderTest, type ServiceUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })
const Reported = Schema.Struct({ data: OrderView })

const placed = async (company: CompanyUnderTest): Promise<string> =>
  shown(Placed, await company.post("/api/v1/order/single", byPix())).data.order_number

describe("the sandbox at the panel", () => {
  it("makes the acquirer report on a company's own order, and on no other's", async () => {
    const [own, other] = [await service.newCompany(), await service.newCompany()]
    const developer = await at(service, "developer", own.id)
    const path = (number: string) => `/companies/${own.id}/sandbox/orders/${number}/events`
    const number = await placed(own)
    const paid = shown(Reported, await developer.post(path(number), { kind: "paid" }))
    expect(paid.data).toMatchObject({ order_number: number, status: "paid" })
    expect((await developer.post(path(number), { kind: "expired" })).status).toBe(422)
    expect((await developer.post(path(await placed(other)), { kind: "paid" })).status).toBe(404)
    for (const role of ["viewer", "finance", "support"] as const) {
      expect((await (await at(service, role, own.id)).post(path(number), { kind: "refunded" })).status).toBe(403)
    }
  })

  it("moves the clock for owners and operators, and shows it to everybody", async () => {
    const { id } = await service.newCompany()
    const path = `/companies/${id}/sandbox/clock`
    const viewer = await at(service, "viewer", id)
    const before = shown(ClockView, await viewer.get(path)).data.now
    expect((await viewer.post(`${path}/advance`, { seconds: 60 })).status).toBe(403)
    for (const role of ["owner", "operator"] as const) {
      const turned = await (await at(service, role, id)).post(`${path}/advance`, { seconds: 3_600 })
      expect(turned.status).toBe(200)
    }
    const after = shown(ClockView, await viewer.get(path)).data.now
    expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(7_200_000)
    expect((await (await at(service, "owner", id)).post(`${path}/advance`, { seconds: 400 * 86_400 + 1 })).status).toBe(
      422,
    )
  })

  it("records a report in the company's log and the clock in the platform's, once, with the actor", async () => {
    const { id } = await service.newCompany()
    const company = await service.newCompany()
    const developer = await somebody(service, "developer", company.id)
    const browser = await signedIn(service, developer.id)
    const number = await placed(company)
    const events = `/companies/${company.id}/sandbox/orders/${number}/events`
    for (const kind of ["paid", "paid", "expired"]) await browser.post(events, { kind })
    await service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind: "refunded" })
    const owner = await somebody(service, "owner", id)
    const turned = await (await signedIn(service, owner.id)).post(`/companies/${id}/sandbox/clock/advance`, {
      seconds: 60,
    })
    expect(turned.status).toBe(200)
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 61 })
    const read = (realm: Realm, action: TrailAction) =>
      service.run(
        Effect.flatMap(Trail, (log) =>
          Effect.map(log.list(realm, { action }, { page: firstPage, size: perPage }), ({ entries }) => entries),
        ),
      )
    const [refunded, paid, ...others] = await read(inCompany(CompanyId.make(company.id)), "sandbox.report")
    expect(others).toEqual([])
    expect(paid).toMatchObject({
      actor: { _tag: "User", user: developer.id },
      subject: number,
      after: { status: "paid" },
    })
    expect(refunded).toMatchObject({ actor: { _tag: "Administration" }, after: { kind: "refunded" } })
    const [byToken, byOwner] = await read(platform, "sandbox.advance")
    expect(byOwner).toMatchObject({ actor: { _tag: "User", user: owner.id }, after: { seconds: 60 } })
    expect(byToken).toMatchObject({ actor: { _tag: "Administration" }, after: { seconds: 61 } })
  })

  it("does not exist in production", async () => {
    const production = serviceUnderTest({
      environment: {
        VINTEM_ENV: "production",
        VINTEM_GATEWAY_URL: "https://acquirer.example",
        VINTEM_GATEWAY_SECRET: "a-secret-of-service-and-acquirer",
        VINTEM_PUBLIC_URL: "https://vintem.example",
        VINTEM_BLOCK_CLOUD: "false",
      },
    })
    const company = await production.newCompany()
    const owner = await at(production, "owner", company.id)
    expect((await owner.get(`/companies/${company.id}/orders`)).status).toBe(200)
    for (const [method, path] of [
      ["GET", "clock"],
      ["POST", "clock/advance"],
      ["POST", "orders/1M7YJD5YY14CE9K/events"],
    ] as const) {
      const answer = await owner.ask(
        method,
        `/companies/${company.id}/sandbox/${path}`,
        method === "GET" ? {} : { body: {} },
      )
      expect([answer.status, answer.body]).toEqual([404, { hasError: true, response: "Not found" }])
    }
    const isSaid = async ({ call }: ServiceUnderTest) => (await call("GET", "/panel")).text.includes(" data-sandbox")
    expect([await isSaid(service), await isSaid(production)]).toEqual([true, false])
  })
})
