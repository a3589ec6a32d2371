/** A person's data: exported completely, and erased from every column, log and freed page. */

import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  CustomerDataView,
  CustomerPage,
  ErasedCustomerView,
  PaymentLinkResponse,
  SingleOrderResponse,
  WebhookDeliveryPage,
} from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byNumber, byPix, byCard as ofCard } from "./example-orders.ts"
import { linksPath, payersOf } from "./payers.ts"
import {
  adminToken,
  type CompanyUnderTest,
  faultsIn,
  type ServiceUnderTest,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"
import { days, openShop, openShopAt } from "./subscriptions.ts"

const Exported = Schema.Struct({ data: CustomerDataView })
const Contact = Schema.Struct({ data: Schema.Struct({ public_key: Schema.String }) })
const Erased = Schema.Struct({ data: ErasedCustomerView })

/** Unique values: no other person has this name, address or numbers. */
const marked = {
  customer: {
    fullname: "Ermengarda Zwinglio",
    email: "ermengarda.zwinglio@example.com",
    taxvat: "39053344705",
    telephone: "98912345678",
  },
  address: {
    postcode: "69900-077",
    street: "Travessa Quixeramobim",
    number: 90817,
    complement: "Fundos Xique-Xique",
    district: "Bairro Jericoacoara",
    city: "Rio Branco",
    region: "AC",
  },
}

/** Every trace of the person in a text, in any spelling. */
const marks = [
  "ermengarda",
  "zwinglio",
  "39053344705",
  "390.533.447-05",
  "98912345678",
  "91234-5678",
  "69900077",
  "69900-077",
  "quixeramobim",
  "90817",
  "xique",
  "jericoacoara",
]

const marksIn = (text: string): ReadonlyArray<string> => {
  const folded = text.toLowerCase()
  return marks.filter((mark) => folded.includes(mark))
}

/** Nothing listens here: deliveries to it wait. */
const nowhere = "http://127.0.0.1:9/webhooks"

const customersOf = async (service: ServiceUnderTest, { id }: Pick<CompanyUnderTest, "id">) =>
  shown(CustomerPage, await service.administer("GET", `/admin/v1/companies/${id}/customers`)).data

/**
 * Leaves data of the person everywhere the service stores any. @returns the requests to repeat later, and the obstacles
 * to an erasure
 */
const leaveEverywhere = async (service: ServiceUnderTest) => {
  const company = await service.newCompany()
  const admin = `/admin/v1/companies/${company.id}`
  await service.administer("PUT", `${admin}/webhook`, { url: nowhere })
  const keyed = (key: string) => ({ "Idempotency-Key": key })
  const placed = { ...ofCard(), ...marked, payment: ofCard().payment }
  const paid = shown(
    SingleOrderResponse,
    await company.post("/api/v1/order/single", { ...placed, src: "loja" }, keyed("paid")),
  )
  const refunded = await service.call("POST", `${admin}/orders/${paid.data.order_number}/refund`, {
    token: adminToken,
    body: { amount: 1 },
    headers: keyed("refund"),
  })
  expect(refunded.status, refunded.text).toBe(200)
  const pix = shown(SingleOrderResponse, await company.post("/api/v1/order/single", { ...byPix(), ...marked }))

  const filledIn = {
    customer_name: marked.customer.fullname,
    customer_email: marked.customer.email,
    customer_phone: marked.customer.telephone,
    customer_document: marked.customer.taxvat,
    customer_cep: marked.address.postcode,
    customer_number: marked.address.number,
  }
  const link = await company.post(
    "/api/v1/payment-link",
    { title: "Mensalidade", amount: 100, expire_after_payment: false, ...filledIn },
    keyed("link"),
  )
  const { slug } = shown(PaymentLinkResponse, link).data
  const byEmail = { title: "Matrícula", amount: 50, customer_email: marked.customer.email.toUpperCase() }
  await company.post("/api/v1/payment-link", byEmail)
  const payers = payersOf(service)
  const body = { customer: marked.customer, address: marked.address, payment: placed.payment }
  const byLink = payers.paid(await payers.payLink(slug, body, keyed("pay")))
  expect(byLink.data.status).toBe("paid")

  const names = { name: marked.customer.fullname, email: marked.customer.email, document: marked.customer.taxvat }
  const batch = await company.post("/api/v1/payment-link-bulk", {
    title: "Turma",
    amount: 10,
    customers: [{ ...names, phone: marked.customer.telephone }, { name: "Outra Pessoa" }],
  })
  expect(batch.status, batch.text).toBe(202)
  const shop = await openShopAt(service, company)
  const subscription = await shop.subscribe(marked)
  return { company, admin, paid, pix, placed, subscription, shop, slug }
}

describe("a person's data", () => {
  it("is exported completely, not erased while money may move, and then erased without a trace", async () => {
    const database = await newDatabase()
    const service = serviceUnderTest({ database })
    const { admin, company, paid, pix, placed, shop, subscription } = await leaveEverywhere(service)
    const others = shown(SingleOrderResponse, await company.post("/api/v1/order/single", ofCard()))
    const [person] = (await customersOf(service, company)).filter(({ email }) => email === marked.customer.email)
    if (person === undefined) throw new Error("The person is no customer.")
    const own = `${admin}/customers/${person.id}`

    const { data } = shown(Exported, await service.administer("GET", `${own}/export`))
    expect(data.customer).toStrictEqual(person)
    expect(data.orders.map(({ status }) => status)).toStrictEqual(["paid", "waiting_payment", "paid", "paid"])
    expect(data.subscribers.map(({ token }) => token)).toStrictEqual([subscription.token])
    expect(data.payment_links.map(({ title }) => title)).toStrictEqual(["Mensalidade", "Matrícula"])
    expect(data.batch_entries.map(({ index }) => index)).toStrictEqual([0])
    expect(data.saved_cards).toHaveLength(3)
    expect(data.webhooks.length).toBeGreaterThan(3)
    expect(marksIn(JSON.stringify(data))).toStrictEqual(marks.filter((mark) => !/^\d{8,}$/u.test(mark)))

    const refusal = async () => faultsIn(await service.administer("POST", `${own}/erase`))["customer"]?.[0]
    expect(await refusal()).toContain(`Cancel first: ${subscription.token}.`)
    await shop.cancel(subscription.token)
    expect(await refusal()).toContain(`dispute is over: ${pix.data.order_number}.`)
    await service.administer("POST", `${admin}/orders/${pix.data.order_number}/cancel`)
    expect(await refusal()).toContain("Wait for these batches")
    await shop.pass(1)

    const before = await database.contents()
    expect(marksIn(before)).not.toStrictEqual([])
    const erased = shown(Erased, await service.administer("POST", `${own}/erase`)).data
    expect(erased.rewritten).toMatchObject({ orders: 4, subscriptions: 1, links: 3, entries: 1, cards: 3, answers: 4 })

    const repeated = await company.post(
      "/api/v1/order/single",
      { ...placed, src: "loja" },
      { "Idempotency-Key": "paid" },
    )
    expect([repeated.status, repeated.text]).toStrictEqual([
      410,
      '{"hasError":true,"response":"The customer data of this request was erased."}',
    ])
    const told = shown(
      WebhookDeliveryPage,
      await service.administer("GET", `${admin}/webhook-deliveries?order_number=${paid.data.order_number}`),
    ).data
    expect(told.map(({ payload, state }) => [payload, state])).toStrictEqual(
      told.map(() => [{ erased: true }, "failed"]),
    )
    const again = await service.administer("POST", `${admin}/webhook-deliveries/${told[0]?.id}/redeliver`)
    expect(faultsIn(again)).toStrictEqual({
      webhook: ["The webhook has no content any more: its customer's data was erased."],
    })

    const left = await company.get(`/api/v1/order/${paid.data.order_number}`)
    expect(left.body).toMatchObject({
      data: { status: "paid", customer: { fullname: "Cliente apagado" }, totals: { total: "189.80" } },
    })
    const otherOrder = await company.get(`/api/v1/order/${others.data.order_number}`)
    expect(otherOrder.body).toMatchObject({ data: { customer: { fullname: "Maria da Silva" } } })
    expect(marksIn(service.log.join("\n"))).toStrictEqual([])

    await service.stop()
    const { printed, vintem } = commandLine(database)
    expect((await vintem("check")).outcome).toBe("done")
    expect(marksIn(await database.contents())).toStrictEqual([])
    expect(await printed(Schema.Json, "customer", "erased")).toMatchObject({ company: company.id, customer: person.id })
  })

  it("that was erased begins no subscription, although the payment still came", async () => {
    const shop = await openShop()
    const { data } = await shop.order({ payment: { method: "pix" } })
    await shop.pass(days(1))
    const [person] = await customersOf(shop.service, shop)
    expect((await shop.service.administer("POST", `${shop.admin}/customers/${person?.id}/erase`)).status).toBe(200)
    expect((await shop.report(data.order_number, "paid")).status).toBe(200)
    expect((await shop.orderOf(data.order_number)).status).toBe("paid")
    expect((await shop.list()).data).toEqual([])
  })

  it("is erased even if somebody left an order at a link in their name, which then cannot be paid", async () => {
    const service = serviceUnderTest()
    const company = await service.newCompany()
    const link = await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 100 })
    const { slug } = shown(PaymentLinkResponse, link).data
    const left = await service.call("POST", `${linksPath}/${slug}/checkout`, {
      body: { customer: marked.customer, address: marked.address },
    })
    const { public_key: key } = shown(Contact, left).data
    const [person] = await customersOf(service, company)
    const own = `/admin/v1/companies/${company.id}/customers/${person?.id}`
    expect((await service.administer("GET", `${own}/erase`)).body).toMatchObject({
      data: { orders: 1, prevented_by: null },
    })
    expect((await service.administer("POST", `${own}/erase`)).status).toBe(200)
    expect((await payersOf(service).payOrder(key, { method: "pix" })).status).toBe(404)
  })

  it("belongs to one company: no other one shows or erases it", async () => {
    const service = serviceUnderTest()
    const owner = await service.newCompany()
    const other = await service.newCompany()
    await owner.post("/api/v1/order/single", ofCard())
    const [customer] = await customersOf(service, owner)
    for (const id of [String(customer?.id), "999", "0", "x", "1".repeat(400)]) {
      const path = `/admin/v1/companies/${other.id}/customers/${id}`
      expect((await service.administer("GET", `${path}/export`)).status).toBe(404)
      expect((await service.administer("POST", `${path}/erase`)).status).toBe(404)
    }
    expect((await customersOf(service, owner))[0]?.email).toBe("maria@example.com")
  })

  it("in an order after an erasure belongs to a new customer; no new customer is taken for an erased one", async () => {
    const service = serviceUnderTest()
    const company = await service.newCompany()
    const refused = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byNumber("4000000000000002")))
    const [first] = await customersOf(service, company)
    await service.administer("POST", `/admin/v1/companies/${company.id}/customers/${first?.id}/erase`)
    const payAgain = await payersOf(service).payOrder(refused.data.public_key, { method: "pix" })
    expect([payAgain.status, refused.data.status]).toStrictEqual([404, "unpaid"])
    await company.post("/api/v1/order/single", ofCard())
    const [second, erased, ...more] = await customersOf(service, company)
    expect(more).toStrictEqual([])
    expect([second?.email, erased?.id]).toStrictEqual(["maria@example.com", first?.id])
    const claimed = { ...ofCard(), customer: { ...ofCard().customer, taxvat: erased?.taxvat } }
    expect(faultsIn(await company.post("/api/v1/order/single", claimed))).toHaveProperty(["customer.taxvat"])
  })
})

describe("the export of a customer", () => {
  it("runs once per company at a time: another caller learns when to retry, and then gets it", async () => {
    const service = serviceUnderTest()
    const company = await service.newCompany()
    await company.post("/api/v1/order/single", ofCard())
    const [customer] = await customersOf(service, company)
    const path = `/admin/v1/companies/${company.id}/customers/${customer?.id}/export`
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.administer("GET", path)))
    const [first, ...refused] = answers.toSorted((one, other) => one.status - other.status)
    expect(first?.status).toBe(200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, status, text } of refused.filter((one) => one.status !== 200)) {
      expect([status, headers.get("retry-after"), text]).toStrictEqual([
        429,
        "10",
        '{"hasError":true,"response":"Too many requests."}',
      ])
    }
    expect(refused.map(({ status }) => status)).toContain(429)
    expect((await service.administer("GET", path)).status).toBe(200)
  })

  it("is complete over several pages", async () => {
    const service = serviceUnderTest()
    const company = await service.newCompany()
    await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: nowhere })
    const placed: Array<string> = []
    for (let n = 0; n < 53; n += 1) {
      placed.push(shown(SingleOrderResponse, await company.post("/api/v1/order/single", ofCard())).data.order_number)
    }
    const [customer] = await customersOf(service, company)
    const path = `/admin/v1/companies/${company.id}/customers/${customer?.id}/export`
    const { data } = shown(Exported, await service.administer("GET", path))
    expect(data.orders.map(({ order_number }) => order_number)).toStrictEqual(placed)
    expect(data.webhooks.map(({ order_number }) => order_number)).toStrictEqual(placed)
  })
})

describe("vintem customer", () => {
  it("exports to a new file, asks before it erases, and says why it does not", async () => {
    const database = await newDatabase()
    const service = serviceUnderTest({ database })
    const company = await service.newCompany()
    const { vintem } = commandLine(database)
    const pix = shown(SingleOrderResponse, await company.post("/api/v1/order/single", { ...byPix(), ...marked }))
    const [customer] = await customersOf(service, company)
    const who = ["--company", String(company.id), "--customer", String(customer?.id)]

    const { outcome, printed } = await vintem("customer", "export", ...who)
    expect(outcome).toBe("done")
    expect(Schema.decodeSync(Schema.fromJsonString(CustomerDataView))(printed).orders).toHaveLength(1)
    for (const flags of [[], ["--yes"]]) {
      expect((await vintem("customer", "erase", ...who, ...flags)).outcome).toContain(`over: ${pix.data.order_number}.`)
    }
    expect((await vintem("customer", "erase", ...who.slice(0, 2), "--customer", "77", "--yes")).outcome).toContain(
      `refused: Company ${company.id} has no customer 77.`,
    )
    await service.administer("POST", `/admin/v1/companies/${company.id}/orders/${pix.data.order_number}/cancel`)
    expect((await vintem("customer", "erase", ...who)).outcome).toContain(
      `refused: Nothing was erased. Customer ${customer?.id} has 1 orders, 0 subscriptions, 0 links, 0 batch entries and 0 saved cards.`,
    )
    expect((await vintem("customer", "erase", ...who, "--yes")).printed).toContain("is erased: 1 orders")

    const list = join(await mkdtemp(join(tmpdir(), "vintem-erased-")), "erased.jsonl")
    await writeFile(list, `${(await vintem("customer", "erased", "--json")).printed}\n`)
    expect((await vintem("customer", "note", "--from", list)).printed).toBe("1 noted.")
    // A database that was restored to an earlier time looks like this.
    await database.execute(`update customer set document = '39053344705' where id = ${customer?.id}`)
    expect((await vintem("customer", "note", "--from", list)).printed).toContain(
      `Repeat: vintem customer erase --company ${company.id} --customer ${customer?.id} --yes`,
    )
    await writeFile(list, "{}")
    expect((await vintem("customer", "note", "--from", list)).outcome).toContain("was not printed by")
    const checked = await vintem("check")
    expect([checked.outcome, checked.printed]).toStrictEqual([
      expect.stringMatching(/^refused: 1 breach/u),
      `customer ${customer?.id} of company ${company.id}\tit was erased, but its data is still stored: repeat vintem customer erase`,
    ])
  })
})
