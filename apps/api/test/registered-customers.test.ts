/**
 * The right to change a registered customer: only the company has it, with its API key. A payer has no key, and may
 * type anything under any document; the order keeps that, and the registered customer stays unchanged.
 */
import { CustomerPage, LinkContactResponse, OrderResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { byPix, changed, payer } from "./example-orders.ts"
import { credit, linksPath, payersOf, paying, pix, slip } from "./payers.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, paid, pass, payLink, payOrder, post, report, seeOrder } = payersOf(service)

const customersOf = async (company: CompanyUnderTest) =>
  shown(CustomerPage, await service.administer("GET", `/admin/v1/companies/${company.id}/customers`)).data

const orderOf = async (company: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data

/** A payer who types Maria's document, and their own name and addresses. */
const stranger = { ...payer, email: "estranho@example.com", fullname: "Outra Pessoa", telephone: "21999998888" }

const typedBy = (customer: object, payment: object) => paying(payment, { customer })

/** A company that knows Maria, because it has sold something to her. */
const companyOfMaria = async () => {
  const company = await service.newCompany()
  expect((await company.post("/api/v1/order/single", byPix())).status).toBe(200)
  return { company, registered: await customersOf(company) }
}

describe("a registered customer", () => {
  it.each([
    ["a Pix that is not paid", pix],
    ["a slip", slip],
    ["a card that is approved", credit()],
    ["a card that is refused", credit("4000000000000002")],
  ])("is unchanged if a payer types another name, e-mail and telephone: %s", async (_, payment) => {
    const { company, registered } = await companyOfMaria()
    const placed = paid(await payLink(await makeLink(company), typedBy(stranger, payment)))
    expect(await customersOf(company)).toEqual(registered)
    expect((await orderOf(company, placed.data.order_number)).customer).toMatchObject({
      fullname: "Outra Pessoa",
      email: "estranho@example.com",
      telephone: "(21) 99999-8888",
    })
  })

  it("is unchanged if such an order is paid", async () => {
    const { company, registered } = await companyOfMaria()
    const placed = paid(await payLink(await makeLink(company), typedBy(stranger, pix)))
    await report(placed.data.order_number, "paid")
    await pass(60)
    expect((await orderOf(company, placed.data.order_number)).status).toBe("paid")
    expect(await customersOf(company)).toEqual(registered)
  })

  it("is unchanged if a payer leaves a contact, and pays that order", async () => {
    const { company, registered } = await companyOfMaria()
    const left = await post(`${linksPath}/${await makeLink(company)}/checkout`, { customer: stranger })
    const { public_key: key } = shown(LinkContactResponse, left).data
    expect(await customersOf(company)).toEqual(registered)
    expect((await payOrder(key, credit())).status).toBe(200)
    expect((await seeOrder(key)).status).toBe("paid")
    expect(await customersOf(company)).toEqual(registered)
  })

  it("is the customer of the payer's order all the same", async () => {
    const { company, registered } = await companyOfMaria()
    await payLink(await makeLink(company), typedBy(stranger, pix))
    const byNumber = changed(byPix(), "customer.id", registered[0]?.id)
    expect((await company.post("/api/v1/order/single", byNumber)).status).toBe(200)
    expect(await customersOf(company)).toHaveLength(1)
  })

  it("is updated by a request of the company", async () => {
    const { company, registered } = await companyOfMaria()
    await payLink(await makeLink(company), typedBy(stranger, pix))
    const moved = { ...payer, email: "maria@nova.example" }
    await company.post("/api/v1/order/single", changed(byPix(), "customer", moved))
    expect(await customersOf(company)).toEqual(registered.map((one) => ({ ...one, email: "maria@nova.example" })))
  })
})

describe("a payer with a document that the company does not know", () => {
  it("is registered with their own data, and no later payer changes that", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    await payLink(slug, typedBy(payer, pix))
    const [first] = await customersOf(company)
    expect(first).toMatchObject({ fullname: "Maria da Silva", email: "maria@example.com" })
    await payLink(slug, typedBy(stranger, credit()))
    expect(await customersOf(company)).toEqual([first])
  })

  it("is a customer of this company alone", async () => {
    const { company, registered } = await companyOfMaria()
    const other = await service.newCompany()
    await payLink(await makeLink(other), typedBy(stranger, pix))
    expect(await customersOf(other)).toMatchObject([{ fullname: "Outra Pessoa" }])
    expect(await customersOf(company)).toEqual(registered)
  })
})
