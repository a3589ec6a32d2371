/**
 * Files and links in and out of the panel, with the real service: a sheet from a file, a shared link, and people of the
 * platform.
 */
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const csv = (buffer: Buffer) => ({ name: "planilha.csv", mimeType: "text/csv", buffer })

describe("a sheet from a file", () => {
  it("is read as Brazilian spreadsheets save it, judged, and refused if it is no sheet", async () => {
    const { id } = await service.newCompany()
    const page = await opened("support", id, "newBatch")
    const file = page.getByLabel("Ou escolha um arquivo")
    await file.setInputFiles(csv(Buffer.from("nome;valor\nJosé Conceição;10,00\nAna Lima;nada", "latin1")))
    await page.getByText("2 linhas lidas, 1 para corrigir.").waitFor()
    await page.getByRole("cell", { name: "José Conceição" }).waitFor()
    await file.setInputFiles(csv(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00])))
    await page.getByText("Este é um arquivo do Excel").waitFor()
    await file.setInputFiles(csv(Buffer.from("nome;valor\nAna Souza;10,00", "utf8")))
    await page.getByText("1 linha lida, sem erros.").waitFor()
    expect(await page.getByText("Este é um arquivo do Excel").count()).toBe(0)
  })
})

describe("a link", () => {
  it("is shared by the device's own means, and by e-mail if it has none", async () => {
    const { id } = await service.newCompany()
    const made = await service.administer("POST", `/admin/v1/companies/${id}/payment-links`, {
      title: "Aula & apostila",
      amount: 10,
    })
    const { slug, url } = Object(made.body).data
    const page = await opened("support", id, "link", { slug })
    await page.getByRole("heading", { level: 1, name: "Aula & apostila" }).waitFor()
    const share =
      "globalThis.shared = null; navigator.share = (what) => { globalThis.shared = what; return Promise.resolve() }"
    await page.addInitScript(share)
    await page.reload()
    await page.getByRole("button", { name: "Compartilhar" }).click()
    expect(await page.evaluate("globalThis.shared")).toEqual({ title: "Aula & apostila", url })
    await page.addInitScript("navigator.share = undefined")
    await page.reload()
    const letter = page.getByRole("link", { name: "Enviar por e-mail" })
    expect(await letter.getAttribute("href")).toBe(
      `mailto:?subject=Aula%20%26%20apostila&body=${encodeURIComponent(url)}`,
    )
  })
})

describe("the people of the platform", () => {
  it("are invited and removed by an operator, and only seen by an auditor", async () => {
    const { id } = await service.newCompany()
    const page = await opened("operator", id, "operators")
    await page.getByLabel("E-mail").fill("auditora@vintem.example")
    await page.getByRole("button", { name: "Convidar pessoa" }).click()
    await page
      .getByText(/auditora@vintem\.example/u)
      .first()
      .waitFor()
    const auditor = await opened("auditor", id, "operators")
    await auditor.getByRole("table", { name: "Operadores" }).waitFor()
    expect(await auditor.getByRole("button", { name: "Convidar pessoa" }).count()).toBe(0)
    expect(await auditor.getByRole("button", { name: /Remover/u }).count()).toBe(0)
  })
})
