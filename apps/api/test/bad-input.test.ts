// Answers to wrong bodies. The limits of each field are tested in the contract and the domain.
import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byPix, bySlip, changed, visa } from "./example-orders.ts"
import { codesIn, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const send = async (body: unknown) => (await service.newCompany()).post("/api/v1/order/single", body)

const faultyFields = async (body: unknown) => Object.keys(faultsIn(await send(body)))

/** The order as shown after it was placed. */
const placed = async (body: unknown) => {
  const company = await service.newCompany()
  const answer = await company.post("/api/v1/order/single", body)
  const { order_number } = shown(SingleOrderResponse, answer).data
  return shown(OrderResponse, await company.get(`/api/v1/order/${order_number}`)).data
}

describe("amounts that depend on each other", () => {
  it.each([
    ["nothing is left after the discount", byPix(), { "discount.total": 199.8 }, ["items"]],
    ["less than nothing is left", byPix(), { "discount.total": 1_000 }, ["items"]],
    ["everything is free", byPix(), { "items.0.unit_price": 0, "discount.total": 0 }, ["items"]],
    ["items add up too far", byPix(), { "items.0.unit_price": 99_999_999_999.99 }, ["items"]],
    ["a slip is too large", bySlip(), { "items.0.unit_price": 50_000_005, "discount.total": 10 }, ["payment.method"]],
    [
      "there are more installments than centavos",
      byCard(visa, 12),
      { "discount.total": 199.69 },
      ["payment.installments"],
    ],
  ])("are refused if %s", async (_, body, changes, faulty) => {
    expect(await faultyFields(withChanges(body, changes))).toEqual(faulty)
  })

  it.each([
    ["a centavo is left", byPix(), { "discount.total": 199.79 }, "0.01"],
    ["there are as many installments as centavos", byCard(visa, 12), { "discount.total": 199.68 }, "0.12"],
    ["a slip is as large as slips get", bySlip(), alone("99999999.99"), "99999999.99"],
    ["an order is as large as orders get", byPix(), alone(99_999_999_999.99), "99999999999.99"],
  ])("are accepted if %s", async (_, body, changes, total) => {
    expect((await placed(withChanges(body, changes))).totals.total).toBe(total)
  })
})

function alone(price: unknown) {
  return { "items.0.unit_price": price, "items.0.quantity": 1, discount: undefined }
}

const withChanges = (body: unknown, changes: object): unknown =>
  Object.entries(changes).reduce((changing, [path, value]) => changed(changing, path, value), body)

describe("a body with many faults", () => {
  it("reports every fault at once, in the order of the fields", async () => {
    const answer = await send({
      customer: { id: "x", email: "x", fullname: "x", taxvat: "x", telephone: "x" },
      address: { postcode: "x", street: "", number: null, district: "d\u0000", city: [], region: "x", country: "x" },
      items: [
        { title: "", unit_price: "x", quantity: 0 },
        { title: "fine", unit_price: 1, quantity: 1 },
        { sku: 1, unit_price: -1, quantity: "many" },
      ],
      discount: { total: -1 },
      payment: {
        method: "credit",
        installments: 13,
        card: { holder: "1", number: "1", expiration: "1", security: "1" },
      },
    })
    expect(answer.status).toBe(422)
    expect(faultsIn(answer)).toEqual({
      "customer.id": ["The customer.id must be an integer."],
      "customer.email": ["The customer.email must be a valid e-mail address."],
      "customer.fullname": ["The customer.fullname must have at least 2 characters."],
      "customer.taxvat": ["The customer.taxvat must be a valid CPF or CNPJ."],
      "customer.telephone": ["The customer.telephone must be a Brazilian telephone number with its area code."],
      "address.postcode": ["The address.postcode must be a valid postal code."],
      "address.street": ["The address.street field is required."],
      "address.number": ["The address.number field is required."],
      "address.district": ["The address.district may not contain control characters."],
      "address.city": ["The address.city must be a string."],
      "address.region": ["The address.region must be the abbreviation of a Brazilian state."],
      "address.country": ["The address.country must be a country code of two letters."],
      "items.0.title": ["The items.0.title field is required."],
      "items.0.unit_price": ["The items.0.unit_price must be a number."],
      "items.0.quantity": ["The items.0.quantity must be between 1 and 999999."],
      "items.2.sku": ["The items.2.sku must be a string."],
      "items.2.title": ["The items.2.title field is required."],
      "items.2.unit_price": ["The items.2.unit_price must be at least 0.00."],
      "items.2.quantity": ["The items.2.quantity must be an integer."],
      "discount.total": ["The discount.total must be at least 0.00."],
      "payment.installments": ["The payment.installments must be between 1 and 12."],
      "payment.card.holder": ["The payment.card.holder may only contain letters and spaces."],
      "payment.card.number": ["The payment.card.number must be a valid card number."],
      "payment.card.expiration": ["The payment.card.expiration must be a month as MM/YYYY."],
      "payment.card.security": ["The payment.card.security must have 3 or 4 digits."],
    })
    expect(answer.body).toMatchObject({
      hasError: true,
      response: { message: "The customer.id must be an integer. (and 24 more errors)" },
    })
    expect(codesIn(answer)).toMatchObject({
      "customer.taxvat": [{ code: "invalid_document" }],
      "customer.fullname": [{ code: "too_short", min: 2 }],
      "address.street": [{ code: "required" }],
      "address.city": [{ code: "wrong_type", expected: "string" }],
      "items.0.quantity": [{ code: "out_of_range", min: 1, max: 999_999 }],
      "items.2.unit_price": [{ code: "amount_too_small", min: 0 }],
      "payment.card.security": [{ code: "invalid_security_code", lengths: [3, 4] }],
    })
  })
})

describe("sent text", () => {
  it("is shown trimmed and composed", async () => {
    const body = withChanges(byPix(), {
      "customer.fullname": "  Jose\u0301  da Silva ",
      "customer.taxvat": "12abc34501de35",
      "customer.telephone": "+55 (11) 3333-4444",
      "address.postcode": "01310100",
      "address.number": 7,
      "address.complement": undefined,
      "address.city": " Sa\u0303o Paulo ",
      "items.0.title": " Cafe\u0301 ",
      "items.0.sku": undefined,
    })
    const order = await placed(body)
    expect(order.customer).toEqual({
      email: "maria@example.com",
      fullname: "José da Silva",
      taxvat: "12.ABC.345/01DE-35",
      telephone: "(11) 3333-4444",
    })
    expect(order.address).toMatchObject({ postcode: "01310-100", number: "7", complement: "", city: "São Paulo" })
    expect(order.items[0]).toMatchObject({ title: "Café", sku: "cafe" })
  })

  it("that is not expected is neither refused, shown nor stored", async () => {
    const marker = "marked-5f0c1c52"
    const extra: unknown = JSON.parse(`{"note":"${marker}","__proto__":{"x":"${marker}"},"constructor":"${marker}"}`)
    const body = withChanges(byPix(), {
      note: marker,
      "customer.password": marker,
      "items.0.extra": extra,
      src: marker,
    })
    const company = await service.newCompany()
    const answer = await company.post("/api/v1/order/single", body, { "Idempotency-Key": "k" })
    expect(answer.status).toBe(200)
    const stored = await database.contents()
    expect(stored.includes("camiseta-azul")).toBe(true)
    expect(stored.includes(marker)).toBe(false)
    expect((await company.get("/api/v1/order")).text).not.toContain(marker)
  })

  it("is never repeated in a refusal", async () => {
    const marker = "marked-5f0c1c52"
    const everywhere = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(everywhere)
      if (typeof value !== "object" || value === null) return `${marker}\u0000`
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, everywhere(part)]))
    }
    const answer = await send({
      ...Object(everywhere(byCard())),
      payment: { ...byCard().payment, card: everywhere(visa) },
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer)).length).toBeGreaterThan(15)
    expect(answer.text).not.toContain(marker)
  })
})

describe("a boolean of the administration", () => {
  it("is accepted as text, and refused as another word", async () => {
    const company = await service.newCompany()
    const moderate = (sent: unknown) =>
      service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation: sent })
    expect((await moderate("1")).body).toMatchObject({ data: { under_moderation: true } })
    const answer = await moderate("yes")
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["under_moderation"]])
  })
})
