/** Payment links from their company's view. */
import { PaymentLinkPage, PaymentLinkResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { type CompanyUnderTest, faultsIn, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const path = "/api/v1/payment-link"

const make = async (company: CompanyUnderTest, body: object = {}) => {
  const answer = await company.post(path, { title: "Mensalidade", amount: 199.9, ...body })
  expect(answer.status, answer.text).toBe(201)
  return shown(PaymentLinkResponse, answer).data
}

const put = (company: CompanyUnderTest, slug: string, body: object) =>
  service.call("PUT", `${path}/${slug}`, { token: company.key, body })

const remove = (company: CompanyUnderTest, slug: string) =>
  service.call("DELETE", `${path}/${slug}`, { token: company.key })

const noRule = "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"

const everything = {
  title: "Mensalidade",
  amount: "199.90",
  description: "Novembro",
  additional_amount: 5,
  bg_color: "#1f6f54",
  show_company_logo: false,
  expired_at: "2099-12-31",
  expire_after_payment: "1",
  reference: "mensalidade-11",
  enable_pix: true,
  installments: 6,
  fee_mode: "interest",
  hide_customer_fields: true,
  customer_name: "Maria da Silva",
  customer_email: "maria@example.com",
  customer_phone: "+55 (11) 98765-4321",
  customer_document: "52998224725",
  customer_cep: "01310-100",
  customer_number: 1578,
}

describe("a payment link", () => {
  it("is made with few fields", async () => {
    const company = await service.newCompany()
    expect(await make(company)).toStrictEqual({
      slug: expect.stringMatching(/^[0-9a-z]{16,32}$/u),
      url: expect.stringMatching(new RegExp(`^${publicUrl}/l/[0-9a-z]{16,32}$`, "u")),
      title: "Mensalidade",
      description: "",
      amount: 199.9,
      additional_amount: 0,
      expired_at: null,
      expire_after_payment: false,
      reference: null,
      enable_pix: true,
      enable_credit: true,
      enable_bank_slip: true,
      fee_mode: "none",
      installments: 1,
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      customer_document: null,
      hide_customer_fields: false,
      paid_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u),
    })
  })

  it("keeps the lines and tabs of its description, and shows them to the payer", async () => {
    const company = await service.newCompany()
    const description = "Inclui:\r\n\t- <aulas>\r\t- material\n\nAté breve"
    const kept = "Inclui:\n\t- <aulas>\n\t- material\n\nAté breve"
    const { slug } = await make(company, { title: "Curso", amount: 10, description })
    expect((await company.get(`${path}/${slug}`)).body).toMatchObject({ data: { description: kept } })
    expect((await put(company, slug, { title: "Curso", amount: 10, description: `${description}\r\n` })).status).toBe(
      200,
    )
    expect((await company.get(`${path}/${slug}`)).body).toMatchObject({ data: { description: kept } })
    const toPayer = await service.call("GET", `/public/v1/payment-links/${slug}`)
    expect(toPayer.body).toMatchObject({ data: { description: kept } })
    const page = await service.call("GET", `/l/${slug}`)
    expect(page.text).toContain(`<p class="lines">${kept.replace("<aulas>", "&lt;aulas&gt;")}</p>`)
    expect((await service.call("GET", "/assets/pay.css")).text).toContain(".lines{white-space:pre-wrap}")
  })

  it("is made with every field, and retrieved as it was made", async () => {
    const company = await service.newCompany()
    const made = await make(company, everything)
    expect(made).toMatchObject({
      description: "Novembro",
      additional_amount: 5,
      expired_at: "2099-12-31",
      expire_after_payment: true,
      reference: "mensalidade-11",
      enable_pix: true,
      enable_credit: false,
      enable_bank_slip: false,
      fee_mode: "interest",
      installments: 6,
      customer_name: "Maria da Silva",
      customer_phone: "(11) 98765-4321",
      customer_document: "529.982.247-25",
      hide_customer_fields: true,
    })
    expect(shown(PaymentLinkResponse, await company.get(`${path}/${made.slug}`)).data).toStrictEqual(made)
  })

  it("is listed newest first, 15 a page, and not after its removal", async () => {
    const company = await service.newCompany()
    const slugs: Array<string> = []
    for (let n = 0; n < 17; n += 1) slugs.unshift((await make(company, { title: `Link ${n}` })).slug)
    const first = shown(PaymentLinkPage, await company.get(path))
    expect(first.data.map(({ slug }) => slug)).toStrictEqual(slugs.slice(0, 15))
    expect(first.meta).toMatchObject({ total: 17, last_page: 2, per_page: 15 })
    const second = shown(PaymentLinkPage, await company.get(`${path}?page=2`))
    expect(second.data.map(({ slug }) => slug)).toStrictEqual(slugs.slice(15))
    expect((await remove(company, slugs[3] ?? "")).status).toBe(200)
    expect(shown(PaymentLinkPage, await company.get(path)).meta.total).toBe(16)
  })

  it("is deleted once, and gone then", async () => {
    const company = await service.newCompany()
    const { slug } = await make(company)
    const answer = await remove(company, slug)
    expect(answer.body).toStrictEqual({ hasError: false, response: "The payment link was deleted." })
    expect((await remove(company, slug)).status).toBe(404)
    expect((await company.get(`${path}/${slug}`)).status).toBe(404)
    expect((await put(company, slug, { title: "x", amount: 1 })).status).toBe(404)
  })
})

describe("an update", () => {
  it("keeps absent or blank fields", async () => {
    const company = await service.newCompany()
    const made = await make(company, everything)
    const answer = await put(company, made.slug, { title: "Outro", amount: 10, description: "" })
    expect(shown(PaymentLinkResponse, answer).data).toStrictEqual({ ...made, title: "Outro", amount: 10 })
  })

  it("clears null fields", async () => {
    const company = await service.newCompany()
    const { slug } = await make(company, everything)
    const cleared = Object.fromEntries(Object.keys(everything).map((field) => [field, null]))
    const methods = { enable_credit: null, enable_bank_slip: null }
    const answer = await put(company, slug, { ...cleared, ...methods, title: "Outro", amount: 10 })
    const plain = await make(company, { title: "Outro", amount: 10 })
    const { slug: _slug, url: _url, created_at: _at, ...fields } = plain
    expect(shown(PaymentLinkResponse, answer).data).toMatchObject(fields)
  })

  it("changes the sent fields, and no other method", async () => {
    const company = await service.newCompany()
    const { slug } = await make(company)
    const answer = await put(company, slug, { title: "Outro", amount: 10, enable_pix: false, installments: 12 })
    expect(shown(PaymentLinkResponse, answer).data).toMatchObject({
      enable_pix: false,
      enable_credit: true,
      enable_bank_slip: true,
      installments: 12,
    })
  })

  it("reports every fault at once, between fields too", async () => {
    const company = await service.newCompany()
    const flags = { enable_pix: false, enable_credit: false, enable_bank_slip: false }
    const body = { title: "", amount: 99_999_999_999, additional_amount: 1, ...flags }
    const answer = await company.post("/api/v1/payment-link", body)
    expect(new Set(Object.keys(faultsIn(answer)))).toEqual(new Set(["title", "additional_amount", "enable_pix"]))
  })

  it("to an unknown rule is refused, and changes nothing", async () => {
    const company = await service.newCompany()
    const made = await make(company)
    const body = { title: "x", amount: 10, payment_link_rule_token: noRule }
    const answer = await put(company, made.slug, body)
    expect([answer.status, Object.keys(faultsIn(answer))]).toStrictEqual([422, ["payment_link_rule_token"]])
    expect(shown(PaymentLinkResponse, await company.get(`${path}/${made.slug}`)).data).toStrictEqual(made)
  })
})

describe("a wrong request", () => {
  it("reports all its faults at once", async () => {
    const company = await service.newCompany()
    const answer = await company.post(path, { amount: 0, fee_mode: "all", customer_email: "x" })
    expect(Object.keys(faultsIn(answer)).toSorted()).toStrictEqual(["amount", "customer_email", "fee_mode", "title"])
    const ruled = await company.post(path, { title: "Mensalidade", amount: 199.9, payment_link_rule_token: noRule })
    expect([ruled.status, Object.keys(faultsIn(ruled))]).toStrictEqual([422, ["payment_link_rule_token"]])
    expect(shown(PaymentLinkPage, await company.get(path)).meta.total).toBe(0)
  })

  it("finds no link of another company's", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const { slug } = await make(other)
    const answers = [
      await company.get(`${path}/${slug}`),
      await put(company, slug, { title: "x", amount: 1 }),
      await remove(company, slug),
      await company.get(`${path}/nothing`),
    ]
    expect(answers.map(({ status }) => status)).toStrictEqual([404, 404, 404, 404])
    expect(answers[0]?.body).toStrictEqual({ hasError: true, response: "Not found" })
  })

  it("gets its first answer under its key, and makes one link", async () => {
    const company = await service.newCompany()
    const send = () => company.post(path, { title: "Um", amount: 1 }, { "Idempotency-Key": "link-1" })
    const [first, second] = [await send(), await send()]
    expect(second.text).toBe(first.text)
    expect(shown(PaymentLinkPage, await company.get(path)).meta.total).toBe(1)
  })
})
