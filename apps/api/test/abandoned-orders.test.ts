/** Orders of payers who left a contact and then nothing: half an hour later the company gets one webhook. */
import { OrderPage } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { payer } from "./example-orders.ts"
import { credit, linksPath, payersOf, pix } from "./payers.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, pass, payOrder, post } = payersOf(service)

const Contact = Schema.Struct({ data: Schema.Struct({ public_key: Schema.String }) })
const History = Schema.Struct({
  data: Schema.Struct({ events: Schema.Array(Schema.Struct({ type: Schema.String })) }),
})

/** A link, and the order of a payer who left a contact at it. */
const leftContact = async () => {
  const company = await service.newCompany()
  const slug = await makeLink(company)
  const answer = await post(`${linksPath}/${slug}/checkout`, { customer: payer })
  expect(answer.status, answer.text).toBe(201)
  return { company, key: shown(Contact, answer).data.public_key }
}

const onlyOrder = async (company: CompanyUnderTest) => {
  const { data } = shown(OrderPage, await company.get("/api/v1/order"))
  const number = data[0]?.order_number ?? ""
  const history = await service.administer("GET", `/admin/v1/companies/${company.id}/orders/${number}/history`)
  const events = shown(History, history).data.events.map(({ type }) => type)
  return { status: data[0]?.status, abandoned: events.filter((type) => type === "order_abandoned").length }
}

describe("an order of a payer who left a contact", () => {
  it("is abandoned after thirty minutes, once, and stays created", async () => {
    const { company } = await leftContact()
    await pass(30 * 60 - 2)
    expect(await onlyOrder(company)).toStrictEqual({ status: "created", abandoned: 0 })
    await pass(2)
    expect(await onlyOrder(company)).toStrictEqual({ status: "created", abandoned: 1 })
    await pass(24 * 60 * 60)
    expect(await onlyOrder(company)).toStrictEqual({ status: "created", abandoned: 1 })
  })

  it.each([
    ["paid", credit()],
    ["refused", credit("4000000000000002")],
    ["given a Pix", pix],
  ])("is not abandoned if it was %s meanwhile", async (_, payment) => {
    const { company, key } = await leftContact()
    expect((await payOrder(key, payment)).status).toBe(200)
    await pass(60 * 60)
    expect(await onlyOrder(company)).toMatchObject({ abandoned: 0 })
  })

  it("can be paid after it was abandoned", async () => {
    const { company, key } = await leftContact()
    await pass(60 * 60)
    expect((await payOrder(key, credit())).status).toBe(200)
    expect(await onlyOrder(company)).toStrictEqual({ status: "paid", abandoned: 1 })
  })
})
