import { CheckoutPage, CouponPage, ProductPage, ReminderRulePage } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { CouponRepository } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Answer,
  adminToken,
  type CompanyUnderTest,
  faultsIn,
  publicUrl,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()
const { administer } = service

const notFound = [404, { hasError: true, response: "Not found" }]
const madeAt = "2026-11-19 12:00:00"

const pathOf = ({ id }: Pick<CompanyUnderTest, "id">, ...parts: ReadonlyArray<string | number>) =>
  ["/admin/v1/companies", id, ...parts.map((part) => encodeURIComponent(part))].join("/")

const Created = Schema.Struct({ data: Schema.Record(Schema.String, Schema.Unknown) })
const dataIn = (answer: Answer) => shown(Created, answer).data

const newProduct = async (company: CompanyUnderTest): Promise<number> => {
  const answer = await administer("POST", pathOf(company, "products"), product)
  return shown(Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) }), answer).data.id
}

const product = { sku: "curso", title: "Curso", unit_price: 199.9, price_cost: 50 }
const coupon = { code: "Natal10", percent: 10, expires_at: "2026-12-31", max_uses: 100 }
const rule = { name: "Régua", reminders: [{ days: -3, channel: "email" }] }

/** The objects that a company sets up, each with a valid body, its name, a change, a fault, and unknown names. */
const resources = [
  {
    segment: "products",
    name: "id",
    page: ProductPage,
    body: async () => product,
    shows: { sku: "curso", title: "Curso", unit_price: 199.9, price_cost: 50, created_at: madeAt },
    change: { unit_price: "249.90", price_cost: null },
    changed: { unit_price: 249.9, price_cost: null },
    fault: { unit_price: -1, title: "" },
    faults: ["unit_price"],
    deleted: "The product was deleted.",
    nobodys: ["0", "-1", "999999999", "curso", "1.5"],
  },
  {
    segment: "checkouts",
    name: "slug",
    page: CheckoutPage,
    body: async (company: CompanyUnderTest) => ({
      title: "Curso de Violão",
      product_id: await newProduct(company),
      recurrence: { every: "month", cycles: 12 },
      redirect_after_success: "https://loja.example.com/obrigado",
    }),
    shows: {
      slug: "curso-de-violao",
      title: "Curso de Violão",
      quantity: 1,
      recurrence: { every: "month", count: 1, cycles: 12 },
      redirect_after_success: "https://loja.example.com/obrigado",
      created_at: madeAt,
    },
    change: { quantity: "2", recurrence: null },
    changed: { quantity: 2, recurrence: null },
    fault: { quantity: 0, slug: "outro" },
    faults: ["slug", "quantity"],
    deleted: "The checkout was deleted.",
    nobodys: ["curso", "CURSO-DE-VIOLAO", "-", "não"],
  },
  {
    segment: "coupons",
    name: "code",
    page: CouponPage,
    body: async () => coupon,
    shows: {
      code: "Natal10",
      percent: 10,
      amount: null,
      expires_at: "2026-12-31 23:59:59",
      max_uses: 100,
      uses: 0,
      created_at: madeAt,
    },
    change: { amount: "15.50", max_uses: null },
    changed: { percent: null, amount: 15.5, max_uses: null },
    fault: { code: "PASCOA", percent: 100.01 },
    faults: ["code", "percent"],
    deleted: "The coupon was deleted.",
    nobodys: ["NATAL", "%", "Natal 10"],
  },
  {
    segment: "payment-link-rules",
    name: "token",
    page: ReminderRulePage,
    body: async () => rule,
    shows: { ...rule, created_at: madeAt },
    change: { reminders: [{ days: "7", channel: "email" }] },
    changed: { reminders: [{ days: 7, channel: "email" }] },
    fault: { reminders: [{ days: 366, channel: "email" }] },
    faults: ["reminders.0.days"],
    deleted: "The reminder rule was deleted.",
    nobodys: ["8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11", "8c7f1f52"],
  },
] as const

describe.each(resources)("$segment", (resource) => {
  const { segment, body, shows } = resource

  const create = async (company: CompanyUnderTest) => {
    const answer = await administer("POST", pathOf(company, segment), await body(company))
    return { answer, one: pathOf(company, segment, String(dataIn(answer)[resource.name])) }
  }

  it("are created, and shown as they were created", async () => {
    const { answer, one } = await create(await service.newCompany())
    expect(answer.status).toBe(201)
    expect(dataIn(answer)).toMatchObject(shows)
    const found = await administer("GET", one)
    expect([found.status, found.text]).toEqual([200, answer.text])
  })

  it("are listed newest first, only those of their company", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const { answer } = await create(company)
    await create(other)
    const listed = await administer("GET", pathOf(company, segment))
    expect(listed.status).toBe(200)
    const page = shown<{ readonly data: ReadonlyArray<unknown>; readonly meta: object }>(resource.page, listed)
    expect(page.data).toEqual([dataIn(answer)])
    expect(page.meta).toMatchObject({ total: 1, per_page: 15, path: `${publicUrl}${pathOf(company, segment)}` })
    expect((await administer("GET", `${pathOf(company, segment)}?page=0`)).status).toBe(422)
  })

  it("change the sent fields, and keep the change", async () => {
    const { answer, one } = await create(await service.newCompany())
    const changed = await administer("PUT", one, resource.change)
    expect([changed.status, dataIn(changed)]).toEqual([200, { ...dataIn(answer), ...resource.changed }])
    expect((await administer("GET", one)).text).toBe(changed.text)
    expect((await administer("PUT", one, dataIn(changed))).text).toBe(changed.text)
    expect((await administer("PUT", one, {})).text).toBe(changed.text)
  })

  it("report all faults of a change, and stay unchanged", async () => {
    const { answer, one } = await create(await service.newCompany())
    const refused = await administer("PUT", one, resource.fault)
    expect([refused.status, Object.keys(faultsIn(refused))]).toEqual([422, resource.faults])
    expect((await administer("GET", one)).text).toBe(answer.text)
  })

  it("are deleted once", async () => {
    const { one } = await create(await service.newCompany())
    const deleted = await administer("DELETE", one)
    expect([deleted.status, deleted.body]).toEqual([200, { hasError: false, response: resource.deleted }])
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await administer(method, one, method === "PUT" ? {} : undefined)
      expect([answer.status, answer.body]).toEqual(notFound)
    }
  })

  it("of another company do not exist", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const { answer, one } = await create(company)
    const elsewhere = one.replace(pathOf(company), pathOf(other))
    for (const method of ["GET", "DELETE", "PUT"]) {
      const asked = await administer(method, elsewhere, method === "PUT" ? resource.change : undefined)
      expect([asked.status, asked.body]).toEqual(notFound)
    }
    expect((await administer("GET", one)).text).toBe(answer.text)
  })

  it.each(resource.nobodys)("are not found as %s", async (name) => {
    const company = await service.newCompany()
    await create(company)
    for (const method of ["GET", "DELETE", "PUT"]) {
      const body = method === "PUT" ? {} : undefined
      const answer = await administer(method, pathOf(company, segment, name), body)
      expect([answer.status, answer.body]).toEqual(notFound)
    }
  })

  it("belong to a company that exists", async () => {
    const company = await service.newCompany()
    const valid = await body(company)
    for (const id of [999_999_999, "one"]) {
      for (const answer of [
        await administer("GET", `/admin/v1/companies/${id}/${segment}`),
        await administer("POST", `/admin/v1/companies/${id}/${segment}`, valid),
      ]) {
        expect([answer.status, answer.body]).toEqual(notFound)
      }
    }
  })

  it("cannot be seen without the administration's token", async () => {
    const company = await service.newCompany()
    const { one } = await create(company)
    for (const token of [null, company.key]) {
      expect((await service.call("GET", one, { token })).status).toBe(401)
      expect((await service.call("POST", pathOf(company, segment), { token, body: {} })).status).toBe(401)
      expect((await service.call("DELETE", one, { token })).status).toBe(401)
    }
  })

  it("are created once under one idempotency key", async () => {
    const company = await service.newCompany()
    const sent = { token: adminToken, body: await body(company), headers: { "Idempotency-Key": `${segment} once` } }
    const path = pathOf(company, segment)
    const first = await service.call("POST", path, sent)
    const again = await service.call("POST", path, sent)
    expect([first.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    const other = await service.call("POST", path, { ...sent, body: { ...sent.body, title: "Outro", name: "Outro" } })
    expect([other.status, Object.keys(faultsIn(other))]).toEqual([422, ["Idempotency-Key"]])
    expect((await administer("GET", path)).body).toMatchObject({ meta: { total: 1 } })
  })

  it("are created for two companies under one idempotency key: each company has its own keys", async () => {
    const headers = { "Idempotency-Key": `${segment} of each` }
    for (const company of [await service.newCompany(), await service.newCompany()]) {
      const sent = { token: adminToken, body: await body(company), headers }
      expect((await service.call("POST", pathOf(company, segment), sent)).status).toBe(201)
    }
  })

  it("are created from JSON only, and every fault of it is reported", async () => {
    const company = await service.newCompany()
    const path = pathOf(company, segment)
    expect((await service.call("POST", path, { token: adminToken, text: "{" })).status).toBe(400)
    const plain = { token: adminToken, text: "{}", headers: { "content-type": "text/plain" } }
    expect((await service.call("POST", path, plain)).status).toBe(415)
    const headers = { "Idempotency-Key": "" }
    const refused = await service.call("POST", path, { token: adminToken, body: {}, headers })
    expect(refused.status).toBe(422)
    expect(Object.keys(faultsIn(refused)).length).toBeGreaterThan(2)
    expect(Object.keys(faultsIn(refused))).toContain("Idempotency-Key")
  })

  it("lose neither of two concurrent changes", async () => {
    const company = await service.newCompany()
    const { one } = await create(company)
    const [first, second] = Object.entries(resource.change).map(([key, value]) => ({ [key]: value }))
    await Promise.all([administer("PUT", one, first), administer("PUT", one, second ?? {})])
    expect(dataIn(await administer("GET", one))).toMatchObject(resource.changed)
  })
})

describe("a product", () => {
  it("is not deleted while a checkout sells it", async () => {
    const company = await service.newCompany()
    const id = await newProduct(company)
    await administer("POST", pathOf(company, "checkouts"), { slug: "curso", title: "Curso", product_id: id })
    const refused = await administer("DELETE", pathOf(company, "products", id))
    expect([refused.status, faultsIn(refused)]).toEqual([
      422,
      { product: ["The product is sold by the checkout curso: delete the checkout first, or change its product."] },
    ])
    expect((await administer("GET", pathOf(company, "products", id))).status).toBe(200)
    await administer("DELETE", pathOf(company, "checkouts", "curso"))
    expect((await administer("DELETE", pathOf(company, "products", id))).status).toBe(200)
  })
})

describe("a checkout", () => {
  it("is created once if ten concurrent requests have one slug: the others are refused by that field", async () => {
    const company = await service.newCompany()
    const body = { slug: "curso", title: "Curso", product_id: await newProduct(company) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => administer("POST", pathOf(company, "checkouts"), body)),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(9)
    for (const answer of refused) expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["slug"]])
  })

  it("gets its own slug if several have one title, and keeps a given one", async () => {
    const company = await service.newCompany()
    const product_id = await newProduct(company)
    const create = async (slug?: string) =>
      dataIn(await administer("POST", pathOf(company, "checkouts"), { slug, title: "Curso", product_id }))["slug"]
    expect([await create(), await create("Meu_curso"), await create(), await create("")]).toEqual([
      "curso",
      "Meu_curso",
      "curso-2",
      "curso-3",
    ])
  })

  it("sells no product of another company and takes no slug in use: reported with all other faults", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    const theirs = await newProduct(other)
    const path = pathOf(company, "checkouts")
    await administer("POST", path, { slug: "curso", title: "Curso", product_id: await newProduct(company) })
    const both = { slug: ["The slug is another checkout's."], product_id: ["The product_id does not exist."] }
    const refused = await administer("POST", path, { slug: "curso", title: "Curso", product_id: theirs })
    expect([refused.status, faultsIn(refused)]).toEqual([422, both])
    const faulty = await administer("POST", path, { slug: "curso", product_id: theirs, quantity: 0 })
    expect(faultsIn(faulty)).toEqual({
      title: ["The title field is required."],
      quantity: ["The quantity must be between 1 and 999999."],
      ...both,
    })
    const changed = await administer("PUT", `${path}/curso`, { product_id: theirs })
    expect([changed.status, faultsIn(changed)]).toEqual([422, { product_id: both.product_id }])
  })

  it("that was refused can be sent again under its key, once its product exists", async () => {
    const company = await service.newCompany()
    const product_id = (await newProduct(company)) + 1
    const asked = () =>
      service.call("POST", pathOf(company, "checkouts"), {
        token: adminToken,
        body: { title: "Curso", product_id },
        headers: { "Idempotency-Key": "a product too early" },
      })
    expect((await asked()).status).toBe(422)
    expect(await newProduct(company)).toBe(product_id)
    expect((await asked()).status).toBe(201)
  })
})

describe("a coupon", () => {
  it("has a unique code, and is found by it in any letter case", async () => {
    const company = await service.newCompany()
    const path = pathOf(company, "coupons")
    const created = await administer("POST", path, { code: "Promoção-10%", amount: 15 })
    const again = await administer("POST", path, { code: "PROMOÇÃO-10%", amount: 15 })
    expect([again.status, faultsIn(again)]).toEqual([422, { code: ["The code is another coupon's."] }])
    expect((await administer("GET", pathOf(company, "coupons", "promoção-10%"))).text).toBe(created.text)
    expect((await administer("POST", pathOf(await service.newCompany(), "coupons"), coupon)).status).toBe(201)
  })

  it("with the longest possible code can be found", async () => {
    const company = await service.newCompany()
    const code = "ẞ".repeat(64)
    const created = await administer("POST", pathOf(company, "coupons"), { code, percent: 100 })
    expect((await administer("GET", pathOf(company, "coupons", code))).text).toBe(created.text)
  })

  it("shows its uses, and a change does not touch them", async () => {
    const company = await service.newCompany()
    await administer("POST", pathOf(company, "coupons"), coupon)
    const taking = { company: CompanyId.make(company.id), code: coupon.code, at: instant(0) }
    await service.run(
      Effect.flatMap(CouponRepository, ({ take }) => take({ ...taking, order: OrderNumber.make("CATALOGO1") })),
    )
    const path = pathOf(company, "coupons", coupon.code)
    expect(dataIn(await administer("PUT", path, { max_uses: 1, uses: 0 }))).toMatchObject({ max_uses: 1, uses: 1 })
    expect(dataIn(await administer("GET", path))).toMatchObject({ uses: 1 })
  })
})
