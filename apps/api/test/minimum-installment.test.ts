/** A company's minimum installment: smaller ones are refused, and payers are not offered them. */
import { CheckoutOrderResponse, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { address, byCard, byNumber, byPix, payer, visa } from "./example-orders.ts"
import { credit, ordersPath, payersOf, paying, pix } from "./payers.ts"
import { type Answer, type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"
import * as Subscriptions from "./subscriptions.ts"

const service = serviceUnderTest()
const { makeLink, paid, payLink, payOrder, post, see, seeOrder } = payersOf(service)

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })

const pathOf = ({ id }: Pick<CompanyUnderTest, "id">) => `/admin/v1/companies/${id}`

/** Reais; null removes it. */
const setMinimum = async (company: Pick<CompanyUnderTest, "id">, minimum_installment: number | null) => {
  const answer = await service.administer("PATCH", pathOf(company), { minimum_installment })
  expect([answer.status, answer.body]).toMatchObject([200, { data: { minimum_installment } }])
}

/** A company with a minimum. */
const companyWith = async (minimum: number): Promise<CompanyUnderTest> => {
  const company = await service.newCompany()
  await setMinimum(company, minimum)
  return company
}

const tooSmall = (minimum: string, most: number) => ({
  "payment.installments": [`The payment.installments must be at least ${minimum} each: choose at most ${most}.`],
})

const outcome = (answer: Answer) => [answer.status, answer.status === 200 ? null : faultsIn(answer)]

const offeredIn = (quotes: ReadonlyArray<{ readonly method: string; readonly installments: number }>) =>
  quotes.filter(({ method }) => method === "credit").map(({ installments }) => installments)

const single = "/api/v1/order/single"

describe("a single order of R$ 189.80, in installments of at least R$ 50.00,", () => {
  it.each([
    [1, null],
    [3, null],
    [4, tooSmall("50.00", 3)],
    [12, tooSmall("50.00", 3)],
  ])("in %i", async (installments, faults) => {
    const company = await companyWith(50)
    const answer = await company.post(single, byCard(visa, installments))
    expect(outcome(answer)).toEqual([faults === null ? 200 : 422, faults])
    expect((await company.get("/api/v1/order")).body).toMatchObject({ meta: { total: faults === null ? 1 : 0 } })
  })

  it("is paid at once, however little it is, and by Pix", async () => {
    const company = await companyWith(1_000)
    expect(outcome(await company.post(single, byCard()))).toEqual([200, null])
    expect(outcome(await company.post(single, byPix()))).toEqual([200, null])
    expect(outcome(await company.post(single, byCard(visa, 2)))).toEqual([422, tooSmall("1000.00", 1)])
  })

  it("keeps its answer under its key", async () => {
    const company = await service.newCompany()
    const send = () => company.post(single, byCard(visa, 12), { "Idempotency-Key": "k" })
    const first = await send()
    await setMinimum(company, 50)
    expect([first.status, (await send()).text]).toEqual([200, first.text])
  })
})

describe("an order on a checkout of R$ 199.80", () => {
  const openShop = async (company: CompanyUnderTest) => {
    const product = { sku: "curso", title: "Curso", unit_price: 99.9 }
    const { id } = shown(Made, await service.administer("POST", `${pathOf(company)}/products`, product)).data
    const checkout = { slug: "violao", title: "Violão", product_id: id, quantity: 2 }
    expect((await service.administer("POST", `${pathOf(company)}/checkouts`, checkout)).status).toBe(201)
    return (installments: number, apply_interest: boolean) =>
      company.post("/api/v1/order", {
        ...{ checkout_id: "violao", customer: payer, address },
        payment: { method: "credit", installments, card: visa, apply_interest },
      })
  }

  it("is refused in installments below the minimum; interest counts as part of them", async () => {
    const order = await openShop(await companyWith(50))
    expect(outcome(await order(4, false))).toEqual([422, tooSmall("50.00", 3)])
    expect(shown(CheckoutOrderResponse, await order(4, true)).success).toBe(true)
    expect(outcome(await order(5, true))).toEqual([422, tooSmall("50.00", 4)])
    expect(shown(CheckoutOrderResponse, await order(3, false)).success).toBe(true)
  })
})

describe("a payment link of R$ 100.00", () => {
  it("offers no installments below the minimum, in its quotes and on its page, and takes none", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { installments: 12 })
    expect(offeredIn((await see(slug)).quotes)).toHaveLength(12)
    await setMinimum(company, 30)
    const { methods, quotes } = await see(slug)
    expect([methods, offeredIn(quotes)]).toEqual([
      ["pix", "bank_slip", "credit"],
      [1, 2, 3],
    ])
    const page = (await service.call("GET", `/l/${slug}`)).text
    expect([...page.matchAll(/<option value="(\d+)"/gu)].map(([, count]) => count)).toEqual(["1", "2", "3"])
    expect(outcome(await payLink(slug, paying(credit(undefined, 4))))).toEqual([422, tooSmall("30.00", 3)])
    expect(outcome(await payLink(slug, paying(credit(undefined, 3))))).toEqual([200, null])
    await setMinimum(company, null)
    expect(offeredIn((await see(slug)).quotes)).toHaveLength(12)
  })

  it("names no number of installments that its own terms do not allow", async () => {
    const company = await companyWith(20)
    const slug = await makeLink(company, { installments: 3 })
    expect(outcome(await payLink(slug, paying(credit(undefined, 6))))).toEqual([422, tooSmall("20.00", 3)])
    const { public_key } = paid(await payLink(slug, paying(credit("4000000000000002")))).data
    expect(offeredIn((await seeOrder(public_key)).quotes)).toEqual([1, 2, 3])
    expect(outcome(await payOrder(public_key, credit(undefined, 6)))).toEqual([422, tooSmall("20.00", 3)])
  })

  it("counts the fee that its payer bears", async () => {
    const company = await companyWith(55.46)
    const slug = await makeLink(company, { installments: 2, fee_mode: "customer_pay_fee" })
    expect((await see(slug)).quotes.map(({ first }) => first)).toEqual([101, 103.49, 104.56, 55.46])
    await setMinimum(company, 55.47)
    expect((await see(slug)).quotes.map(({ first }) => first)).toEqual([101, 103.49, 104.56])
  })
})

describe("an order from before the minimum", () => {
  it("is offered and paid by the minimum at the moment of the payment", async () => {
    const company = await service.newCompany()
    const { public_key } = shown(SingleOrderResponse, await company.post(single, byNumber("4000000000000002"))).data
    expect(offeredIn((await seeOrder(public_key)).quotes)).toHaveLength(12)
    await setMinimum(company, 50)
    expect(offeredIn((await seeOrder(public_key)).quotes)).toEqual([1, 2, 3])
    expect((await service.call("GET", `/pay/${public_key}`)).text).not.toContain('<option value="4"')
    expect(outcome(await payOrder(public_key, credit(undefined, 4)))).toEqual([422, tooSmall("50.00", 3)])
    expect(outcome(await post(`${ordersPath}/${public_key}/pay`, { payment: pix }))).toEqual([200, null])
    expect(outcome(await payOrder(public_key, credit(undefined, 3)))).toEqual([200, null])
  })
})

describe("a subscription from before the minimum", () => {
  it("renews, because a renewal is charged at once", async () => {
    const shop = await Subscriptions.openShop()
    await shop.subscribe()
    const minimum = { minimum_installment: 1_000_000 }
    expect((await shop.service.administer("PATCH", shop.admin, minimum)).status).toBe(200)
    await shop.until("2026-12-19")
    await shop.pass(1)
    expect((await shop.orders()).map(({ status }) => status)).toEqual(["paid", "paid"])
  })
})

describe("the minimum of a company", () => {
  it("is null by default, set when the company is made or later, and recorded", async () => {
    const Shown = Schema.Struct({
      data: Schema.Struct({ id: Schema.Int, minimum_installment: Schema.NullOr(Schema.Finite) }),
    })
    const make = async (body: object) =>
      shown(Shown, await service.administer("POST", "/admin/v1/companies", { name: "Loja", ...body })).data
    expect((await make({})).minimum_installment).toBeNull()
    const made = await make({ minimum_installment: "5.00" })
    expect(made.minimum_installment).toBe(5)
    await setMinimum(made, 10)
    await setMinimum(made, null)
    const { body } = await service.administer("GET", `${pathOf(made)}/audit`)
    expect(body).toMatchObject({
      data: [
        { action: "company.change", before: { minimumInstallment: "10.00" }, after: { minimumInstallment: null } },
        { action: "company.change", before: { minimumInstallment: "5.00" }, after: { minimumInstallment: "10.00" } },
        { action: "company.create", after: { minimumInstallment: "5.00" } },
      ],
    })
  })
})
