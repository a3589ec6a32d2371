/**
 * `POST /api/v1/order`: orders on a checkout of the catalogue.
 */
import { CheckoutOrderResponse, OrderPage, OrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { address, changed, payer, visa } from "./example-orders.ts"
import {
  type Answer,
  type CompanyUnderTest,
  faultsIn,
  publicUrl,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()
const path = "/api/v1/order"

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })

interface Shop extends CompanyUnderTest {
  readonly product: number
}

/** A company that sells a course of R$ 99.90, two at a time. */
const openShop = async (): Promise<Shop> => {
  const company = await service.newCompany()
  const admin = `/admin/v1/companies/${company.id}`
  const product = await service.administer("POST", `${admin}/products`, {
    sku: "curso",
    title: "Curso de violão",
    unit_price: 99.9,
    price_cost: 10,
  })
  const { id } = shown(Made, product).data
  const checkout = await service.administer("POST", `${admin}/checkouts`, {
    slug: "violao",
    title: "Violão para todos",
    product_id: id,
    quantity: 2,
    redirect_after_success: "https://loja.example.com/obrigado",
  })
  expect(checkout.status, checkout.text).toBe(201)
  return { ...company, product: id }
}

const makeCoupon = async (shop: Shop, coupon: object): Promise<void> => {
  const made = await service.administer("POST", `/admin/v1/companies/${shop.id}/coupons`, coupon)
  expect(made.status, made.text).toBe(201)
}

const credit = { method: "credit", installments: 1, card: visa }
const order = (parts: object = {}) => ({ checkout_id: "violao", customer: payer, address, payment: credit, ...parts })

const place = async (shop: CompanyUnderTest, body: unknown) => {
  const answer = await shop.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return shown(CheckoutOrderResponse, answer)
}

const retrieve = async (shop: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await shop.get(`${path}/${number}`)).data

const placed = async (shop: CompanyUnderTest, body: unknown) => {
  const { data } = await place(shop, body)
  return retrieve(shop, data.order_number)
}

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)

describe("an order on a checkout", () => {
  it("is paid by card in the answer", async () => {
    const shop = await openShop()
    const answer = await place(shop, order())
    expect(answer).toStrictEqual({
      responseCode: 200,
      responseData: "Payment approved.",
      success: true,
      redirectAfterSuccess: "https://loja.example.com/obrigado",
      data: { order_number: expect.any(String), public_key: expect.any(String), uptoken: uuid },
      payment: {
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: { token: uuid, brand: "visa", last_digits: "4242" },
      },
    })
    expect(await retrieve(shop, answer.data.order_number)).toMatchObject({
      status: "paid",
      origin: "checkout",
      token: answer.data.uptoken,
      src: null,
      checkout: { name: "Violão para todos", key: "violao", product: { title: "Curso de violão", sku: "curso" } },
      totals: { subtotal: "199.80", total: "199.80" },
      items: [{ product_id: shop.product, sku: "curso", unit_price: 99.9, price_cost: 10, quantity: 2 }],
    })
  })

  it("is answered as refused by responseCode, with a page to pay again", async () => {
    const shop = await openShop()
    const card = { ...visa, number: "4000000000000002" }
    const answer = await place(shop, order({ payment: { ...credit, card } }))
    expect(answer).toMatchObject({
      responseCode: 402,
      responseData: "Payment refused.",
      success: false,
      payment: {
        link_to_pay: `${publicUrl}/pay/${answer.data.public_key}`,
        card: { token: null, brand: "visa", last_digits: "0002" },
      },
    })
  })

  it.each([
    ["pix", /^000201/u, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u],
    ["bank_slip", /^\d{47}$/u, /^\d{4}-\d{2}-\d{2}$/u],
  ])("waits for its payer by %s", async (method, digitable, due) => {
    const shop = await openShop()
    const answer = await place(shop, order({ payment: { method } }))
    expect(answer).toMatchObject({
      responseCode: 200,
      responseData: "Waiting for payment.",
      success: true,
      payment: {
        link_to_pay: `${publicUrl}/pay/${answer.data.public_key}`,
        digitable_number: expect.stringMatching(digitable),
        due_date: expect.stringMatching(due),
        card: null,
      },
    })
  })

  it.each([
    ["4000000000009235", "risk_analysis", "The payment is under review."],
    ["4000000000000101", "pending", "The payment is being processed."],
  ])("by card %s is %s and answered as under way", async (number, status, sentence) => {
    const shop = await openShop()
    const answer = await place(shop, order({ payment: { ...credit, card: { ...visa, number } } }))
    expect(answer).toMatchObject({ responseCode: 200, success: true, responseData: sentence })
    expect((await retrieve(shop, answer.data.order_number)).status).toBe(status)
  })

  it("gives a slip three days, whatever expiration says", async () => {
    const shop = await openShop()
    const usual = await place(shop, order({ payment: { method: "bank_slip" } }))
    const other = await place(shop, order({ payment: { method: "bank_slip", expiration: 4_000 } }))
    expect(other.payment.due_date).toBe(usual.payment.due_date)
  })

  it("keeps src and ref, and is found by them, by its product and by its further items' products", async () => {
    const shop = await openShop()
    const items = [{ title: "Capa", unit_price: 10, quantity: 1, product_id: 4_711 }]
    const { order_number } = (await place(shop, order({ src: "instagram", ref: "pedido 1", items }))).data
    await place(shop, order())
    for (const query of ["src=instagram", "ref=pedido%201", "product_id=4711"]) {
      const { data, meta } = shown(OrderPage, await shop.get(`${path}?${query}`))
      expect([query, meta.total, data[0]?.order_number]).toStrictEqual([query, 1, order_number])
    }
    expect(shown(OrderPage, await shop.get(`${path}?product_id=${shop.product}`)).meta.total).toBe(2)
  })
})

describe("the total of an order on a checkout", () => {
  const totals: ReadonlyArray<readonly [string, object, string, string]> = [
    ["of another quantity", { payment: { ...credit, custom_quantity: 3 } }, "299.70", "299.70"],
    [
      "of another value of the line",
      { payment: { ...credit, custom_total: 150, custom_quantity: 3 } },
      "150.00",
      "150.00",
    ],
    ["with further items", { items: [{ title: "Capa", unit_price: 59.9, quantity: 2 }] }, "319.60", "319.60"],
    ["with a discount", { items: [{ title: "Desconto", unit_price: -9.8, quantity: 1 }] }, "190.00", "190.00"],
    ["with shipping", { shipping: { method: "sedex", name: "Sedex", total: 25.5 } }, "225.30", "225.30"],
    // 199.80 at 2.99 % in three: 70.63 each
    ["in installments without interest", { payment: { ...credit, installments: 3 } }, "199.80", "199.80"],
    [
      "in installments with interest",
      { payment: { ...credit, installments: 3, apply_interest: true } },
      "199.80",
      "211.86",
    ],
    ["at once, where interest changes nothing", { payment: { ...credit, apply_interest: true } }, "199.80", "199.80"],
  ]

  it.each(totals)("is that %s", async (_, parts, subtotal, total) => {
    const shop = await openShop()
    expect((await placed(shop, order(parts))).totals).toMatchObject({ subtotal, total })
  })

  it("is reduced by a coupon on product and items, before shipping", async () => {
    const shop = await openShop()
    await makeCoupon(shop, { code: "NATAL10", percent: 10 })
    const parts = { coupon_code: " natal10 ", items: [{ title: "Capa", unit_price: 0.2, quantity: 1 }] }
    const { totals } = await placed(shop, order({ ...parts, shipping: { total: 10 } }))
    expect(totals.total).toBe("190.00")
  })

  it.each([
    ["nothing is left", { items: [{ title: "Desconto", unit_price: -199.8, quantity: 1 }] }, "items"],
    ["it is out of range", { items: [{ title: "Casa", unit_price: 99_999_999_999, quantity: 2 }] }, "items"],
    ["a slip cannot say it", { payment: { method: "bank_slip", custom_total: 100_000_000 } }, "payment.method"],
    [
      "there are too many installments",
      { payment: { ...credit, installments: 12, custom_total: 0.11 } },
      "payment.installments",
    ],
  ])("is refused if %s, and nothing is placed", async (_, parts, field) => {
    const shop = await openShop()
    const answer = await shop.post(path, order(parts))
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toStrictEqual([field])
    expect(shown(OrderPage, await shop.get(path)).meta.total).toBe(0)
  })

  it.each([
    ["a slip of what it can say", { payment: { method: "bank_slip", custom_total: 99_999_999.99 } }],
    ["a centavo for each installment", { payment: { ...credit, installments: 12, custom_total: 0.12 } }],
    ["one centavo", { items: [{ title: "Desconto", unit_price: -199.79, quantity: 1 }] }],
  ])("may be %s", async (_, parts) => {
    expect((await place(await openShop(), order(parts))).success).toBe(true)
  })
})

describe("a coupon", () => {
  it("is used no more often than allowed, however many requests come at once", async () => {
    const shop = await openShop()
    await makeCoupon(shop, { code: "TRES", amount: 10, max_uses: 3 })
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => shop.post(path, order({ coupon_code: "TRES", payment: { method: "pix" } }))),
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const refused of asked.filter(({ status }) => status === 422)) {
      expect(faultsIn(refused)).toStrictEqual({
        coupon_code: ["The coupon_code has reached its limit of uses."],
      })
    }
  })

  it("is free again if its order is not paid, and not if it is", async () => {
    const shop = await openShop()
    await makeCoupon(shop, { code: "UMA", amount: 10, max_uses: 1 })
    const refused = { ...visa, number: "4000000000000002" }
    expect((await place(shop, order({ coupon_code: "UMA", payment: { ...credit, card: refused } }))).success).toBe(
      false,
    )
    expect((await place(shop, order({ coupon_code: "UMA" }))).success).toBe(true)
    expect((await shop.post(path, order({ coupon_code: "UMA" }))).status).toBe(422)
  })

  it("for one use sells one of several refused orders, however often they are paid again", async () => {
    const shop = await openShop()
    await makeCoupon(shop, { code: "UMA", amount: 10, max_uses: 1 })
    const card = { ...visa, number: "4000000000000002" }
    const keys: Array<string> = []
    for (let n = 0; n < 5; n++) {
      const placed = await place(shop, order({ coupon_code: "UMA", payment: { ...credit, card } }))
      expect(placed.success).toBe(false)
      keys.push(placed.data.public_key)
    }
    const pay = (key: string) => service.call("POST", `/public/v1/orders/${key}/pay`, { body: { payment: credit } })
    const answers = await Promise.all([...keys, ...keys].map(pay))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const further = await Promise.all(keys.map(pay))
    const named = "The coupon_code UMA has reached its limit of uses. Ask for a new order without it."
    expect(further.map((answer) => answer.status)).toEqual(keys.map(() => 422))
    const faults = further.map((answer) => faultsIn(answer))
    // One of them is paid, and its only fault is that.
    expect(faults.filter((fault) => "coupon_code" in fault)).toEqual(
      Array.from({ length: keys.length - 1 }, () => ({ coupon_code: [named] })),
    )
    const shown = await service.administer("GET", `/admin/v1/companies/${shop.id}/coupons/UMA`)
    expect(Object(shown.body).data.uses).toBe(1)
  })

  it("does not apply after its expiry: the order cannot be paid at that price", async () => {
    const shop = await openShop()
    const passed = "2020-01-01"
    await makeCoupon(shop, { code: "LOGO", amount: 10 })
    const card = { ...visa, number: "4000000000000002" }
    const placed = await place(shop, order({ coupon_code: "LOGO", payment: { ...credit, card } }))
    const coupon = `/admin/v1/companies/${shop.id}/coupons/LOGO`
    const changed = await service.administer("PUT", coupon, { amount: 10, expires_at: passed })
    expect(changed.status, changed.text).toBe(200)
    const key = placed.data.public_key
    for (const payment of [credit, { method: "pix" }]) {
      const answer = await service.call("POST", `/public/v1/orders/${key}/pay`, { body: { payment } })
      expect([answer.status, answer.status === 422 && faultsIn(answer)]).toEqual([
        422,
        { coupon_code: ["The coupon_code LOGO has expired. Ask for a new order without it."] },
      ])
    }
  })

  it("is not counted for an order that is refused for another reason", async () => {
    const shop = await openShop()
    await makeCoupon(shop, { code: "UMA", amount: 10, max_uses: 1 })
    const tooSmall = { items: [{ title: "Desconto", unit_price: -189.8, quantity: 1 }] }
    expect((await shop.post(path, order({ coupon_code: "UMA", ...tooSmall }))).status).toBe(422)
    expect((await place(shop, order({ coupon_code: "UMA" }))).success).toBe(true)
  })
})

describe("a wrong request", () => {
  const faulty: ReadonlyArray<readonly [string, unknown, string]> = [
    ["checkout_id", "nenhum", "The checkout_id does not exist."],
    ["checkout_id", "não é um nome", "The checkout_id does not exist."],
    ["coupon_code", "NENHUM", "The coupon_code does not exist."],
  ]

  it.each(faulty)("reports the fault of %s as %j", async (field, value, message) => {
    const shop = await openShop()
    const answer = await shop.post(path, changed(order(), field, value))
    expect(answer.status).toBe(422)
    expect(Object.values(faultsIn(answer)).flat()).toStrictEqual([message])
  })

  it("reports all its faults at once, those of its references included", async () => {
    const shop = await openShop()
    const body = { checkout_id: "nenhum", coupon_code: "NENHUM", customer: payer, payment: { method: "pix" } }
    expect(Object.keys(faultsIn(await shop.post(path, body)))).toStrictEqual(["address", "checkout_id", "coupon_code"])
  })

  it("cannot use another company's objects", async () => {
    const [shop, other] = [await openShop(), await openShop()]
    await makeCoupon(other, { code: "DELES", amount: 10 })
    const { card } = (await place(other, order())).payment
    const payment = { ...credit, card: { token: card?.token } }
    expect(Object.keys(faultsIn(await shop.post(path, order({ coupon_code: "DELES", payment }))))).toStrictEqual([
      "coupon_code",
      "payment.card.token",
    ])
    const stranger = await service.newCompany()
    expect(Object.keys(faultsIn(await stranger.post(path, order())))).toStrictEqual(["checkout_id"])
  })
})

describe("a repeated request", () => {
  it("is answered byte for byte, and placed once", async () => {
    const shop = await openShop()
    const headers = { "Idempotency-Key": "pedido-1" }
    const answers: ReadonlyArray<Answer> = [
      await shop.post(path, order(), headers),
      await shop.post(path, order(), headers),
    ]
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 200])
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(answers[1]?.headers.get("idempotent-replayed")).toBe("true")
    expect(shown(OrderPage, await shop.get(path)).meta.total).toBe(1)
  })

  it("charges a saved card from the first one", async () => {
    const shop = await openShop()
    const { card } = (await place(shop, order())).payment
    const again = await place(shop, order({ payment: { ...credit, card: { token: card?.token } } }))
    expect(again.payment.card).toStrictEqual(card)
  })
})
