import { ApiKeyPage, CompanyPage, CompanyView, CustomerPage, NewApiKeyView } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byCard, byPix, changed } from "./example-orders.ts"
import {
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

const OneCompany = Schema.Struct({ data: CompanyView })
const OneKey = Schema.Struct({ data: NewApiKeyView })

const defaultFees = {
  pix: { percent: 0.99, fixed: 0 },
  bank_slip: { percent: 0, fixed: 3.49 },
  credit: [
    { up_to: 1, percent: 3.99, fixed: 0.39 },
    { up_to: 6, percent: 9.49, fixed: 0.39 },
    { up_to: 12, percent: 15.99, fixed: 0.39 },
  ],
  interest_percent: 2.99,
}

const pathOf = (company: Pick<CompanyUnderTest, "id">) => `/admin/v1/companies/${company.id}`
const keysOf = (company: Pick<CompanyUnderTest, "id">) => `${pathOf(company)}/api-keys`

/** The scopes and expiry of a key that was made without them. */
const asBeforeScopes = {
  scopes: ["orders:read", "orders:write", "links:read", "links:write", "subscriptions:read", "subscriptions:write"],
  expires_at: null,
  last_used_at: null,
}

const newKey = async (company: CompanyUnderTest) =>
  shown(OneKey, await administer("POST", keysOf(company), { name: "x" })).data

describe("a company", () => {
  it("is created with its given values, and the default fees", async () => {
    const answer = await administer("POST", "/admin/v1/companies", {
      name: "  Loja Exemplo Ltda. ",
      document: "11.222.333/0001-81",
      city: "Campinas",
      logo_url: "https://loja.example.com/logo.png",
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: shown(OneCompany, answer).data.id,
        name: "Loja Exemplo Ltda.",
        document: "11.222.333/0001-81",
        city: "Campinas",
        logo_url: "https://loja.example.com/logo.png",
        under_moderation: false,
        block_cloud: null,
        fees: defaultFees,
        minimum_installment: null,
        pages: { language: "pt-BR", bg_color: null, redirect_after_success: null, site: null, receipts: "links" },
        webhook: null,
        created_at: "2026-11-19 12:00:00",
      },
    })
  })

  it("needs only a name", async () => {
    const answer = await administer("POST", "/admin/v1/companies", { name: "Só nome" })
    expect(shown(OneCompany, answer).data).toMatchObject({ document: null, city: "Sao Paulo", logo_url: null })
  })

  it("may have a CNPJ with letters", async () => {
    const answer = await administer("POST", "/admin/v1/companies", { name: "Letras", document: "12abc34501de35" })
    expect(shown(OneCompany, answer).data.document).toBe("12.ABC.345/01DE-35")
  })

  it("is retrieved as it was created", async () => {
    const created = await administer("POST", "/admin/v1/companies", { name: "Outra" })
    const { id } = shown(OneCompany, created).data
    const answer = await administer("GET", `/admin/v1/companies/${id}`)
    expect([answer.status, answer.text]).toEqual([200, created.text])
  })

  it("reports all its faults at once", async () => {
    const answer = await administer("POST", "/admin/v1/companies", {
      name: "X",
      document: "11222333000182",
      city: "São\u0000Paulo",
      logo_url: "ftp://loja.example.com",
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual(["name", "document", "city", "logo_url"])
  })

  it.each(["0", "-1", "999999999", "1.5", "one", "1e0", "%20", "9007199254740993"])(
    "is not found as %s",
    async (id) => {
      for (const path of [`/admin/v1/companies/${id}`, `/admin/v1/companies/${id}/api-keys`]) {
        const answer = await administer("GET", path)
        expect([answer.status, answer.body]).toEqual(notFound)
      }
    },
  )

  it("is listed among the companies, newest first", async () => {
    const [older, newer] = [await service.newCompany(), await service.newCompany()]
    const answer = await administer("GET", "/admin/v1/companies")
    expect(answer.status).toBe(200)
    const page = shown(CompanyPage, answer)
    expect(page.data.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(page.meta).toMatchObject({ per_page: 15, path: `${publicUrl}/admin/v1/companies` })
    expect(page.data[0]).toEqual(shown(OneCompany, await administer("GET", pathOf(newer))).data)
  })
})

describe("changing a company", () => {
  it("leaves absent fields unchanged", async () => {
    const company = await service.newCompany()
    const before = shown(OneCompany, await administer("GET", pathOf(company))).data
    const unchanged = await administer("PATCH", pathOf(company), {})
    expect([unchanged.status, shown(OneCompany, unchanged).data]).toEqual([200, before])
    const renamed = await administer("PATCH", pathOf(company), { name: "Novo nome", under_moderation: true })
    expect(shown(OneCompany, renamed).data).toEqual({ ...before, name: "Novo nome", under_moderation: true })
    expect((await administer("GET", pathOf(company))).text).toBe(renamed.text)
  })

  it("clears optional fields with null", async () => {
    const company = await service.newCompany()
    await administer("PATCH", pathOf(company), {
      logo_url: "https://a.example/b.png",
      block_cloud: true,
      city: "Recife",
    })
    const cleared = await administer("PATCH", pathOf(company), { logo_url: null, block_cloud: null, city: null })
    expect(shown(OneCompany, cleared).data).toMatchObject({ logo_url: null, block_cloud: null, city: "Sao Paulo" })
  })

  it("changes the named fees and keeps the others", async () => {
    const company = await service.newCompany()
    const credit = [{ up_to: 12, percent: "4.5", fixed: 0 }]
    const fees = { pix: { percent: 1.5, fixed: "0.10" }, credit, interest_percent: 0 }
    const answer = await administer("PATCH", pathOf(company), { fees })
    expect(shown(OneCompany, answer).data.fees).toEqual({
      pix: { percent: 1.5, fixed: 0.1 },
      bank_slip: defaultFees.bank_slip,
      credit: [{ up_to: 12, percent: 4.5, fixed: 0 }],
      interest_percent: 0,
    })
  })

  it("accepts the fees it has shown", async () => {
    const company = await service.newCompany()
    const { fees } = shown(OneCompany, await administer("GET", pathOf(company))).data
    expect(shown(OneCompany, await administer("PATCH", pathOf(company), { fees })).data.fees).toEqual(fees)
  })

  it("prices later orders and no earlier one", async () => {
    const company = await service.newCompany()
    const earlier = await company.post("/api/v1/order/single", byCard())
    await administer("PATCH", pathOf(company), { fees: { credit: [{ up_to: 12, percent: 0, fixed: 1 }] } })
    await company.post("/api/v1/order/single", byCard())
    const orders = await company.get("/api/v1/order")
    expect(earlier.status).toBe(200)
    expect(orders.body).toMatchObject({ data: [{ totals: { fee: "1.00" } }, { totals: { fee: "7.96" } }] })
  })

  it.each([
    [{ pix: { percent: 100, fixed: 0 } }, ["fees.pix.percent"]],
    [{ pix: { percent: 99.99, fixed: -0.01 } }, ["fees.pix.fixed"]],
    [{ pix: { percent: 1.001 } }, ["fees.pix.percent", "fees.pix.fixed"]],
    [{ bank_slip: "free" }, ["fees.bank_slip"]],
    [{ credit: [] }, ["fees.credit"]],
    [{ credit: [{ up_to: 6, percent: 1, fixed: 0 }] }, ["fees.credit"]],
    [{ credit: [{ up_to: 13, percent: 1, fixed: 0 }] }, ["fees.credit.0.up_to"]],
    [
      {
        credit: [
          { up_to: 1, percent: 1, fixed: 0 },
          { up_to: 12, percent: "x", fixed: 0 },
        ],
      },
      ["fees.credit.1.percent"],
    ],
    [{ interest_percent: 100 }, ["fees.interest_percent"]],
    ["none", ["fees"]],
  ])("refuses fees %j by their paths", async (fees, paths) => {
    const company = await service.newCompany()
    const answer = await administer("PATCH", pathOf(company), { fees })
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual(paths)
    expect(shown(OneCompany, await administer("GET", pathOf(company))).data.fees).toEqual(defaultFees)
  })

  it("loses neither of two concurrent changes", async () => {
    const company = await service.newCompany()
    await Promise.all([
      administer("PATCH", pathOf(company), { name: "Primeira" }),
      administer("PATCH", pathOf(company), { city: "Natal" }),
    ])
    expect(shown(OneCompany, await administer("GET", pathOf(company))).data).toMatchObject({
      name: "Primeira",
      city: "Natal",
    })
  })

  it("finds no company that does not exist", async () => {
    const answer = await administer("PATCH", "/admin/v1/companies/999999999", { name: "Ninguém" })
    expect([answer.status, answer.body]).toEqual(notFound)
  })
})

describe("an API key", () => {
  it("is shown once", async () => {
    const company = await service.newCompany()
    const answer = await administer("POST", keysOf(company), { name: "Loja virtual" })
    expect(answer.status).toBe(201)
    const { data } = shown(OneKey, answer)
    expect(answer.body).toEqual({
      data: {
        id: data.id,
        name: "Loja virtual",
        key: data.key,
        last_digits: data.key.slice(-4),
        ...asBeforeScopes,
        created_at: "2026-11-19 12:00:00",
      },
    })
    expect(data.key.length).toBeGreaterThan(40)
    const listed = await administer("GET", keysOf(company))
    expect(shown(ApiKeyPage, listed).data[0]).toEqual({
      id: data.id,
      name: "Loja virtual",
      last_digits: data.key.slice(-4),
      ...asBeforeScopes,
      created_at: "2026-11-19 12:00:00",
    })
    expect(listed.text).not.toContain(data.key)
  })

  it("opens its company's API until it is revoked, and not a request longer", async () => {
    const company = await service.newCompany()
    const { id, key } = await newKey(company)
    const asked = () => service.call("GET", "/api/v1/order", { token: key })
    expect((await asked()).status).toBe(200)
    const revoked = await administer("DELETE", `${keysOf(company)}/${id}`)
    expect([revoked.status, revoked.body]).toEqual([200, { hasError: false, response: "The API key was revoked." }])
    expect((await asked()).status).toBe(401)
    expect((await company.get("/api/v1/order")).status).toBe(200)
  })

  it("is gone once revoked", async () => {
    const company = await service.newCompany()
    const { id } = await newKey(company)
    await administer("DELETE", `${keysOf(company)}/${id}`)
    const again = await administer("DELETE", `${keysOf(company)}/${id}`)
    expect([again.status, again.body]).toEqual(notFound)
    const { data } = shown(ApiKeyPage, await administer("GET", keysOf(company)))
    expect(data.map((key) => key.id)).not.toContain(id)
  })

  it("of another company does not exist", async () => {
    const [owner, other] = [await service.newCompany(), await service.newCompany()]
    const { id, key } = await newKey(owner)
    const answer = await administer("DELETE", `${keysOf(other)}/${id}`)
    expect([answer.status, answer.body]).toEqual(notFound)
    expect((await service.call("GET", "/api/v1/order", { token: key })).status).toBe(200)
  })

  it.each([
    [{}, "The name field is required."],
    [{ name: "n".repeat(101) }, "The name may not be longer than 100 characters."],
    [{ name: "a\u0007" }, "The name may not contain control characters."],
  ])("needs a name: %j", async (body, message) => {
    const company = await service.newCompany()
    const answer = await administer("POST", keysOf(company), body)
    expect([answer.status, faultsIn(answer)]).toEqual([422, { name: [message] }])
  })

  it("cannot be made for a company that does not exist", async () => {
    const answer = await administer("POST", "/admin/v1/companies/999999999/api-keys", { name: "x" })
    expect([answer.status, answer.body]).toEqual(notFound)
  })
})

describe("the customers of a company", () => {
  it("are those in its orders, newest first", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    await other.post("/api/v1/order/single", byPix())
    await company.post("/api/v1/order/single", byPix())
    await company.post("/api/v1/order/single", changed(byPix(), "customer.taxvat", "12.ABC.345/01DE-35"))
    const answer = await administer("GET", `${pathOf(company)}/customers`)
    expect(answer.status).toBe(200)
    expect(shown(CustomerPage, answer).data.map(({ taxvat }) => taxvat)).toEqual([
      "12.ABC.345/01DE-35",
      "529.982.247-25",
    ])
  })
})

describe("the administration", () => {
  it.each([
    ["no token", null],
    ["a wrong token", "wrong"],
    ["a longer token", `${adminToken}x`],
    ["a shorter token", adminToken.slice(0, -1)],
  ])("is closed to %s", async (_, token) => {
    for (const path of ["/admin/v1/companies", "/admin/v1/companies/1/customers"]) {
      const answer = await service.call("GET", path, { token })
      expect([answer.status, answer.body]).toEqual([401, { hasError: true, response: "Unauthenticated." }])
      expect(answer.headers.get("www-authenticate")).toBe("Bearer")
    }
  })

  it("is closed to a company's key, and the public API to the administration's token", async () => {
    const company = await service.newCompany()
    expect((await company.get("/admin/v1/companies")).status).toBe(401)
    expect((await service.call("GET", "/api/v1/order", { token: adminToken })).status).toBe(401)
  })

  it("does not count requests", async () => {
    const answer = await administer("GET", "/admin/v1/companies")
    expect([...answer.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([])
  })
})
