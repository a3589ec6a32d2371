/** A payment link from its payer's view. */
import { LinkContactResponse, OrderPage } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { address, payer } from "./example-orders.ts"
import { credit, linksPath, ordersPath, payersOf, paying, pix, slip } from "./payers.ts"
import {
  type Answer,
  type CompanyUnderTest,
  faultsIn,
  publicUrl,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()
const { linkOf, makeLink, paid, pass, payLink, payOrder, post, report, see, seeOrder } = payersOf(service)

const ordersOf = async (company: CompanyUnderTest) => shown(OrderPage, await company.get("/api/v1/order")).data

const notFound = { hasError: true, response: "Not found" }
const nowhere = "0000000abcdefghjkmnpqrs"

describe("the shown price", () => {
  it("is charged, or nothing is: by a link, and by its order", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { fee_mode: "interest", installments: 3 })
    const total = (await see(slug)).quotes.find(({ installments }) => installments === 3)?.total ?? 0
    expect(total).toBeGreaterThan(100)
    const changed = {
      total: ["The total is no longer this payment's total: nothing was charged. Show the payer the new one."],
    }
    const threeTimes = credit(undefined, 3)
    expect(faultsIn(await payLink(slug, paying(threeTimes, { total: 100 })))).toEqual(changed)
    const charged = async (answer: Answer) => (await seeOrder(paid(answer).data.public_key)).payment?.total
    expect(await charged(await payLink(slug, paying(threeTimes, { total })))).toBe(total)
    const refused = paid(await payLink(slug, paying(credit("4000000000000002")))).data.public_key
    const payAgain = (asked: unknown) => post(`${ordersPath}/${refused}/pay`, { payment: threeTimes, total: asked })
    expect(faultsIn(await payAgain("106.04"))).toEqual(changed)
    expect(faultsIn(await payAgain("many"))).toEqual({ total: [expect.stringContaining("The total must be")] })
    expect(await charged(await payAgain(String(total)))).toBe(total)
    expect((await company.get("/api/v1/order")).body).toMatchObject({ meta: { total: 2 } })
  })
})

describe("a payment link's view", () => {
  it("shows the amount, the payer, and each method's price", async () => {
    const company = await service.newCompany("Escola de Violão")
    await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: "https://logo.example/a.png" })
    const slug = await makeLink(company, {
      amount: 90,
      additional_amount: 10,
      description: "Aulas",
      bg_color: "#0B6E4F",
      fee_mode: "interest",
      installments: 3,
      expired_at: "2026-12-31",
      customer_name: "Maria da Silva",
      customer_document: payer.taxvat,
    })
    const shownLink = await see(slug)
    expect(shownLink).toMatchObject({
      slug,
      title: "Mensalidade",
      description: "Aulas",
      amount: 90,
      additional_amount: 10,
      total: 100,
      status: "open",
      can_be_paid: true,
      expired_at: "2026-12-31",
      bg_color: "#0B6E4F",
      company: { name: "Escola de Violão", logo_url: "https://logo.example/a.png" },
      methods: ["pix", "bank_slip", "credit"],
      installments: 3,
      fee_mode: "interest",
      price: { amount: 100, is_least: false },
      hide_customer_fields: false,
      customer: {
        fullname: "Maria da Silva",
        taxvat: "529.982.247-25",
        email: null,
        telephone: null,
        needed: ["email", "telephone"],
      },
    })
    const once = {
      ...{ installments: 1, first: 100, other: null, total: 100, interest: 0, monthly_rate: 0, annual_rate: 0 },
      interest_free: false,
    }
    const discount = { amount: 6.05, percent: 5.7 }
    expect(shownLink.quotes).toEqual([
      { ...once, method: "pix", name: "Pix", passed_on_fee: 0, discount },
      { ...once, method: "bank_slip", name: "Boleto bancário", passed_on_fee: 0, discount },
      { ...once, method: "credit", name: "Cartão de crédito", passed_on_fee: 0, discount },
      ...[
        [2, 52.25, 104.5, 4.5],
        [3, 35.35, 106.05, 6.05],
      ].map(([installments, each, total, interest]) => ({
        ...{ method: "credit", name: "Cartão de crédito", installments, first: each, other: each, total, interest },
        ...{ interest_free: false, passed_on_fee: 0, monthly_rate: 2.99, annual_rate: 42.41, discount: null },
      })),
    ])
  })

  it("shows the fees that its payer bears", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { fee_mode: "customer_pay_fee", installments: 2 })
    const { price, quotes } = await see(slug)
    expect(price).toEqual({ amount: 101, is_least: true })
    expect(
      quotes.map(({ first, interest_free, other, passed_on_fee, total }) => [
        ...[first, other, total, passed_on_fee],
        interest_free,
      ]),
    ).toEqual([
      [101, null, 101, 1, false],
      [103.49, null, 103.49, 3.49, false],
      [104.56, null, 104.56, 4.56, false],
      [55.46, 55.46, 110.92, 10.92, false],
    ])
  })

  it("shows no logo if that is turned off", async () => {
    const company = await service.newCompany()
    await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: "https://logo.example/a.png" })
    expect((await see(await makeLink(company, { show_company_logo: false }))).company.logo_url).toBeNull()
  })

  it("shows nothing of a hidden customer but the missing fields", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, {
      hide_customer_fields: true,
      customer_name: "Maria Escondida",
      customer_email: "escondida@example.com",
      customer_document: payer.taxvat,
      customer_cep: "01310-100",
      customer_number: "98765",
    })
    const placed = await payLink(slug, { customer: { telephone: payer.telephone }, payment: pix })
    const key = paid(placed).data.public_key
    const answers = [
      placed,
      await payLink(slug, { payment: pix }),
      await service.call("GET", `${linksPath}/${slug}`),
      await service.call("GET", `${ordersPath}/${key}`),
      await service.call("GET", `/l/${slug}`),
      await service.call("GET", `/pay/${key}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200, 200, 200])
    for (const { text } of answers) {
      expect(text).not.toMatch(/52998224725|529\.982\.247-25|Escondida|escondida@|01310|98765/u)
    }
    expect((await see(slug)).customer.needed).toEqual(["telephone"])
  })

  it("is absent if the link is unknown, removed or no slug at all", async () => {
    const company = await service.newCompany()
    const removed = await makeLink(company)
    await service.call("DELETE", `/api/v1/payment-link/${removed}`, { token: company.key })
    for (const slug of [nowhere, removed, "x", "..", "A%20B"]) {
      for (const [method, end] of [
        ["GET", ""],
        ["POST", "/checkout"],
        ["POST", "/pay"],
      ] as const) {
        const body = method === "POST" ? { body: paying() } : {}
        const answer = await service.call(method, `${linksPath}/${slug}${end}`, body)
        expect([slug, end, answer.status, answer.body]).toEqual([slug, end, 404, notFound])
      }
    }
    expect((await payLink(removed, {})).status).toBe(404)
  })

  it("needs no key, and gives a caller with one no more", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const slug = await makeLink(company)
    const asked = [null, other.key, "wrong"].map((token) => service.call("GET", `${linksPath}/${slug}`, { token }))
    const texts = (await Promise.all(asked)).map(({ text }) => text)
    expect(new Set(texts).size).toBe(1)
    await service.call("POST", `${linksPath}/${slug}/pay`, { token: other.key, body: paying(credit()) })
    expect([(await ordersOf(company)).length, (await ordersOf(other)).length]).toEqual([1, 0])
  })
})

describe("a payment by a link", () => {
  it("is answered like a single order, and gives the payer no token", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { reference: "m-11" })
    const answer = paid(await payLink(slug, paying(credit(), { address })))
    expect(answer).toEqual({
      success: true,
      hasError: false,
      response: "Payment approved.",
      data: { order_number: expect.any(String), public_key: expect.any(String), status: "paid" },
      payment: {
        tid: expect.any(String),
        nsu: expect.any(String),
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: { token: null, brand: "visa", last_digits: "4242" },
      },
    })
    expect(await ordersOf(company)).toMatchObject([
      {
        order_number: answer.data.order_number,
        status: "paid",
        origin: "payment_link",
        ref: "m-11",
        address: { street: "Avenida Paulista", number: "1578" },
        customer: { taxvat: "529.982.247-25" },
        items: [{ title: "Mensalidade", sku: "mensalidade", unit_price: 100, quantity: 1 }],
        totals: { total: "100.00" },
      },
    ])
    expect((await linkOf(company, slug)).paid_at).not.toBeNull()
  })

  it("charges the price quoted for its method", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { fee_mode: "interest", installments: 3 })
    await payLink(slug, paying(credit(undefined, 3)))
    expect((await ordersOf(company))[0]?.totals).toMatchObject({ subtotal: "100.00", total: "106.05" })
  })

  it("by Pix is a code, paid when the acquirer says so; other open ones are then withdrawn", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const [first, second] = [paid(await payLink(slug, paying())), paid(await payLink(slug, paying()))]
    expect(first).toMatchObject({
      response: "Waiting for payment.",
      data: { status: "waiting_payment" },
      payment: {
        link_to_pay: `${publicUrl}/pay/${first.data.public_key}`,
        digitable_number: expect.stringMatching(/^000201/u),
        card: null,
      },
    })
    expect((await seeOrder(second.data.public_key)).pix?.code).toBe(second.payment.digitable_number)
    await report(first.data.order_number, "paid")
    expect(await see(slug)).toMatchObject({ status: "paid", can_be_paid: false, quotes: [], methods: [] })
    expect((await seeOrder(second.data.public_key)).pix).toBeNull()
    await pass(1)
    expect((await seeOrder(first.data.public_key)).status).toBe("paid")
    expect(await seeOrder(second.data.public_key)).toMatchObject({ status: "unpaid", pix: null, can_be_paid: false })
    expect(faultsIn(await payLink(slug, paying()))).toEqual({
      status: ["The status is paid and the payment link no longer takes payments. Ask the company for another one."],
    })
    expect(Object.keys(faultsIn(await payOrder(second.data.public_key, pix)))).toEqual(["status"])
  })

  it("by two cards at one moment charges exactly one, if the link is paid once", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const answers = await Promise.all([credit(), credit("5555555555554444")].map((card) => payLink(slug, paying(card))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await ordersOf(company)).map(({ status }) => status)).toEqual(["paid"])
  })

  it("can be made by many if the link is not paid once", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const answers = await Promise.all(Array.from({ length: 12 }, () => payLink(slug, paying(credit()))))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await see(slug)).status).toBe("open")
  })

  it("waits for one whose outcome is unknown", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const held = paid(await payLink(slug, paying(credit("4000000000009235"))))
    expect(await see(slug)).toMatchObject({ status: "open", can_be_paid: false })
    expect(faultsIn(await payLink(slug, paying()))["status"]?.[0]).toMatch(/is open .* has no outcome yet.*Try again/u)
    await report(held.data.order_number, "risk_rejected")
    expect((await payLink(slug, paying(credit()))).status).toBe(200)
  })

  it.each([
    [{ enable_pix: true }, slip, "payment.method"],
    [{ enable_credit: true }, pix, "payment.method"],
    [{ installments: 3 }, credit(undefined, 4), "payment.installments"],
    [{ amount: 100_000_000 }, slip, "payment.method"],
    [{ amount: 0.02, installments: 12 }, credit(undefined, 3), "payment.installments"],
  ])("is refused by its method: %j, %j", async (terms, payment, field) => {
    const company = await service.newCompany()
    const slug = await makeLink(company, terms)
    const answer = await payLink(slug, paying(payment))
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, [field]])
    expect(await ordersOf(company)).toEqual([])
  })

  it("is refused after the last day, and an order of that day can still be paid", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expired_at: "2026-11-19" })
    const before = paid(await payLink(slug, paying({ method: "pix", expiration: 2_880 })))
    service.clock.advance({ days: 1 })
    expect(await see(slug)).toMatchObject({ status: "expired", can_be_paid: false, quotes: [] })
    expect(faultsIn(await payLink(slug, paying()))["status"]?.[0]).toMatch(/^The status is expired/u)
    expect(faultsIn(await post(`${linksPath}/${slug}/checkout`, { customer: payer }))["status"]).toHaveLength(1)
    expect((await seeOrder(before.data.public_key)).pix).not.toBeNull()
    await report(before.data.order_number, "paid")
    expect((await linkOf(company, slug)).paid_at).not.toBeNull()
  })

  it("lists every fault at once, each field of the customer separately", async () => {
    const slug = await makeLink(await service.newCompany())
    const answer = await payLink(slug, {
      customer: { email: "nobody", taxvat: "" },
      address: { postcode: "1" },
      payment: { method: "credit", card: { number: "1" } },
    })
    expect(Object.keys(faultsIn(answer)).toSorted()).toEqual([
      ...["address.city", "address.district", "address.number", "address.postcode", "address.region", "address.street"],
      ...["customer.email", "customer.fullname", "customer.taxvat", "customer.telephone"],
      ...["payment.card.expiration", "payment.card.holder", "payment.card.number", "payment.card.security"],
      "payment.installments",
    ])
    const half = await payLink(slug, { customer: { ...payer, email: "" }, payment: { method: "cash" } })
    expect(Object.keys(faultsIn(half))).toEqual(["customer.email", "payment.method"])
    const nobody = ["customer.email", "customer.fullname", "customer.taxvat", "customer.telephone"]
    expect(Object.keys(faultsIn(await payLink(slug, { payment: pix })))).toEqual(nobody)
    expect(Object.keys(faultsIn(await payLink(slug, [])))).toEqual(["body"])
  })

  it("accepts no saved card, not even the company's own", async () => {
    const company = await service.newCompany()
    const single = await company.post("/api/v1/order/single", {
      ...paying(credit(), { address }),
      items: [{ sku: "a", title: "A", unit_price: 1, quantity: 1 }],
    })
    const token = paid(single).payment.card?.token
    expect(token).not.toBeNull()
    const slug = await makeLink(company)
    for (const one of [token, "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d", "x"]) {
      const payment = { method: "credit", installments: 1, card: { token: one } }
      expect(faultsIn(await payLink(slug, paying(payment)))).toEqual({
        "payment.card.token": ["The payment.card.token does not exist."],
      })
    }
  })

  it("is by the link's hidden customer, whatever the payer says", async () => {
    const company = await service.newCompany()
    const hidden = await makeLink(company, { hide_customer_fields: true, customer_document: payer.taxvat })
    const open = await makeLink(company, { customer_document: payer.taxvat })
    const someoneElse = { ...payer, taxvat: "11144477735" }
    await payLink(hidden, paying(pix, { customer: someoneElse }))
    await payLink(open, paying(pix, { customer: someoneElse }))
    const documents = (await ordersOf(company)).map(({ customer }) => customer.taxvat)
    expect(documents).toEqual(["111.444.777-35", "529.982.247-25"])
  })
})

describe("a contact that is left", () => {
  it("is an order that waits, to be paid by its key", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const answer = await post(`${linksPath}/${slug}/checkout`, { customer: payer })
    expect(answer.status).toBe(201)
    const { public_key } = shown(LinkContactResponse, answer).data
    expect(answer.body).toEqual({ data: { public_key } })
    expect(await seeOrder(public_key)).toMatchObject({
      status: "created",
      payment: null,
      can_be_paid: true,
      amount: 100,
    })
    expect((await payOrder(public_key, credit())).status).toBe(200)
    expect((await see(slug)).status).toBe("paid")
  })

  it("includes the payer's address and its faults", async () => {
    const company = await service.newCompany()
    const checkout = `${linksPath}/${await makeLink(company)}/checkout`
    expect((await post(checkout, { customer: payer, address })).status).toBe(201)
    expect((await company.get("/api/v1/order")).body).toMatchObject({ data: [{ address: { street: address.street } }] })
    const refused = await post(checkout, { customer: payer, address: { ...address, region: "XX", city: "" } })
    expect(Object.keys(faultsIn(refused))).toEqual(["address.city", "address.region"])
  })

  it("needs everything that the company left open", async () => {
    const slug = await makeLink(await service.newCompany(), { customer_name: "Maria", customer_email: payer.email })
    const answer = await post(`${linksPath}/${slug}/checkout`, {})
    expect(faultsIn(answer)).toEqual({
      "customer.taxvat": ["The customer.taxvat field is required."],
      "customer.telephone": ["The customer.telephone field is required."],
    })
  })
})

describe("a repeated request", () => {
  it.each(["checkout", "pay"])("is answered byte for byte, and done once: %s", async (operation) => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const headers = { "Idempotency-Key": "mesma" }
    const ask = (body: unknown) => post(`${linksPath}/${slug}/${operation}`, body, headers)
    const [first, again] = [await ask(paying()), await ask(paying())]
    expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([
      first.status,
      first.text,
      "true",
    ])
    expect(await ordersOf(company)).toHaveLength(1)
    const otherwise = await ask(paying(pix, { customer: { ...payer, fullname: "Outra" } }))
    expect(Object.keys(faultsIn(otherwise))).toEqual(["Idempotency-Key"])
  })

  it("is answered after the link is gone", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const headers = { "Idempotency-Key": "mesma" }
    const first = await payLink(slug, paying(), headers)
    expect(first.status).toBe(200)
    const removed = await service.call("DELETE", `/api/v1/payment-link/${slug}`, { token: company.key })
    expect(removed.status, removed.text).toBe(200)
    expect((await payLink(slug, paying(), headers)).text).toBe(first.text)
    expect((await payLink(slug, paying())).status).toBe(404)
  })

  it("is separate for another company's link", async () => {
    const slugs = [await makeLink(await service.newCompany()), await makeLink(await service.newCompany())]
    const answers = await Promise.all(slugs.map((slug) => payLink(slug, paying(), { "Idempotency-Key": "k" })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
