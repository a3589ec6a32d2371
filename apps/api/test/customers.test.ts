// A customer in the eyes of the company's members: searched, shown with their orders, exported and erased if the role
// allows it.
import { AuditPage, CustomerDetailView, CustomerPage, ErasurePreviewView, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at } from "./at-the-panel.ts"
import { byCard, byPix, payer } from "./example-orders.ts"
import { type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"
import { openShopAt } from "./subscriptions.ts"

const service = serviceUnderTest()

const Detail = Schema.Struct({ data: CustomerDetailView })
const Preview = Schema.Struct({ data: ErasurePreviewView })

const place = async (company: CompanyUnderTest, body: unknown): Promise<string> =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number

const customersOf = async ({ id }: CompanyUnderTest, query = "") =>
  shown(CustomerPage, await service.administer("GET", `/admin/v1/companies/${id}/customers${query}`)).data

/** A company whose one customer has paid an order. */
const withCustomer = async () => {
  const company = await service.newCompany()
  const number = await place(company, byCard())
  const [customer] = await customersOf(company)
  if (customer === undefined) throw new Error("Whoever ordered is no customer.")
  return { company, customer, number, path: `/companies/${company.id}/customers/${customer.id}` }
}

describe("a customer", () => {
  it("is shown with their latest orders, links and subscriptions, and no chargeable card", async () => {
    const { company, customer, path } = await withCustomer()
    const shop = await openShopAt(service, company)
    const subscription = await shop.subscribe({ customer: { ...payer } })
    await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 10, customer_document: payer.taxvat })
    await company.post("/api/v1/payment-link", { title: "De outra pessoa", amount: 10, customer_name: payer.fullname })
    const support = await at(service, "support", company.id)
    const answer = await support.get(path)
    const { data } = shown(Detail, answer)
    expect(data).toMatchObject({ ...customer, erased_at: null })
    expect(data.subscribers.map(({ token }) => token)).toEqual([subscription.token])
    expect(data.payment_links.map(({ title }) => title)).toEqual(["Mensalidade"])
    expect(data.saved_cards.length).toBeGreaterThan(0)
    for (const card of data.saved_cards) expect(Object.keys(card)).toEqual(["brand", "last_digits", "created_at"])
  })

  it("is found by document and by e-mail, and by nothing else", async () => {
    const { company, customer } = await withCustomer()
    const found = async (query: string) => (await customersOf(company, query)).map(({ id }) => id)
    const email = encodeURIComponent(customer.email.toUpperCase())
    expect(await found(`?taxvat=${encodeURIComponent(customer.taxvat)}&email=${email}`)).toEqual([customer.id])
    expect(await found("?email=ninguem@example.com")).toEqual([])
    const refused = await service.administer("GET", `/admin/v1/companies/${company.id}/customers?taxvat=1&email=x`)
    expect([refused.status, Object.keys(faultsIn(refused)).toSorted()]).toEqual([422, ["email", "taxvat"]])
  })

  it("is visible to their company alone", async () => {
    const { path, customer } = await withCustomer()
    const other = await service.newCompany()
    const stranger = await at(service, "owner", other.id)
    for (const one of [path, `/companies/${other.id}/customers/${customer.id}`, `/companies/${other.id}/customers/x`]) {
      for (const what of ["", "/export", "/erase"]) expect((await stranger.get(`${one}${what}`)).status).toBe(404)
      expect((await stranger.post(`${one}/erase`)).status).toBe(404)
    }
  })

  it("is erased by an owner, who first sees the consequences and obstacles, and the audit log records it", async () => {
    const { company, path, customer } = await withCustomer()
    const open = await place(company, byPix())
    const owner = await at(service, "owner", company.id)
    const preview = async () => shown(Preview, await owner.get(`${path}/erase`)).data
    expect(await preview()).toMatchObject({
      orders: 2,
      prevented_by: { reason: "orders_open", count: 1, names: [open] },
    })
    expect((await owner.post(`${path}/erase`)).status).toBe(422)
    await owner.post(`/companies/${company.id}/orders/${open}/cancel`)
    expect((await preview()).prevented_by).toBeNull()
    expect(shown(Detail, await owner.get(path)).data.erased_at).toBeNull() // looking changes nothing
    expect((await owner.post(`${path}/erase`)).status).toBe(200)
    const { data } = shown(Detail, await owner.get(path))
    expect([data.fullname, data.saved_cards]).toEqual(["Cliente apagado", []])
    expect(data.erased_at).not.toBeNull()
    const log = shown(AuditPage, await owner.get(`/companies/${company.id}/audit?action=customer.erase`)).data
    expect(log).toMatchObject([{ subject: String(customer.id), before: { orders: 2 }, after: null }])
    expect(JSON.stringify(log)).not.toContain(customer.email)
  })

  it.each([
    ["finance", 403, 403],
    ["support", 200, 403],
    ["developer", 403, 403],
    ["viewer", 403, 403],
    ["auditor", 403, 403],
    ["operator", 200, 200],
  ] as const)("is exported and erased by the roles that may: %s", async (role, exported, erased) => {
    const { company, path } = await withCustomer()
    const person = await at(service, role, company.id)
    expect((await person.get(`${path}/export`)).status).toBe(exported)
    expect((await person.get(`${path}/erase`)).status).toBe(erased)
    expect((await person.post(`${path}/erase`)).status).toBe(erased)
  })
})
