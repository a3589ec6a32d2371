// Extra fields in a request: nobody sets a price, a status, an owner or an id by naming it.
import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byCard } from "./example-orders.ts"
import { credit, payersOf, paying } from "./payers.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, paid, payLink } = payersOf(service)

/** Fields that only the service, the company or the link may decide. */
const smuggled = {
  id: 999_999,
  company: 999_999,
  company_id: 999_999,
  status: "refund",
  amount: 0.01,
  total: 0.01,
  discount: { total: 99.99 },
  fee: 0,
  order_number: "MEU-NUMERO",
  public_key: "aaaaaaaaaaaaaaaaaaaaaa",
  under_moderation: false,
  created_at: "2001-01-01 00:00:00",
  __proto__: { status: "refund" },
}

describe("fields that the caller may not set", () => {
  it("change nothing if a payer sends them with a link's payment", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    // The total is the price that the payer was shown: another one is refused, and nothing is charged.
    expect((await payLink(slug, { ...paying(credit()), total: smuggled.total })).status).toBe(422)
    const { total: _, ...rest } = smuggled
    const body = { ...paying(credit()), ...rest, items: [{ title: "Nada", unit_price: 0.01, quantity: 1 }] }
    const { data } = paid(await payLink(slug, body))
    expect(data.order_number).not.toBe(smuggled.order_number)
    expect(data.public_key).not.toBe(smuggled.public_key)
    const order = shown(OrderResponse, await company.get(`/api/v1/order/${data.order_number}`)).data
    expect(order).toMatchObject({ status: "paid", totals: { total: "100.00" }, created_at: "2026-11-19 12:00:00" })
  })

  it("change nothing if a company sends them with an order, except the discount, which is its own", async () => {
    const company = await service.newCompany()
    const { discount: _, ...rest } = smuggled
    const plain = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byCard())).data
    const other = shown(SingleOrderResponse, await company.post("/api/v1/order/single", { ...byCard(), ...rest })).data
    const orderOf = async (number: string) => shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data
    const [expected, got] = [await orderOf(plain.order_number), await orderOf(other.order_number)]
    expect(other.order_number).not.toBe(smuggled.order_number)
    expect([got.status, got.totals, got.created_at]).toEqual([expected.status, expected.totals, expected.created_at])
  })

  it("change nothing if an operator sends them with a new company", async () => {
    const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.Int, created_at: Schema.String }) })
    const answer = await service.administer("POST", "/admin/v1/companies", { ...smuggled, name: "Loja" })
    const { created_at, id } = shown(Created, answer).data
    expect([id === smuggled.id, created_at]).toEqual([false, "2026-11-19 12:00:00"])
  })
})
