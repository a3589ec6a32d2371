import { CustomerPage, OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { isBankingDay, LocalDate } from "@vintem/domain/calendar"
import { decodeBrCode } from "@vintem/domain/pix"
import { barcodeFromDigitableLine, parseDigitableLine, slipFromBarcode } from "@vintem/domain/slip"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { address, byCard, byNumber, byPix, bySlip, changed, payer, visa } from "./example-orders.ts"
import { type Answer, type CompanyUnderTest, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"
import { statesIn } from "./simulated-books.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const single = "/api/v1/order/single"

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
const orderNumber = expect.stringMatching(/^[0-9A-Z]{1,32}$/u)
const publicKey = expect.stringMatching(/^[A-Za-z0-9_-]{22,43}$/u)
const tid = expect.stringMatching(/^[0-9A-F]{20}$/u)

/** Totals of an order without a refund or chargeback. */
const nothingReturned = { refunded: "0.00", charged_back: "0.00" }

const place = async (company: CompanyUnderTest, body: unknown) => {
  const answer = await company.post(single, body)
  expect(answer.status, answer.text).toBe(200)
  return shown(SingleOrderResponse, answer)
}

const retrieve = async (company: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data

const errorsOf = ({ status, body }: Answer) => ({ status, body })

/** The 422 for one thing that does not exist. */
const refusedFor = (path: string, message: string) => ({
  status: 422,
  body: {
    hasError: true,
    response: { message, errors: { [path]: [message] }, codes: { [path]: [{ code: "does_not_exist" }] } },
  },
})

describe("a single order by card", () => {
  it("is paid in the answer", async () => {
    const company = await service.newCompany()
    const answer = await company.post(single, byCard())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      hasError: false,
      response: "Payment approved.",
      data: { order_number: orderNumber, public_key: publicKey, status: "paid" },
      payment: {
        tid,
        nsu: expect.stringMatching(/^[0-9]{9}$/u),
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: { token: uuid, brand: "visa", last_digits: "4242" },
      },
    })
  })

  it("shows everything when it is retrieved", async () => {
    const company = await service.newCompany()
    const placed = await place(company, byCard(visa, 3))
    const answer = await company.get(`/api/v1/order/${placed.data.order_number}`)
    expect(answer.status).toBe(200)
    const { data } = shown(OrderResponse, answer)
    expect(answer.body).toEqual({
      success: true,
      data: {
        token: uuid,
        order_number: placed.data.order_number,
        public_key: placed.data.public_key,
        status: "paid",
        origin: "single",
        src: null,
        ref: null,
        created_at: "2026-11-19 12:00:00",
        updated_at: "2026-11-19 12:00:00",
        paid_at: "2026-11-19 12:00:00",
        checkout: null,
        customer: {
          email: "maria@example.com",
          fullname: "Maria da Silva",
          taxvat: "529.982.247-25",
          telephone: "(11) 98765-4321",
        },
        address: {
          postcode: "01310-100",
          street: "Avenida Paulista",
          number: "1578",
          complement: "Conjunto 4",
          city: "São Paulo",
          region: "SP",
          district: "Bela Vista",
        },
        payment: {
          name: "Cartão de crédito",
          method: "credit",
          link_to_pay: `${publicUrl}/pay/${placed.data.public_key}`,
          digitable: null,
          due_date: null,
          card: placed.payment.card,
          installments: 3,
          tid: placed.payment.tid,
          nsu: placed.payment.nsu,
        },
        // 9.49 % of 189.80 is 18.01202; and 0.39 a payment.
        totals: { subtotal: "189.80", fee: "18.40", total: "189.80", net: "171.40", ...nothingReturned },
        items: [
          {
            id: data.items[0]?.id,
            order_id: data.items[0]?.order_id,
            product_id: null,
            sku: "camiseta-azul",
            title: "Camiseta azul",
            unit_price: 99.9,
            price_cost: null,
            quantity: 2,
            created_at: "2026-11-19 12:00:00",
            updated_at: "2026-11-19 12:00:00",
          },
        ],
      },
    })
  })

  it.each([
    // number              brand         answered as       and is         because
    ["4242424242424242", "visa", "paid", "paid", "it is approved"],
    ["5555555555554444", "mastercard", "paid", "paid", "it is approved"],
    ["2223003122003222", "mastercard", "paid", "paid", "it is approved"],
    ["378282246310005", "amex", "paid", "paid", "it is approved"],
    ["6362970000457013", "elo", "paid", "paid", "it is approved"],
    ["6062826786276634", "hipercard", "paid", "paid", "it is approved"],
    ["4111111111111111", "visa", "paid", "paid", "any other number is approved"],
    ["4000000000000341", "visa", "paid", "paid", "it is approved the first time"],
    ["4000000000000002", "visa", "unpaid", "unpaid", "it is refused"],
    ["4000000000009995", "visa", "unpaid", "unpaid", "there are no funds"],
    ["4000000000009235", "visa", "waiting_payment", "risk_analysis", "it is held"],
    ["4000000000000119", "visa", "waiting_payment", "pending", "the acquirer fails"],
    ["4000000000000101", "visa", "waiting_payment", "pending", "the acquirer is silent"],
  ] as const)("with %s (%s) is answered as %s and is %s: %s", async (number, brand, answered, status, _because) => {
    const company = await service.newCompany()
    const placed = await place(company, byNumber(number))
    const isPaid = answered === "paid"
    expect(placed).toMatchObject({
      success: isPaid,
      hasError: answered === "unpaid",
      data: { status: answered },
      payment: {
        link_to_pay: isPaid ? null : `${publicUrl}/pay/${placed.data.public_key}`,
        digitable_number: null,
        due_date: null,
        card: { token: isPaid ? uuid : null, brand, last_digits: number.slice(-4) },
      },
    })
    expect((await retrieve(company, placed.data.order_number)).status).toBe(status)
  })

  it.each([
    ["4000000000000119", []],
    ["4000000000000101", ["confirmed"]],
  ] as const)("with %s leaves %j in the acquirer's books", async (number, states) => {
    const company = await service.newCompany()
    const placed = await place(company, byNumber(number))
    expect(await statesOf(placed.data.order_number)).toEqual(states)
  })

  it.each([
    [1, "7.96", "181.84"],
    [2, "18.40", "171.40"],
    [6, "18.40", "171.40"],
    [7, "30.74", "159.06"],
    [12, "30.74", "159.06"],
  ])("in %i installments costs the company %s and leaves it %s", async (installments, fee, net) => {
    const company = await service.newCompany()
    const placed = await place(company, byCard(visa, installments))
    const { totals } = await retrieve(company, placed.data.order_number)
    expect(totals).toEqual({ subtotal: "189.80", fee, total: "189.80", net, ...nothingReturned })
  })
})

describe("a single order by Pix", () => {
  it("waits for the payer with a readable code", async () => {
    const company = await service.newCompany("Padaria São João")
    const answer = await company.post(single, byPix())
    const placed = shown(SingleOrderResponse, answer)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: false,
      hasError: false,
      response: "Waiting for payment.",
      data: { order_number: orderNumber, public_key: publicKey, status: "waiting_payment" },
      payment: {
        tid,
        nsu: null,
        link_to_pay: `${publicUrl}/pay/${placed.data.public_key}`,
        digitable_number: placed.payment.digitable_number,
        due_date: "2026-11-19 12:10:00",
        card: null,
      },
    })
    expect(Result.getOrThrow(decodeBrCode(placed.payment.digitable_number ?? ""))).toMatchObject({
      kind: "dynamic",
      name: "Padaria Sao Joao",
      city: "Sao Paulo",
    })
    const order = await retrieve(company, placed.data.order_number)
    expect(order.status).toBe("waiting_payment")
    expect(order.payment).toEqual({
      name: "Pix",
      method: "pix",
      link_to_pay: placed.payment.link_to_pay,
      digitable: placed.payment.digitable_number,
      due_date: placed.payment.due_date,
      card: null,
      installments: 1,
      tid: placed.payment.tid,
      nsu: null,
    })
    expect(order.paid_at).toBeNull()
    expect(order.totals).toEqual({
      subtotal: "189.80",
      fee: "1.88",
      total: "189.80",
      net: "187.92",
      ...nothingReturned,
    })
  })

  it.each([
    [1, "2026-11-19 12:01:00"],
    [720, "2026-11-20 00:00:00"],
    [43_200, "2026-12-19 12:00:00"],
  ])("that lives %i minutes ends at %s", async (expiration, dueDate) => {
    const company = await service.newCompany()
    expect((await place(company, byPix({ expiration }))).payment.due_date).toBe(dueDate)
  })
})

describe("a single order by bank slip", () => {
  it("waits for the payer with a line that contains amount and day", async () => {
    const company = await service.newCompany()
    const placed = await place(company, bySlip())
    expect(placed).toMatchObject({ success: false, hasError: false, data: { status: "waiting_payment" } })
    expect(placed.payment).toMatchObject({ nsu: null, card: null })
    const line = Result.getOrThrow(parseDigitableLine(placed.payment.digitable_number ?? ""))
    const today = LocalDate.make("2026-11-19")
    const slip = Result.getOrThrow(slipFromBarcode(barcodeFromDigitableLine(line), today))
    expect(slip).toMatchObject({ amount: 18_980, dueDate: placed.payment.due_date })
    const order = await retrieve(company, placed.data.order_number)
    expect(order.payment).toMatchObject({ name: "Boleto bancário", method: "bank_slip", digitable: line, card: null })
    expect(order.totals).toEqual({
      subtotal: "189.80",
      fee: "3.49",
      total: "189.80",
      net: "186.31",
      ...nothingReturned,
    })
  })

  it.each([
    [null, "2026-11-23", "three days on is a Sunday"],
    [1, "2026-11-23", "the next day is a holiday, and then comes a weekend"],
    [5, "2026-11-24", "it is a Tuesday"],
    [365, "2027-11-19", "it is a Friday"],
  ])("of %s days is due on %s: %s", async (expiration, dueDate, _because) => {
    const company = await service.newCompany()
    const placed = await place(company, bySlip({ expiration }))
    expect(placed.payment.due_date).toBe(dueDate)
    expect(isBankingDay(LocalDate.make(dueDate))).toBe(true)
  })
})

describe("a saved card", () => {
  const saved = async (company: CompanyUnderTest, number: string) =>
    (await place(company, byNumber(number))).payment.card?.token

  it("is charged by its token, and keeps it", async () => {
    const company = await service.newCompany()
    const token = await saved(company, "5555555555554444")
    const placed = await place(company, byCard({ token }, 2))
    expect(placed).toMatchObject({
      success: true,
      data: { status: "paid" },
      payment: { card: { token, brand: "mastercard", last_digits: "4444" } },
    })
  })

  it("4000000000000341 is refused when it is charged again", async () => {
    const company = await service.newCompany()
    const token = await saved(company, "4000000000000341")
    expect(await place(company, byCard({ token }))).toMatchObject({
      success: false,
      hasError: true,
      data: { status: "unpaid" },
      payment: { card: { token: null, brand: "visa", last_digits: "0341" } },
    })
  })

  it("does not exist for another company", async () => {
    const [owner, other] = [await service.newCompany(), await service.newCompany()]
    const token = await saved(owner, "4242424242424242")
    const invented = "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d"
    const expected = refusedFor("payment.card.token", "The payment.card.token does not exist.")
    expect(errorsOf(await other.post(single, byCard({ token })))).toEqual(expected)
    expect(errorsOf(await other.post(single, byCard({ token: invented })))).toEqual(expected)
    expect(errorsOf(await other.post(single, byCard({ token: "no token at all" })))).toEqual(expected)
  })

  it("places no order if it does not exist", async () => {
    const company = await service.newCompany()
    await company.post(single, byCard({ token: "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d" }))
    expect((await company.get("/api/v1/order")).body).toMatchObject({ meta: { total: 0 } })
  })

  it("leaves the rest of the card unread", async () => {
    const company = await service.newCompany()
    const token = await saved(company, "4242424242424242")
    const placed = await place(company, byCard({ token, holder: "M4R1A", number: "1", security: "1" }))
    expect(placed.data.status).toBe("paid")
  })
})

describe("the customer of a single order", () => {
  const customersOf = async (company: CompanyUnderTest) =>
    shown(CustomerPage, await service.administer("GET", `/admin/v1/companies/${company.id}/customers`)).data

  it("is unique by document, and has the latest values", async () => {
    const company = await service.newCompany()
    await place(company, byPix())
    await place(company, changed(byPix(), "customer.fullname", "Maria Souza"))
    const customers = await customersOf(company)
    expect(customers).toEqual([
      {
        id: customers[0]?.id,
        token: uuid,
        fullname: "Maria Souza",
        email: payer.email,
        taxvat: "529.982.247-25",
        telephone: "(11) 98765-4321",
        created_at: "2026-11-19 12:00:00",
      },
    ])
  })

  it("leaves earlier orders unchanged", async () => {
    const company = await service.newCompany()
    const first = await place(company, byPix())
    await place(company, changed(byPix(), "customer.fullname", "Maria Souza"))
    expect((await retrieve(company, first.data.order_number)).customer.fullname).toBe("Maria da Silva")
  })

  it("may be named by id", async () => {
    const company = await service.newCompany()
    await place(company, byPix())
    const [customer] = await customersOf(company)
    await place(company, changed(byPix(), "customer.id", customer?.id))
    await place(company, changed(byPix(), "customer.id", String(customer?.id)))
    expect(await customersOf(company)).toHaveLength(1)
  })

  it("is anybody if the id is null", async () => {
    const company = await service.newCompany()
    await place(company, changed(byPix(), "customer.id", null))
  })

  it.each([
    ["unknown", async () => 999_999_999],
    ["zero", async () => 0],
    [
      "another company's",
      async () => {
        const other = await service.newCompany()
        await place(other, byPix())
        return (await customersOf(other))[0]?.id
      },
    ],
  ])("does not exist if the id is %s", async (_, idOf) => {
    const company = await service.newCompany()
    const answer = await company.post(single, changed(byPix(), "customer.id", await idOf()))
    expect(errorsOf(answer)).toEqual(refusedFor("customer.id", "The customer.id does not exist."))
  })
})

describe("a company under moderation", () => {
  const moderate = (company: CompanyUnderTest, under_moderation: boolean) =>
    service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation })

  it("places no order", async () => {
    const company = await service.newCompany()
    await moderate(company, true)
    const answer = await company.post(single, byCard())
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({ hasError: true, response: "The company is under moderation." })
    expect((await company.get("/api/v1/order")).body).toMatchObject({ meta: { total: 0 } })
  })

  it("places orders again once the moderation ends", async () => {
    const company = await service.newCompany()
    await moderate(company, true)
    await moderate(company, false)
    expect((await place(company, byCard())).data.status).toBe("paid")
  })
})

describe("a single order's amounts", () => {
  it("add up from items and discount", async () => {
    const company = await service.newCompany()
    const items = [
      { sku: "a", title: "A", unit_price: "0.30", quantity: 3 },
      { sku: "b", title: "B", unit_price: 0, quantity: 1 },
      { title: "Café com açúcar", unit_price: 10, quantity: "2" },
    ]
    const placed = await place(company, { customer: payer, address, items, payment: { method: "pix" } })
    const order = await retrieve(company, placed.data.order_number)
    expect(order.totals).toEqual({ subtotal: "20.90", fee: "0.21", total: "20.90", net: "20.69", ...nothingReturned })
    expect(order.items.map(({ sku, unit_price, quantity }) => [sku, unit_price, quantity])).toEqual([
      ["a", 0.3, 3],
      ["b", 0, 1],
      ["cafe-com-acucar", 10, 2],
    ])
  })

  it("leave the company less than nothing if the fee is larger", async () => {
    const company = await service.newCompany()
    const placed = await place(company, changed(bySlip(), "items.0.unit_price", 5.01))
    const { totals } = await retrieve(company, placed.data.order_number)
    expect(totals).toEqual({ subtotal: "0.02", fee: "3.49", total: "0.02", net: "-3.47", ...nothingReturned })
  })
})

/** The simulated acquirer's states of an order. */
const statesOf = (number: string) => statesIn(database, number)
