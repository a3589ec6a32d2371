import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byPix, bySlip, changed, visa } from "./example-orders.ts"
import { codesIn, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const send = async (body: unknown) => (await service.newCompany()).post("/api/v1/order/single", body)

const faultyFields = async (body: unknown) => Object.keys(faultsIn(await send(body)))

/** The order as it is shown after it was placed. */
const placed = async (body: unknown) => {
  const company = await service.newCompany()
  const answer = await company.post("/api/v1/order/single", body)
  const { order_number } = shown(SingleOrderResponse, answer).data
  return shown(OrderResponse, await company.get(`/api/v1/order/${order_number}`)).data
}

const absent = undefined

/** Each limit from both sides. */
const fields: ReadonlyArray<{
  readonly of?: unknown
  readonly path: string
  readonly taken: ReadonlyArray<unknown>
  readonly refused: ReadonlyArray<unknown>
}> = [
  {
    path: "customer.email",
    taken: ["a@b.co", `${"a".repeat(64)}@example.com`, " maria@example.com ", "Maria+loja@EXAMPLE.com.br"],
    refused: [absent, null, "", "maria", "maria@example", "m aria@example.com", `${"a".repeat(65)}@example.com`, 1, {}],
  },
  {
    path: "customer.fullname",
    taken: ["Zé", "Y".repeat(140), "🙂".repeat(140), "Maria D'Ávila 2ª", "  Maria   da  Silva "],
    refused: [absent, "", "Z", "Y".repeat(141), "🙂".repeat(141), "Maria\u202eSilva", 1, ["Maria"]],
  },
  {
    path: "customer.taxvat",
    taken: ["529.982.247-25", "11222333000181", "11.222.333/0001-81", "12.abc.345/01de-35"],
    refused: [absent, "52998224726", "11111111111", "5299822472", "12ABC34501DE36", "12ABC34501DEAB", true],
  },
  {
    path: "customer.telephone",
    taken: ["1133334444", "(11) 98765-4321", "+55 11 98765-4321", "5511987654321", "55 3333-4444"],
    refused: [absent, "", "113333444", "119876543210", "20987654321", "+1 11 98765-4321", "onze 98765-4321"],
  },
  {
    path: "address.postcode",
    taken: ["01310100", "01310-100"],
    refused: [absent, "0131010", "013101000", "0131O-100", {}],
  },
  { path: "address.street", taken: ["A", "R".repeat(255)], refused: [absent, " ", "R".repeat(256), 1] },
  {
    path: "address.number",
    taken: [0, 1578, "1578", "12-A", "s/n", "9".repeat(20)],
    refused: [absent, "", "9".repeat(21), 1.5, true, [1]],
  },
  { path: "address.complement", taken: [absent, null, "", "c".repeat(255)], refused: ["c".repeat(256), 1] },
  { path: "address.district", taken: ["d", "d".repeat(120)], refused: [absent, "d".repeat(121)] },
  { path: "address.city", taken: ["Ó", "c".repeat(120)], refused: [absent, "c".repeat(121)] },
  { path: "address.region", taken: ["AC", "TO", "DF"], refused: [absent, "XX", "S", "São Paulo", 35] },
  { path: "address.country", taken: [absent, "BR", ""], refused: ["BRA", "B", 55] },
  { path: "address", taken: [], refused: [absent, null, "", "Rua", [], 1] },
  { path: "customer", taken: [], refused: [absent, null, "Maria", [], 1] },
  { path: "customer.id", taken: [absent, null, ""], refused: ["x", 1.5, true, {}] },
  { path: "items", taken: [Array.from({ length: 100 }, (_, at) => item(at))], refused: [absent, null, [], {}, "x"] },
  { path: "items", taken: [], refused: [Array.from({ length: 101 }, (_, at) => item(at))] },
  { path: "items.0", taken: [], refused: [null, "x", 1, []] },
  { path: "items.0.title", taken: ["T", "T".repeat(255)], refused: [absent, "", "T".repeat(256), 1] },
  { path: "items.0.sku", taken: [absent, "", "s", "s".repeat(255)], refused: ["s".repeat(256), 1] },
  {
    path: "items.0.unit_price",
    taken: [10, "10", "10.5", "10.50", 99.9, 33.1 * 3, " 10.00 "],
    refused: [
      absent,
      "",
      -0.01,
      "-1",
      99.905,
      1.005,
      "10.999",
      "10,50",
      "R$ 10",
      "1e2",
      1e11,
      "100000000000",
      true,
      [],
    ],
  },
  { path: "items.0.quantity", taken: [1, "3", 999_999], refused: [absent, 0, -1, 1.5, 1_000_000, "x", true] },
  { path: "discount", taken: [absent, null, "", {}], refused: ["10", 10, []] },
  { path: "discount.total", taken: [absent, "", 0, "0.00", 199.79], refused: [-0.01, 1.005, "x", true, 1e11] },
  { path: "payment", taken: [], refused: [absent, null, "pix", []] },
  { path: "payment.method", taken: ["pix", " bank_slip "], refused: [absent, "", "PIX", "boleto", "debit", 1, null] },
  { path: "payment.expiration", taken: [absent, null, "", 1, "30", 43_200], refused: [0, -1, 43_201, 1.5, "x", true] },
  { of: bySlip(), path: "payment.expiration", taken: [absent, null, 1, "5", 365], refused: [0, 366, 1.5] },
  { path: "payment.installments", taken: [absent, 99, "x"], refused: [] },
  {
    of: byCard(),
    path: "payment.installments",
    taken: [1, 12, "12"],
    refused: [absent, null, "", 0, 13, -1, 1.5, "x", true],
  },
  { of: byCard(), path: "payment.card", taken: [], refused: [absent, null, "4242424242424242", []] },
  {
    of: byCard(),
    path: "payment.card.holder",
    taken: ["M", "M".repeat(25), "JOSÉ D ÁVILA", " MARIA "],
    refused: [absent, "", "M".repeat(26), "M4RIA", "MARIA-JOSÉ", 1],
  },
  {
    of: byCard(),
    path: "payment.card.number",
    taken: ["4242 4242 4242 4242", "4242-4242-4242-4242", "4222222222222", "6304000000000000000"],
    refused: [absent, "", "4242424242424241", "424242424242", "42424242424242424242", "4242x4242", 4242424242424242],
  },
  {
    of: byCard(),
    path: "payment.card.expiration",
    taken: ["11/2026", "12/2026", "01/2099"],
    refused: [absent, "10/2026", "12/2025", "13/2030", "00/2030", "12/30", "2030-12", "1/2030", 122030],
  },
  { of: byCard(), path: "payment.card.security", taken: ["000", "999"], refused: [absent, "12", "1234", "12a", 123] },
  {
    of: byCard({ ...visa, number: "378282246310005" }),
    path: "payment.card.security",
    taken: ["1234"],
    refused: ["123", "12345"],
  },
]

describe.each(fields)("$path", ({ of = byPix(), path, taken, refused }) => {
  it.each(taken.map((value) => [value]))("may be %j", async (value) => {
    const answer = await send(changed(of, path, value))
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  })

  it.each(refused.map((value) => [value]))("may not be %j", async (value) => {
    const answer = await send(changed(of, path, value))
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, [path]])
  })
})

/** Whose item it is does not matter. */
function item(at: number) {
  return { sku: `sku-${at}`, title: "Item", unit_price: 1, quantity: 1 }
}

describe("a text with control characters", () => {
  const texts = [
    "customer.email",
    "customer.fullname",
    "customer.taxvat",
    "customer.telephone",
    "address.postcode",
    "address.street",
    "address.number",
    "address.complement",
    "address.district",
    "address.city",
    "address.region",
    "items.0.sku",
    "items.0.title",
  ]

  it.each(texts)("is refused: %s", async (path) => {
    for (const character of ["\u0000", "\u0008", "\u001f", "\u007f", "\u0085", "\ud800", "a\nb"]) {
      expect(await faultyFields(changed(byPix(), path, `a${character}b`)), JSON.stringify(character)).toEqual([path])
    }
  })
})

describe("amounts that do not go together", () => {
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
  ])("are refused where %s", async (_, body, changes, faulty) => {
    expect(await faultyFields(withChanges(body, changes))).toEqual(faulty)
  })

  it.each([
    ["a centavo is left", byPix(), { "discount.total": 199.79 }, "0.01"],
    ["there are as many installments as centavos", byCard(visa, 12), { "discount.total": 199.68 }, "0.12"],
    ["a slip is as large as slips get", bySlip(), alone("99999999.99"), "99999999.99"],
    ["an order is as large as orders get", byPix(), alone(99_999_999_999.99), "99999999999.99"],
  ])("are taken where %s", async (_, body, changes, total) => {
    expect((await placed(withChanges(body, changes))).totals.total).toBe(total)
  })
})

function alone(price: unknown) {
  return { "items.0.unit_price": price, "items.0.quantity": 1, discount: undefined }
}

const withChanges = (body: unknown, changes: object): unknown =>
  Object.entries(changes).reduce((changing, [path, value]) => changed(changing, path, value), body)

describe("a body with many faults", () => {
  it("is told every one of them at once, in the order of its fields", async () => {
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

describe("what was sent", () => {
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

  it("and not asked for is neither refused, shown nor stored", async () => {
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

  it("is never repeated by a refusal", async () => {
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
  it.each([
    [true, true],
    [1, true],
    ["1", true],
    [false, false],
    [0, false],
    ["0", false],
  ])("may be %j", async (sent, read) => {
    const company = await service.newCompany()
    const answer = await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation: sent })
    expect(answer.body).toMatchObject({ data: { under_moderation: read } })
  })

  it.each(["yes", "true", 2, -1, "01", []])("may not be %j", async (sent) => {
    const company = await service.newCompany()
    const answer = await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation: sent })
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["under_moderation"]])
  })
})
