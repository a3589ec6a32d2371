/**
 * A batch from a sheet at the panel, in a real browser with the real service: no column is lost silently, a bad row
 * blocks no other, and each customer pays the sheet's amount, once.
 */
import { readFile } from "node:fs/promises"
import { BulkPage, BulkWithLinksResponse } from "@vintem/contract"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const begun = async () => {
  const { id } = await service.newCompany()
  return { id, page: await opened("owner", id, "newBatch") }
}

const paste = (page: Page, ...lines: ReadonlyArray<string>) =>
  page.getByRole("textbox", { name: "Planilha" }).fill(lines.join("\n"))

const send = (page: Page, count: number) =>
  page.getByRole("button", { name: `Criar ${count} ${count === 1 ? "link" : "links"}` }).click()

/** The batches of a company with their links, once all are made. */
const batchesOf = async (company: number, links: number) => {
  const path = `/admin/v1/companies/${company}/payment-link-bulk`
  await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 60 })
  let found: ReadonlyArray<(typeof BulkWithLinksResponse.Type)["data"]> = []
  await eventually(async () => {
    const { data } = shown(BulkPage, await service.administer("GET", path))
    const all = await Promise.all(data.map(({ token }) => service.administer("GET", `${path}/${token}`)))
    found = all.map((one) => shown(BulkWithLinksResponse, one).data)
    expect(found.flatMap((one) => one.payment_links)).toHaveLength(links)
  })
  return found
}

describe("a sheet", () => {
  it("is read by the usual column names, and each link is paid once", async () => {
    const { id, page } = await begun()
    await paste(
      page,
      "sep=;",
      "Nome do cliente;CPF / CNPJ;E-mail do cliente;Fone;Valor (R$);Descrição;Turma",
      "José Lima;529.982.247-25;jose@example.com;(11) 98765-4321;150,00;Mensalidade;3º B",
      "Ana Souza;111.444.777-35;ana@example.com;(11) 98765-4322;1.890,00;Mensalidade integral;3º B",
      ";;;;2.040,00;Total;",
    )
    await page.getByText("1 coluna ignorada: Turma.").waitFor()
    await page.getByText("1 linha fica de fora.").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await send(page, 2)
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    const [batch] = await batchesOf(id, 2)
    const told = batch?.payment_links.map((link) => [
      link.customer_name,
      link.customer_document,
      link.customer_email,
      link.amount,
      link.description,
      link.expire_after_payment,
    ])
    expect(told?.toSorted()).toEqual([
      ["Ana Souza", "111.444.777-35", "ana@example.com", 1890, "Mensalidade integral", true],
      ["José Lima", "529.982.247-25", "jose@example.com", 150, "Mensalidade", true],
    ])
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Baixar planilha" }).click()
    const sheet = await readFile(await (await downloading).path(), "utf8")
    expect(sheet).toContain("José Lima;jose@example.com;(11) 98765-4321;150,00;")
  })

  it("is blocked by an unread column with amounts; the user's choice is remembered", async () => {
    const { id, page } = await begun()
    const lines = ["Quem;Combinado", "Ana Souza;150,00"]
    await paste(page, ...lines)
    const combined = page.getByLabel("Coluna “Combinado”")
    await page.getByLabel("Coluna “Quem”").selectOption("Nome")
    await page.getByText("Parece ter valores, mas está ignorada.").waitFor()
    await page.getByRole("button", { name: "Criar links" }).click()
    await combined.and(page.locator(":focus")).waitFor()
    await combined.selectOption("Valor")
    await send(page, 1)
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    expect((await batchesOf(id, 1))[0]?.payment_links[0]?.amount).toBe(150)
    const again = await opened("owner", id, "newBatch")
    await paste(again, ...lines)
    await again.getByRole("cell", { name: "R$ 150,00" }).waitFor()
    expect(await again.getByLabel("Coluna “Combinado”").inputValue()).toBe("amount")
  })

  it("asks again about a column that the company did not use, once it has amounts", async () => {
    const { id, page } = await begun()
    const names = "Nome;Combinado"
    await paste(page, names, "Ana Souza;a ver")
    await page.getByLabel("Valor padrão").fill("10")
    await page.getByLabel("Coluna “Combinado”").selectOption("Não usar")
    await send(page, 1)
    await page.waitForURL(/\/batches\/[\w-]{36}$/u)
    const again = await opened("owner", id, "newBatch")
    await paste(again, names, "Ana Souza;150,00")
    await again.getByText("Parece ter valores, mas está ignorada.").waitFor()
    const combined = again.getByLabel("Coluna “Combinado”")
    expect(await combined.inputValue()).toBe("unread")
    await combined.selectOption("Não usar")
    await again.getByText("Parece ter valores, mas está ignorada.").waitFor({ state: "detached" })
  })

  it("is sent as one batch for each last day, without the rows that are left out", async () => {
    const { id, page } = await begun()
    await paste(
      page,
      "nome;cpf;valor;vencimento",
      "Ana Souza;1234567890;10;31/12/2030",
      "José Lima;;zero;31/12/2030",
      "Maria Dias;;30;31/01/2031",
    )
    await page.getByRole("button", { name: "Usar 012.345.678-90" }).click()
    await page.getByLabel("Deixar de fora 1 linha marcada").check()
    await page.getByText("serão criados 2 lotes").waitFor()
    await page.getByText("1 link, vencimento 31/12/2030").waitFor()
    await send(page, 2)
    await page.waitForURL(/\/batches$/u)
    const batches = await batchesOf(id, 2)
    expect(
      batches
        .map((one) => [
          one.name,
          one.payment_links.map((link) => [link.customer_name, link.customer_document, link.expired_at]),
        ])
        .toSorted(),
    ).toEqual([
      ["Vencimento 31/01/2031", [["Maria Dias", null, "2031-01-31"]]],
      ["Vencimento 31/12/2030", [["Ana Souza", "012.345.678-90", "2030-12-31"]]],
    ])
  })

  it("from a file keeps its letters, and a file that is no CSV gets advice", async () => {
    const { page } = await begun()
    const file = page.getByLabel("Ou escolha um arquivo")
    const choose = (bytes: Uint8Array) =>
      file.setInputFiles({ name: "planilha.csv", mimeType: "text/csv", buffer: Buffer.from(bytes) })
    await choose(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))
    await page.getByText("Este é um arquivo do Excel ou parecido.").waitFor()
    await choose(new TextEncoder().encode("nome;título;valor\rJosé Ação;Março;10\rConcei\uFFFDão Lima;Março;10\r"))
    await page.getByRole("cell", { name: "José Ação" }).waitFor()
    await page.getByText("uma letra se perdeu no arquivo").waitFor()
    await page.getByLabel("Nome, linha 3").fill("Conceição Lima")
    await page.getByText("2 linhas lidas, sem erros.").waitFor()
  })

  it("that is the downloaded model can be read", async () => {
    const { page } = await begun()
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Baixar planilha modelo" }).click()
    await page.getByLabel("Ou escolha um arquivo").setInputFiles(await (await downloading).path())
    await page.getByText("exemplo, não será enviada").waitFor()
  })
})
