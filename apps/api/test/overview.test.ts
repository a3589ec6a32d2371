// A summary of a company's orders, and finding them: for its members, for the administration and for operators.
import { FoundOrderView, OrderView, OverviewView, PageEnvelope, SingleOrderResponse } from "@vintem/contract"
import { addDays, instant, saoPauloDate } from "@vintem/domain/calendar"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at } from "./at-the-panel.ts"
import { byCard, byNumber, byPix, changed } from "./example-orders.ts"
import { type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const today = () => saoPauloDate(instant(service.clock.now()))

const overviewOf = async ({ id }: CompanyUnderTest, query = "") =>
  shown(
    Schema.Struct({ data: OverviewView }),
    await service.administer("GET", `/admin/v1/companies/${id}/overview${query}`),
  ).data

const place = async (company: CompanyUnderTest, body: unknown): Promise<string> =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number

describe("the overview", () => {
  it("is zero, day by day, for a company without orders", async () => {
    const { before, days, now, period, refusals } = await overviewOf(await service.newCompany())
    const none = { count: 0, amount: 0 }
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ date: today(), received: { credit: none, bank_slip: none, pix: none } })
    expect(days[0]?.date).toBe(period.from)
    expect(before.to).toBe(addDays(saoPauloDate(instant(Date.parse(`${period.from}T12:00:00Z`))), -1))
    expect([period.received, period.approval_rate, refusals, now.open]).toEqual([none, null, [], none])
  })

  it("sums up received, refused, refunded and open orders at once", async () => {
    const company = await service.newCompany()
    const paid = await place(company, byCard())
    await place(company, byCard())
    await place(company, byNumber("4000000000000002"))
    await place(company, byPix())
    await service.administer("POST", `/admin/v1/companies/${company.id}/orders/${paid}/refund`, { amount: "9.80" })
    const { days, now, period, refusals } = await overviewOf(company)
    expect(period.received).toEqual({ count: 2, amount: 379.6 })
    expect(period.refunded).toEqual({ count: 1, amount: 9.8 })
    expect(period.refused).toEqual({ count: 1, amount: 189.8 })
    expect([period.approval_rate, period.by_method.credit.approval_rate]).toEqual([66.66, 66.66])
    expect(period.by_method.pix.approval_rate).toBeNull()
    expect(days.at(-1)?.received.credit).toEqual({ count: 2, amount: 379.6 })
    expect(refusals).toEqual([{ reason: expect.any(String), count: 1, amount: 189.8 }])
    expect(now).toEqual({
      open: { count: 1, amount: 189.8 },
      disputed: { count: 0, amount: 0 },
      overdue_subscriptions: 0,
    })
    const tomorrow = addDays(today(), 1)
    const next = await overviewOf(company, `?from=${tomorrow}&to=${tomorrow}`)
    expect([next.period.received.count, next.before.received]).toEqual([0, period.received])
  })

  it.each([
    ["?from=2026-12-02&to=2026-12-01", "to"],
    ["?from=2025-01-01&to=2026-12-01", "from"],
    ["?to=1900-01-05", "to"],
    ["?from=1900-01-01&to=1900-06-01", "to"],
    ["?from=soon", "from"],
    ["?days=0", "days"],
    ["?period=year", "period"],
    ["?days=367", "days"],
    ["?from=2026-12-01&from=2026-12-02", "from"],
  ])("refuses an invalid period: %s", async (query, field) => {
    const { id } = await service.newCompany()
    const answer = await service.administer("GET", `/admin/v1/companies/${id}/overview${query}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual([field])
  })

  it("takes a leap year and the last of all days", async () => {
    const company = await service.newCompany()
    expect((await overviewOf(company, "?from=2028-01-01&to=2028-12-31")).days).toHaveLength(366)
    expect((await overviewOf(company, "?days=366")).days).toHaveLength(366)
    expect((await overviewOf(company, "?from=9999-12-31&to=9999-12-31")).days).toHaveLength(1)
  })

  it("begins with the month, by São Paulo's day and the service's clock", async () => {
    const company = await service.newCompany()
    const daysOf = async (query: string) => {
      const { period } = await overviewOf(company, query)
      return [period.from, period.to]
    }
    expect(await daysOf("?period=month&to=2028-02-29")).toEqual(["2028-02-01", "2028-02-29"])
    expect(await daysOf("?period=month&days=7&to=2028-03-01")).toEqual(["2028-03-01", "2028-03-01"])
    expect(await daysOf("?period=month&from=2028-01-30&to=2028-02-02")).toEqual(["2028-01-30", "2028-02-02"])
    expect(await daysOf("?period=month")).toEqual([`${today().slice(0, 8)}01`, today()])
  })

  it("is shown to users who may see orders, only for their company", async () => {
    const [own, other] = [await service.newCompany(), await service.newCompany()]
    const viewer = await at(service, "viewer", own.id)
    expect((await viewer.get(`/companies/${own.id}/overview`)).status).toBe(200)
    expect((await viewer.get(`/companies/${other.id}/overview`)).status).toBe(404)
  })
})

const numbersIn = async ({ id }: CompanyUnderTest, email: string) => {
  const query = `email=${encodeURIComponent(email)}`
  const answer = await service.administer("GET", `/admin/v1/companies/${id}/orders?${query}`)
  return shown(PageEnvelope(OrderView), answer).data.map(({ order_number }) => order_number)
}

describe("a search of orders", () => {
  it("finds those of an e-mail in any spelling, and none once the customer is erased", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const named = changed(byCard(), "customer.email", "Joana.Souza@Example.com")
    const number = await place(company, named)
    await place(other, named)
    expect(await numbersIn(company, "joana.souza@example.COM")).toEqual([number])
    expect(await numbersIn(company, "joana@example.com")).toEqual([])
    const customers = await service.administer("GET", `/admin/v1/companies/${company.id}/customers`)
    const [customer] = Object(customers.body).data
    const erased = await service.administer("POST", `/admin/v1/companies/${company.id}/customers/${customer.id}/erase`)
    expect(erased.status).toBe(200)
    expect(await numbersIn(company, "joana.souza@example.com")).toEqual([])
  })

  it("refuses an invalid e-mail", async () => {
    const { id } = await service.newCompany()
    const answer = await service.administer("GET", `/admin/v1/companies/${id}/orders?email=joana`)
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["email"]])
  })

  it("finds an order of any company for operators and auditors, by number or key, and reveals nothing of the payer", async () => {
    const company = await service.newCompany()
    const number = await place(company, byCard())
    const order = shown(Schema.Struct({ data: OrderView }), await company.get(`/api/v1/order/${number}`)).data
    for (const role of ["operator", "auditor"] as const) {
      const browser = await at(service, role, company.id)
      for (const name of [number, order.public_key]) {
        const answer = await browser.get(`/orders/${name}`)
        expect(shown(Schema.Struct({ data: FoundOrderView }), answer).data).toMatchObject({
          company: { id: company.id },
          order_number: number,
          status: "paid",
          total: 189.8,
        })
        expect(answer.text).not.toContain(order.customer.email)
      }
      expect((await browser.get("/orders/1M7YJD5YY14CE9K")).status).toBe(404)
      expect((await browser.get(`/orders/${"9".repeat(5_000)}`)).status).not.toBe(500)
    }
    expect((await (await at(service, "owner", company.id)).get(`/orders/${number}`)).status).toBe(403)
    expect((await service.administer("GET", `/admin/v1/orders/${number}`)).status).toBe(200)
  })
})
