// Creating and changing companies: every limit from both sides, and the meaning of missing and null.
import { Company, defaultPageSettings } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
import { centavos } from "@vintem/domain/money"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import { companyPatchBody, decodeCompany, patchedCompany } from "./company-request.ts"

const decodeCompanyPatch = bodyOf(companyPatchBody)

const errorsOf = (decoded: Result.Result<unknown, InvalidFields>): Record<string, unknown> =>
  Result.isSuccess(decoded) ? {} : { ...invalid(decoded.failure).response.errors }

const company = Schema.decodeSync(Company)({
  id: 1,
  code: "c0mpan",
  name: "Loja Exemplo Ltda.",
  document: "11222333000181",
  city: "Campinas",
  logoUrl: "https://loja.example.com/logo.png",
  underModeration: false,
  blockCloud: true,
  fees: demoFeeSchedule,
  minimumInstallment: centavos(500),
  pages: defaultPageSettings,
  createdAt: 0,
})

const patched = (body: unknown) => patchedCompany(company, Result.getOrThrow(decodeCompanyPatch(body)))

describe("decodeCompany", () => {
  it("needs a name only", () => {
    expect(decodeCompany({ name: " Loja  Exemplo " })).toEqual(
      Result.succeed({
        name: "Loja Exemplo",
        document: null,
        city: "Sao Paulo",
        logoUrl: null,
        minimumInstallment: null,
        pages: defaultPageSettings,
      }),
    )
  })

  it("reads everything", () => {
    const body = {
      name: "Loja",
      document: "12.ABC.345/01DE-35",
      city: "São José",
      logo_url: "http://a.b/c?d=e",
      minimum_installment: "10.00",
      pages: {
        language: "en",
        bg_color: "#FfF",
        redirect_after_success: "https://a.b/d",
        site: "https://A.B:8443/",
        receipts: "none",
      },
    }
    expect(decodeCompany(body)).toEqual(
      Result.succeed({
        name: "Loja",
        document: "12ABC34501DE35",
        city: "São José",
        logoUrl: "http://a.b/c?d=e",
        minimumInstallment: 1_000,
        pages: {
          language: "en",
          bgColor: "#FfF",
          redirectAfterSuccess: "https://a.b/d",
          site: "https://a.b:8443",
          receipts: "none",
        },
      }),
    )
  })

  it.each([
    ["name", "Lo", "L", "must have at least 2 characters."],
    ["name", "x".repeat(140), "x".repeat(141), "may not be longer than 140 characters."],
    ["name", "Loja", "", "field is required."],
    ["document", null, "11222333000182", "must be a valid CPF or CNPJ."],
    ["document", "11222333000181", 11222333000181, "must be a string."],
    ["city", "x".repeat(120), "x".repeat(121), "may not be longer than 120 characters."],
    ["logo_url", "https://a.b", "ftp://a.b", "must be an http or https URL of at most 2048 characters."],
    ["logo_url", "https://a.b/ç", "https:///a", "must be an http or https URL of at most 2048 characters."],
    ["logo_url", "", "https://a.b/ c", "must be an http or https URL of at most 2048 characters."],
    ["logo_url", "HTTPS://A.B", "javascript:alert(1)", "must be an http or https URL of at most 2048 characters."],
    ["minimum_installment", 0.01, 0, "must be at least 0.01."],
    ["minimum_installment", "1000000.00", 1_000_000.01, "may not be more than 1000000.00."],
    ["minimum_installment", null, 5.005, "may not have more than two decimals."],
    [
      "logo_url",
      `https://a.b/${"c".repeat(2_036)}`,
      `https://a.b/${"c".repeat(2_037)}`,
      "must be an http or https URL of at most 2048 characters.",
    ],
  ])("%s accepts %j and refuses %j", (name, good, bad, predicate) => {
    const body = { name: "Loja" }
    expect(errorsOf(decodeCompany({ ...body, [name]: good }))).toEqual({})
    expect(errorsOf(decodeCompany({ ...body, [name]: bad }))).toEqual({ [name]: [`The ${name} ${predicate}`] })
  })

  it.each([[null], [[]], ["Loja"]])("needs an object, not %j", (body) => {
    expect(errorsOf(decodeCompany(body))).toEqual({ body: ["The body must be an object."] })
    expect(errorsOf(decodeCompanyPatch(body))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("patchedCompany", () => {
  it.each([
    [{}, {}],
    [
      {
        name: null,
        city: "",
        logo_url: " ",
        under_moderation: "",
        block_cloud: "",
        minimum_installment: "",
        fees: null,
      },
      {},
    ],
    [{ name: "Outra" }, { name: "Outra" }],
    [{ city: null }, { city: "Sao Paulo" }],
    [{ logo_url: null }, { logoUrl: null }],
    [{ under_moderation: "1" }, { underModeration: true }],
    [{ block_cloud: 0 }, { blockCloud: false }],
    [{ block_cloud: null }, { blockCloud: null }],
    [{ minimum_installment: 10 }, { minimumInstallment: 1_000 }],
    [{ minimum_installment: null }, { minimumInstallment: null }],
    [{ id: 9, document: "52998224725", created_at: "x" }, {}],
  ])("for %j changes %j", (body, change) => {
    expect(patched(body)).toEqual({ ...company, ...change })
  })

  it("changes the given fees, and keeps the others", () => {
    const { fees } = patched({ fees: { pix: { percent: "1.25", fixed: 0.1 }, interest_percent: 1.99 } })
    expect(fees).toEqual({ ...company.fees, pix: { percent: 125, fixed: 10 }, interest: 199 })
  })

  it("changes all brackets of credit together", () => {
    const { fees } = patched({ fees: { credit: [{ up_to: "12", percent: 5, fixed: 0 }] } })
    expect(fees).toEqual({ ...company.fees, credit: [{ upTo: 12, percent: 500, fixed: 0 }] })
  })

  it("reports every fault by its path", () => {
    const twelve = { up_to: 12, percent: 1, fixed: 0 }
    const errors = errorsOf(
      decodeCompanyPatch({
        name: "L",
        under_moderation: "no",
        fees: {
          pix: { percent: 100 },
          bank_slip: "free",
          credit: [twelve, { up_to: 13, percent: -1, fixed: 1_000_000.01 }],
          interest_percent: "2,99",
        },
      }),
    )
    expect(errors).toEqual({
      name: ["The name must have at least 2 characters."],
      under_moderation: ["The under_moderation must be true or false."],
      "fees.pix.percent": ["The fees.pix.percent must be between 0 and 99.99."],
      "fees.pix.fixed": ["The fees.pix.fixed field is required."],
      "fees.bank_slip": ["The fees.bank_slip must be an object."],
      "fees.credit.1.up_to": ["The fees.credit.1.up_to must be between 1 and 12."],
      "fees.credit.1.percent": ["The fees.credit.1.percent must be between 0 and 99.99."],
      "fees.credit.1.fixed": ["The fees.credit.1.fixed may not be more than 1000000.00."],
      "fees.interest_percent": ["The fees.interest_percent must be a number."],
    })
  })

  const bracket = (up_to: number) => ({ up_to, percent: 1, fixed: 0 })

  it.each([
    [[bracket(12)], null],
    [[bracket(1), bracket(6), bracket(12)], null],
    [Array.from({ length: 12 }, (_, index) => bracket(index + 1)), null],
    [[], "must ascend by up_to, and end with up_to 12."],
    [[bracket(6)], "must ascend by up_to, and end with up_to 12."],
    [[bracket(12), bracket(6)], "must ascend by up_to, and end with up_to 12."],
    [[bracket(6), bracket(6), bracket(12)], "must ascend by up_to, and end with up_to 12."],
    [Array.from({ length: 13 }, () => bracket(12)), "may not have more than 12 items."],
    [bracket(12), "must be an array."],
  ])("checks the brackets %j", (credit, predicate) => {
    expect(errorsOf(decodeCompanyPatch({ fees: { credit } }))).toEqual(
      predicate === null ? {} : { "fees.credit": [`The fees.credit ${predicate}`] },
    )
  })

  it("needs an object of fees", () => {
    expect(errorsOf(decodeCompanyPatch({ fees: [] }))).toEqual({ fees: ["The fees must be an object."] })
  })
})
