/**
 * The fees of a company at the panel, in a real browser with the real service: operators change them, owners read them.
 */
import { CompanyView } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const companyOf = async (company: number) =>
  shown(Schema.Struct({ data: CompanyView }), await service.administer("GET", `/admin/v1/companies/${company}`)).data

const feesOf = async (company: number) => (await companyOf(company)).fees

describe("the fees at the panel", () => {
  it("are changed by an operator, field by field, and faults show there", async () => {
    const { id } = await service.newCompany()
    const before = await feesOf(id)
    const page = await opened("operator", id, "settings")
    await page.getByLabel("Pix: %").fill("cem")
    await page.getByRole("button", { name: "Salvar taxas" }).click()
    await page.getByText("Informe um número a partir de 0").waitFor()
    await page.getByLabel("Pix: %").fill("0,75")
    await page.getByText("Informe um número a partir de 0").waitFor({ state: "hidden" })
    await page.getByLabel("Pix: %").fill("100")
    await page.getByRole("button", { name: "Salvar taxas" }).click()
    await page.getByText("Informe um número a partir de 0").waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await feesOf(id)).toEqual(before)
    await page.getByLabel("Pix: %").fill("0,75")
    await page.getByLabel("Pix: valor fixo").fill("0,10")
    await page.getByRole("button", { name: "Salvar taxas" }).click()
    await page.getByText("Alterações salvas.").first().waitFor()
    expect(await feesOf(id)).toEqual({ ...before, pix: { percent: 0.75, fixed: 0.1 } })
    const log = await service.administer("GET", `/admin/v1/companies/${id}/audit?action=company.change`)
    expect(log.text).toContain("fees")
  })

  it("come with the smallest installment, which may stay empty", async () => {
    const { id } = await service.newCompany()
    const page = await opened("operator", id, "settings")
    const field = page.getByLabel("Parcela mínima")
    const save = page.getByRole("button", { name: "Salvar taxas" })
    await field.fill("0")
    await save.click()
    await page.getByText("Informe um valor de 0,01").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await field.fill("10,50")
    await save.click()
    await page.getByText("R$ 10,50").waitFor()
    expect((await companyOf(id)).minimum_installment).toBe(10.5)
    await page.reload()
    expect(await field.inputValue()).toBe("10,50")
    await field.fill(" ")
    await save.click()
    await page.getByText("R$ 10,50").waitFor({ state: "detached" })
    expect((await companyOf(id)).minimum_installment).toBeNull()
  })

  it("are read-only for an owner and an auditor", async () => {
    const { id } = await service.newCompany()
    for (const role of ["owner", "auditor"] as const) {
      const page = await opened(role, id, "settings")
      await page.getByRole("heading", { name: "Taxas", exact: true }).waitFor()
      expect(await page.getByRole("button", { name: "Salvar taxas" }).count()).toBe(0)
    }
  })
})
