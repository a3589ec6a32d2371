/** An order from its payer's view. */
import { SingleOrderResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { byCard, byNumber, byPix, bySlip, payer, visa } from "./example-orders.ts"
import { credit, ordersPath, payersOf, paying, pix, slip } from "./payers.ts"
import { type CompanyUnderTest, faultsIn, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, paid, pass, payLink, payOrder, post, report, seeOrder } = payersOf(service)

const refusedCard = "4000000000000002"

/** Places a single order of R$ 189.80; returns its number and public key. */
const place = async (company: CompanyUnderTest, body: unknown) =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data

describe("an order's view for its payer", () => {
  it("by Pix shows code and expiry, and its other methods", async () => {
    const company = await service.newCompany("Loja Exemplo")
    const { order_number, public_key } = await place(company, byPix())
    expect(await seeOrder(public_key)).toMatchObject({
      public_key,
      order_number,
      status: "waiting_payment",
      title: "Aguardando pagamento",
      created_at: "2026-11-19 12:00:00",
      company: { name: "Loja Exemplo", logo_url: null },
      items: [{ title: "Camiseta azul", unit_price: 99.9, quantity: 2 }],
      discount: 10,
      shipping: 0,
      amount: 189.8,
      subscription: null,
      payment: { method: "pix", name: "Pix", installments: 1, total: 189.8, card: null },
      pix: { code: expect.stringMatching(/^000201/u), total: 189.8, expires_at: "2026-11-19 12:10:00" },
      bank_slip: null,
      can_be_paid: true,
      methods: ["bank_slip", "credit"],
      redirect_after_success: null,
    })
    expect((await seeOrder(public_key)).quotes).toHaveLength(13)
  })

  it("by slip shows line, barcode and due date", async () => {
    const { public_key } = await place(await service.newCompany(), bySlip())
    expect(await seeOrder(public_key)).toMatchObject({
      pix: null,
      bank_slip: {
        line: expect.stringMatching(/^\d{47}$/u),
        barcode: expect.stringMatching(/^\d{44}$/u),
        total: 189.8,
        due_date: "2026-11-23",
      },
      methods: ["pix", "credit"],
    })
  })

  it("by a refused card says that it can be retried", async () => {
    const { public_key } = await place(await service.newCompany(), byNumber(refusedCard))
    expect(await seeOrder(public_key)).toMatchObject({
      status: "unpaid",
      payment: { method: "credit", card: { token: null, brand: "visa", last_digits: "0002" } },
      can_be_paid: true,
      methods: ["pix", "bank_slip", "credit"],
    })
  })

  it.each([
    ["paid", byCard()],
    ["risk_analysis", byNumber("4000000000009235")],
    ["pending", byNumber("4000000000000101")],
  ])("that is %s takes no further payment, and shows no token", async (status, body) => {
    const { public_key } = await place(await service.newCompany(), body)
    const order = await seeOrder(public_key)
    expect(order).toMatchObject({ status, can_be_paid: false, methods: [], quotes: [], pix: null, bank_slip: null })
    expect(order.payment?.card).toMatchObject({ token: null })
  })

  it("shows no expired Pix, nor one of a canceled order", async () => {
    const company = await service.newCompany()
    const [canceled, late] = [await place(company, byPix()), await place(company, byPix({ expiration: 1 }))]
    await service.administer("POST", `/admin/v1/companies/${company.id}/orders/${canceled.order_number}/cancel`)
    expect((await seeOrder(canceled.public_key)).pix).toBeNull()
    service.clock.advance({ seconds: 59 })
    expect((await seeOrder(late.public_key)).pix).not.toBeNull()
    service.clock.advance({ seconds: 1 })
    expect((await seeOrder(late.public_key)).pix).toBeNull()
  })

  it("says nothing of who is to pay", async () => {
    const { public_key } = await place(await service.newCompany(), byCard())
    for (const path of [`${ordersPath}/${public_key}`, `/pay/${public_key}`]) {
      const { text } = await service.call("GET", path)
      expect(text).not.toMatch(/529\.982|52998224725|Maria|maria@|98765|Paulista/u)
    }
  })

  it("is absent under an unknown key", async () => {
    for (const key of ["AAAAAAAAAAAAAAAAAAAAAA", "x", "A%00"]) {
      expect((await service.call("GET", `${ordersPath}/${key}`)).status).toBe(404)
      expect((await payOrder(key, pix)).status).toBe(404)
    }
  })
})

describe("a payment of an order", () => {
  it("succeeds after a refusal, by another card", async () => {
    const { public_key } = await place(await service.newCompany(), byNumber(refusedCard))
    expect(paid(await payOrder(public_key, credit(refusedCard)))).toMatchObject({
      hasError: true,
      data: { status: "unpaid" },
      payment: { link_to_pay: `${publicUrl}/pay/${public_key}`, card: { token: null, last_digits: "0002" } },
    })
    expect(paid(await payOrder(public_key, credit()))).toMatchObject({
      success: true,
      data: { public_key, status: "paid" },
      payment: { card: { token: null, last_digits: "4242" } },
    })
    expect((await seeOrder(public_key)).status).toBe("paid")
  })

  it("by the link of a refused payment closes that link", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true, installments: 2 })
    const { public_key } = paid(await payLink(slug, paying(credit(refusedCard)))).data
    expect((await seeOrder(public_key)).quotes).toHaveLength(4)
    expect(Object.keys(faultsIn(await payOrder(public_key, credit(visa.number, 3))))).toEqual(["payment.installments"])
    expect((await payOrder(public_key, credit())).status).toBe(200)
    expect((await payLink(slug, paying())).status).toBe(422)
  })

  it("by card leaves a Pix open that is then paid too: both are received", async () => {
    const { order_number, public_key } = await place(await service.newCompany(), byPix())
    expect(paid(await payOrder(public_key, credit())).data.status).toBe("paid")
    expect((await seeOrder(public_key)).pix).toBeNull()
    await pass(1)
    expect((await report(order_number, "paid")).status).toBe(200)
    expect((await seeOrder(public_key)).status).toBe("paid")
  })

  it.each([
    ["paid", byCard(), /is paid .*, because it has been paid\. Nothing is left to pay\.$/u],
    [
      "risk_analysis",
      byNumber("4000000000009235"),
      /is risk_analysis .*, because a payment is being reviewed\. Wait for its outcome\.$/u,
    ],
    [
      "pending",
      byNumber("4000000000000101"),
      /is pending .*, because the outcome of a payment is not known yet\. Wait for its outcome\.$/u,
    ],
  ])("is refused if the order is %s, with the reason", async (_, body, sentence) => {
    const { public_key } = await place(await service.newCompany(), body)
    const answer = await payOrder(public_key, pix)
    expect([answer.status, faultsIn(answer)]).toEqual([422, { status: [expect.stringMatching(sentence)] }])
  })

  it("is refused if one of its kind can still be paid", async () => {
    const { public_key } = await place(await service.newCompany(), byPix())
    expect(Object.keys(faultsIn(await payOrder(public_key, pix)))).toEqual(["payment.method"])
    expect((await payOrder(public_key, slip)).status).toBe(200)
    expect(await seeOrder(public_key)).toMatchObject({ pix: {}, bank_slip: {}, methods: ["credit"] })
  })

  it("is refused with every fault, and with a saved card", async () => {
    const { public_key } = await place(await service.newCompany(), byPix())
    expect(Object.keys(faultsIn(await payOrder(public_key, { method: "credit" })))).toEqual([
      "payment.installments",
      "payment.card",
    ])
    expect(Object.keys(faultsIn(await post(`${ordersPath}/${public_key}/pay`, {})))).toEqual(["payment"])
    const saved = { method: "credit", installments: 1, card: { token: "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d" } }
    expect(Object.keys(faultsIn(await payOrder(public_key, saved)))).toEqual(["payment.card.token"])
  })

  it("under one key is made once", async () => {
    const { public_key } = await place(await service.newCompany(), byNumber(refusedCard))
    const headers = { "Idempotency-Key": "de novo" }
    const first = await payOrder(public_key, credit(), headers)
    const again = await payOrder(public_key, credit(), headers)
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
    expect(Object.keys(faultsIn(await payOrder(public_key, pix, headers)))).toEqual(["Idempotency-Key"])
  })

  it("by two cards at one moment charges one", async () => {
    const { public_key } = await place(await service.newCompany(), byNumber(refusedCard))
    const answers = await Promise.all([payOrder(public_key, credit()), payOrder(public_key, credit())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it("after an expired Pix is by a new one", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const { public_key } = paid(await payLink(slug, paying(pix, { customer: payer }))).data
    await pass(601)
    expect(await seeOrder(public_key)).toMatchObject({ status: "unpaid", pix: null, can_be_paid: true })
    expect((await payOrder(public_key, pix)).status).toBe(200)
    expect((await seeOrder(public_key)).pix).not.toBeNull()
  })
})
