/**
 * A company's color in the panel, in a real browser with the real service: previewed, recorded, and then shown to
 * payers.
 */
import { PaymentLinkResponse } from "@vintem/contract"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visit, visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

/** The color of the sample, and of the text on it. */
const sampled = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const { backgroundColor, color } = getComputedStyle(document.querySelector(".color-sample > div"))
    return [backgroundColor, color]
  })()`)

describe("the color of a company", () => {
  it("is previewed before it is saved, and is then that of its payers' pages", async () => {
    const company = await service.newCompany("Escola de Violão")
    const { slug } = shown(
      PaymentLinkResponse,
      await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 10 }),
    ).data
    const page = await opened("owner", company.id, "settings")
    const typed = page.getByLabel("Cor das páginas")
    expect(await page.locator(".color-sample").count()).toBe(0)
    await typed.fill("verde")
    await page.getByRole("button", { name: "Salvar", exact: true }).click()
    await page.getByText("Informe uma cor como #0B6E4F.").waitFor()
    expect([await typed.inputValue(), await typed.getAttribute("aria-invalid")]).toEqual(["verde", "true"])
    await typed.fill("#FFE100")
    await eventually(async () => expect(await sampled(page)).toEqual(["rgb(255, 225, 0)", "rgb(0, 0, 0)"]))
    await page.getByLabel("Escolher cor").fill("#0b6e4f")
    await eventually(async () => expect(await sampled(page)).toEqual(["rgb(11, 110, 79)", "rgb(255, 255, 255)"]))
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Salvar", exact: true }).click()
    await page.getByText("Alterações salvas.").waitFor()

    const payers = await visit(`${await service.base()}/l/${slug}`)
    expect(await payers.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(11, 110, 79)")
    expect(await axeViolations(payers)).toEqual([])

    await page.getByRole("link", { name: "Histórico de alterações" }).click()
    const changed = page.getByRole("row").filter({ hasText: "Empresa alterada" })
    await changed.locator("ins").getByText("#0b6e4f").first().waitFor()
  })

  it("is shown to members who may not change it", async () => {
    const { id } = await service.newCompany()
    await service.administer("PATCH", `/admin/v1/companies/${id}`, { pages: { bg_color: "#fff" } })
    const page = await opened("viewer", id, "settings")
    await page.getByText("#fff", { exact: true }).waitFor()
    expect(await sampled(page)).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"])
    expect(await page.getByLabel("Cor das páginas").count()).toBe(0)
  })
})
