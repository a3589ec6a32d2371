/** The audit log in the panel with the real service: filtered by the address, and downloaded as a sheet. */
import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const shop = async (): Promise<number> => {
  const { id } = await service.newCompany()
  const made = await service.administer("POST", `/admin/v1/companies/${id}/coupons`, { code: "NATAL10", percent: 10 })
  expect(made.status).toBe(201)
  const path = `/admin/v1/companies/${id}/coupons/NATAL10`
  expect((await service.administer("PUT", path, { percent: 15 })).status).toBe(200)
  return id
}

describe("the audit log", () => {
  it("shows the values before and after, and is filtered by the address", async () => {
    const page = await opened("finance", await shop(), "audit")
    const changed = page.getByRole("row").filter({ hasText: "Cupom alterado" })
    await changed.getByText("Token de administração").waitFor()
    expect(await changed.locator("del").textContent()).toContain("10")
    expect(await changed.locator("ins").textContent()).toContain("15")
    await page.getByLabel("Ação", { exact: true }).selectOption("Cupom criado")
    await page.getByLabel("Registro", { exact: true }).fill("natal10")
    await page.getByRole("button", { name: "Buscar" }).click()
    await page.getByText("Nenhum registro encontrado.").waitFor()
    await page.getByLabel("Registro", { exact: true }).fill("NATAL10")
    await page.getByRole("button", { name: "Buscar" }).click()
    await page.getByRole("cell", { name: "Cupom criado" }).waitFor()
    expect(await page.getByRole("row").count()).toBe(2)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      action: "coupon.create",
      subject: "NATAL10",
    })
    await page.goBack()
    await page.getByText("Nenhum registro encontrado.").waitFor()
  })

  it("is downloaded as a sheet, with the selection", async () => {
    const page = await opened("owner", await shop(), "audit")
    await page.getByLabel("Ação", { exact: true }).selectOption("Cupom alterado")
    await page.getByRole("button", { name: "Buscar" }).click()
    await page.waitForURL(/action=coupon\.change/u)
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: "Baixar planilha (CSV)" }).click()
    const download = await downloading
    const [head, row = "", ...rest] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n")
    expect(head).toBe("\uFEFFsequence;at;actor;address;request_id;action;subject;before;after")
    expect([row.includes("coupon.change"), rest]).toEqual([true, []])
  })

  it("is the platform's for operators, and hidden from users without the permission", async () => {
    const id = await shop()
    const page = await opened("auditor", id, "work")
    await page.getByRole("link", { name: "Histórico da plataforma" }).click()
    await page.getByRole("heading", { name: "Histórico da plataforma" }).waitFor()
    const support = await opened("support", id, "audit")
    await support.getByRole("heading", { name: "Página não encontrada" }).waitFor()
  })
})
