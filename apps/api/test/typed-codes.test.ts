// Codes in the forms that Brazilians type, and that pages, sheets and messages copy. The stored and returned code has
// one form.
import {
  CustomerPage,
  OrderPage,
  OrderResponse,
  PayerLinkResponse,
  PaymentLinkPage,
  PaymentLinkResponse,
  SingleOrderResponse,
} from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { byCard, byPix, changed, visa } from "./example-orders.ts"
import { faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const placed = async (body: unknown) => {
  const company = await service.newCompany()
  const answer = await company.post("/api/v1/order/single", body)
  expect(answer.status, answer.text).toBe(200)
  const { order_number } = shown(SingleOrderResponse, answer).data
  return shown(OrderResponse, await company.get(`/api/v1/order/${order_number}`)).data
}

/** With invisible characters around it and inside, as copying adds them. */
const copied = (code: string) => `\u202A\uFEFF${code.slice(0, 4)}\u200B${code.slice(4)}\u00A0\u202C`

describe("a telephone", () => {
  it.each([
    "(011) 98765-4321",
    "0 15 11 98765-4321",
    "90 15 11 98765-4321",
    "+55 (0)11 98765-4321",
    "0055 11 98765-4321",
    copied("(11) 98765-4321"),
  ])("is read from %j", async (telephone) => {
    const { customer } = await placed(changed(byPix(), "customer.telephone", telephone))
    expect(customer.telephone).toBe("(11) 98765-4321")
  })
})

describe("a postal code", () => {
  it.each(["01.001-000", "01001 000", "01001\u2013000", copied("01001-000")])("is read from %j", async (postcode) => {
    const company = await service.newCompany()
    const { address } = await placed(changed(byPix(), "address.postcode", postcode))
    expect(address.postcode).toBe("01001-000")
    const link = { title: "Aula", amount: 10, customer_cep: postcode }
    const made = shown(PaymentLinkResponse, await company.post("/api/v1/payment-link", link)).data
    expect(await postcodeOf(made.slug)).toBe("01001-000")
    const batch = { amount: 10, title: "Aula", customers: [{ cep: postcode }, { cep: "01001-00a" }] }
    expect((await company.post("/api/v1/payment-link-bulk", batch)).status).toBe(202)
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
    const links = shown(PaymentLinkPage, await company.get("/api/v1/payment-link")).data
    const codes = await Promise.all(links.map(({ slug }) => postcodeOf(slug)))
    expect(codes.toSorted()).toEqual(["01001-000", "01001-000", null])
  })

  const postcodeOf = async (slug: string) =>
    shown(PayerLinkResponse, await service.call("GET", `/public/v1/payment-links/${slug}`)).data.address.postcode
})

describe("a document and an e-mail", () => {
  it("are read from copied text, in requests and in filters", async () => {
    const company = await service.newCompany()
    const email = "\u200Bmaria@example.com\u202C"
    const body = changed(changed(byPix(), "customer.taxvat", copied("529.982.247\u201325")), "customer.email", email)
    const answer = await company.post("/api/v1/order/single", body)
    const { order_number } = shown(SingleOrderResponse, answer).data
    const { customer } = shown(OrderResponse, await company.get(`/api/v1/order/${order_number}`)).data
    expect(customer).toMatchObject({ taxvat: "529.982.247-25", email: "maria@example.com" })
    const taxvat = encodeURIComponent(copied("52998224725"))
    const found = shown(OrderPage, await company.get(`/api/v1/order?taxvat=${taxvat}`)).data
    expect(found.map((order) => order.order_number)).toEqual([order_number])
    const customers = `/admin/v1/companies/${company.id}/customers?taxvat=${taxvat}&email=${encodeURIComponent(email)}`
    expect(shown(CustomerPage, await service.administer("GET", customers)).data).toHaveLength(1)
  })
})

describe("a card number", () => {
  it.each([copied("4242 4242 4242 4242"), "4242\u00A04242\u00A04242\u00A04242", "4242.4242.4242.4242"])(
    "is read from %j",
    async (number) => {
      const { payment } = await placed(byCard({ ...visa, number }))
      expect(payment.card).toMatchObject({ brand: "visa", last_digits: "4242" })
    },
  )
})

it("letters and symbols in a code are refused", async () => {
  const company = await service.newCompany()
  const wrong = {
    "customer.telephone": "11 9876S-4321",
    "customer.taxvat": "529.982.247=25",
    "customer.email": "ma\u200Bria@example.com",
    "address.postcode": "01001_00O",
    "payment.card.number": "4242 4242 4242 424Z",
  }
  const body = Object.entries(wrong).reduce((whole, [path, value]) => changed(whole, path, value), byCard() as unknown)
  const answer = await company.post("/api/v1/order/single", body)
  expect(answer.status).toBe(422)
  expect(Object.keys(faultsIn(answer)).toSorted()).toEqual(Object.keys(wrong).toSorted())
})
