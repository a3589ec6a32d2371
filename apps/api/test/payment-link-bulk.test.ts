/**
 * Payment links in bulk.
 */
import { BulkPage, BulkProgressResponse, BulkResponse, BulkWithLinksResponse, PaymentLinkPage } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const path = "/api/v1/payment-link-bulk"

const customers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Cliente ${n + 1}`, reference: `cliente-${n + 1}` }))

const make = async (company: CompanyUnderTest, body: object = {}) => {
  const answer = await company.post(path, { amount: 10, customers: customers(3), ...body })
  expect(answer.status, answer.text).toBe(202)
  return shown(BulkResponse, answer).data
}

/** Makes the queue run due jobs. */
const work = async (): Promise<void> => {
  const answer = await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
  expect(answer.status, answer.text).toBe(200)
}

const retrieve = async (company: CompanyUnderTest, token: string) =>
  shown(BulkWithLinksResponse, await company.get(`${path}/${token}`)).data

const progress = async (company: CompanyUnderTest, token: string) =>
  shown(BulkProgressResponse, await company.get(`${path}/${token}/status`)).data

const add = (company: CompanyUnderTest, token: string, body: unknown) =>
  company.post(`${path}/${token}/customers`, body)
const cancel = (company: CompanyUnderTest, token: string) => company.post(`${path}/${token}/cancel`, {})

describe("a batch", () => {
  it("is pending in the answer, and then completed with a link for each customer", async () => {
    const company = await service.newCompany()
    const made = await make(company, { name: "Novembro", title: "Mensalidade", expired_at: "2099-12-31" })
    expect(made).toStrictEqual({
      token: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      name: "Novembro",
      status: "pending",
      total: 3,
      processed: 0,
      percent: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    await work()
    const { payment_links, errors, ...batch } = await retrieve(company, made.token)
    expect(batch).toMatchObject({ status: "completed", total: 3, processed: 3, percent: 100 })
    expect(errors).toStrictEqual([])
    expect(
      payment_links.map(({ title, amount, reference, customer_name, expired_at }) => [
        title,
        amount,
        reference,
        customer_name,
        expired_at,
      ]),
    ).toStrictEqual([1, 2, 3].map((n) => ["Mensalidade", 10, `cliente-${n}`, `Cliente ${n}`, "2099-12-31"]))
    expect(new Set(payment_links.map(({ slug }) => slug)).size).toBe(3)
    expect(shown(PaymentLinkPage, await company.get("/api/v1/payment-link")).meta.total).toBe(3)
  })

  it("gives each customer their own values", async () => {
    const company = await service.newCompany()
    const own = {
      title: "Sua mensalidade",
      description: "Com desconto:\n\taté o dia 5",
      amount: 7.5,
      email: "a@b.co",
      phone: "11987654321",
    }
    const { token } = await make(company, {
      description: "De\r\ntodos",
      customers: [{ ...own, document: "52998224725" }, {}],
    })
    await work()
    const { payment_links } = await retrieve(company, token)
    expect(payment_links).toMatchObject([
      {
        title: own.title,
        description: own.description,
        amount: 7.5,
        customer_email: own.email,
        customer_document: "529.982.247-25",
      },
      { title: "Cobrança", description: "De\ntodos", amount: 10, customer_email: null },
    ])
  })

  it("is named after its day if it has no name, and its links after it if they have no title", async () => {
    const company = await service.newCompany()
    expect((await make(company)).name).toMatch(/^Lote \d{4}-\d{2}-\d{2}$/u)
    const { token } = await make(company, { name: "Turma A" })
    await work()
    expect((await retrieve(company, token)).payment_links[0]?.title).toBe("Turma A")
  })

  it("leaves an invalid postal code to the payer", async () => {
    const company = await service.newCompany()
    const { token } = await make(company, { customers: [{ cep: "123" }, { cep: "01310-100", number: 7 }] })
    await work()
    expect(await progress(company, token)).toMatchObject({ status: "completed", processed: 2 })
  })

  it("of fifty is made, and one of fifty-one refused", async () => {
    const company = await service.newCompany()
    const { token } = await make(company, { customers: customers(50) })
    await work()
    expect(await progress(company, token)).toStrictEqual({
      token,
      status: "completed",
      total: 50,
      processed: 50,
      percent: 100,
    })
    const answer = await company.post(path, { amount: 1, customers: customers(51) })
    expect(faultsIn(answer)).toStrictEqual({ customers: ["The customers may not have more than 50 customers."] })
  })

  it("grows while it waits, and again once it is done", async () => {
    const company = await service.newCompany()
    const { token } = await make(company)
    expect(shown(BulkResponse, await add(company, token, { customers: customers(2) })).data).toMatchObject({
      status: "pending",
      total: 5,
    })
    await work()
    expect(await progress(company, token)).toMatchObject({ status: "completed", processed: 5 })
    const again = await add(company, token, { customers: [{ amount: 3 }] })
    expect(again.status).toBe(202)
    expect(shown(BulkResponse, again).data).toMatchObject({ status: "pending", total: 6, processed: 5, percent: 83.33 })
    await work()
    expect((await retrieve(company, token)).payment_links).toHaveLength(6)
  })

  it("is canceled, and then makes nothing", async () => {
    const company = await service.newCompany()
    const { token } = await make(company)
    const answer = await cancel(company, token)
    expect([answer.status, answer.body]).toStrictEqual([200, { hasError: false, response: "The batch was canceled." }])
    await work()
    expect(await retrieve(company, token)).toMatchObject({ status: "canceled", processed: 0, payment_links: [] })
    expect((await cancel(company, token)).status).toBe(200)
    const refused = await add(company, token, { customers: customers(1) })
    expect(refused.status).toBe(422)
    expect(faultsIn(refused)["status"]?.[0]).toContain("is canceled")
  })

  it("cannot be canceled once it is completed", async () => {
    const company = await service.newCompany()
    const { token } = await make(company)
    await work()
    const answer = await cancel(company, token)
    expect([answer.status, faultsIn(answer)["status"]]).toStrictEqual([
      422,
      [
        "The status is completed and the batch cannot be canceled, because every item is done: there is nothing left to cancel or create. Allowed now: add customers.",
      ],
    ])
  })

  it("fails for each customer whose rule is gone meanwhile, and says so", async () => {
    const company = await service.newCompany()
    const rules = `/admin/v1/companies/${company.id}/payment-link-rules`
    const rule = { name: "Lembretes", reminders: [{ days: -3, channel: "email" }] }
    const { token } = shown(MadeRule, await service.administer("POST", rules, rule)).data
    const batch = await make(company, { payment_link_rule_token: token })
    expect((await service.administer("DELETE", `${rules}/${token}`)).status).toBe(200)
    await work()
    expect(await retrieve(company, batch.token)).toMatchObject({
      status: "partial_failure",
      processed: 3,
      percent: 100,
      payment_links: [],
      errors: [0, 1, 2].map((index) => ({
        index,
        reference: `cliente-${index + 1}`,
        code: "rule_not_found",
        message: "The reminder rule no longer exists.",
      })),
    })
  })

  it("is listed newest first", async () => {
    const company = await service.newCompany()
    const first = await make(company, { name: "A" })
    const second = await make(company, { name: "B" })
    const { data, meta } = shown(BulkPage, await company.get(path))
    expect(data.map(({ token }) => token)).toStrictEqual([second.token, first.token])
    expect(meta.total).toBe(2)
  })
})

const MadeRule = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })

describe("a wrong request", () => {
  it("names the one bad customer among fifty, for any fault", async () => {
    const company = await service.newCompany()
    const list = customers(50)
    const bad: ReadonlyArray<readonly [object, string]> = [
      [{ amount: 0 }, "customers.17.amount"],
      [{ title: "x".repeat(151) }, "customers.17.title"],
      [{ description: "x".repeat(1_001) }, "customers.17.description"],
      [{ reference: "x".repeat(101) }, "customers.17.reference"],
      [{ email: "nobody" }, "customers.17.email"],
      [{ document: "52998224726" }, "customers.17.document"],
      [{ phone: "1" }, "customers.17.phone"],
    ]
    for (const [fields, field] of bad) {
      const asked = list.map((customer, n) => (n === 17 ? { ...customer, ...fields } : customer))
      const answer = await company.post(path, { amount: 10, customers: asked })
      expect([answer.status, Object.keys(faultsIn(answer))]).toStrictEqual([422, [field]])
    }
    expect(shown(BulkPage, await company.get(path)).meta.total).toBe(0)
  })

  it("reports every fault at once, missing amounts too", async () => {
    const company = await service.newCompany()
    const asked = [{ amount: 10, email: "bad" }, { name: "Ana Souza" }]
    const flags = { enable_pix: false, enable_credit: false, enable_bank_slip: false }
    const answer = await company.post(path, { installments: 13, ...flags, customers: asked })
    const fields = ["enable_pix", "installments", "customers.0.email", "customers.1.amount"]
    expect(new Set(Object.keys(faultsIn(answer)))).toEqual(new Set(fields))
  })

  it("requires an amount of every customer if the batch has none", async () => {
    const company = await service.newCompany()
    const answer = await company.post(path, { customers: [{ amount: 5 }, {}, {}] })
    expect(Object.keys(faultsIn(answer))).toStrictEqual(["customers.1.amount", "customers.2.amount"])
    const { token } = shown(BulkResponse, await company.post(path, { customers: [{ amount: 5 }] })).data
    expect(Object.keys(faultsIn(await add(company, token, { customers: [{}] })))).toStrictEqual(["customers.0.amount"])
  })

  it.each([
    [{ name: "x".repeat(151) }, "name"],
    [{ title: "x".repeat(151) }, "title"],
    [{ amount: 0 }, "amount"],
    [{ installments: 13 }, "installments"],
    [{ customers: [] }, "customers"],
    [{ customers: undefined }, "customers"],
    [{ customers: "all" }, "customers"],
    [{ customers: [7] }, "customers.0"],
    [{ enable_pix: 0, enable_credit: 0, enable_bank_slip: 0 }, "enable_pix"],
    [{ payment_link_rule_token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11" }, "payment_link_rule_token"],
  ])("of %j is refused for %s", async (body, field) => {
    const company = await service.newCompany()
    const answer = await company.post(path, { amount: 10, customers: customers(1), ...body })
    expect([answer.status, Object.keys(faultsIn(answer))]).toStrictEqual([422, [field]])
  })

  it("finds no batch of another company's", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const { token } = await make(other)
    const answers = [
      await company.get(`${path}/${token}`),
      await company.get(`${path}/${token}/status`),
      await add(company, token, { customers: customers(1) }),
      await cancel(company, token),
      await company.get(`${path}/nothing`),
    ]
    expect(answers.map(({ status }) => status)).toStrictEqual([404, 404, 404, 404, 404])
  })

  it("gets its first answer under its key, and makes one batch", async () => {
    const company = await service.newCompany()
    const send = () => company.post(path, { amount: 1, customers: customers(2) }, { "Idempotency-Key": "lote" })
    const [first, second] = [await send(), await send()]
    expect(second.text).toBe(first.text)
    const { token } = shown(BulkResponse, first).data
    const grow = () =>
      company.post(`${path}/${token}/customers`, { customers: customers(1) }, { "Idempotency-Key": "mais" })
    await grow()
    await grow()
    expect(await progress(company, token)).toMatchObject({ total: 3 })
  })
})
