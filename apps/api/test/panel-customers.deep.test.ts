/**
 * Customers in the panel, in a real browser and with the real service: searched, viewed, exported and erased, each
 * announced before.
 */
import { readFile } from "node:fs/promises"
import { CustomerDataView } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { byCard, byPix } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const OrderNumberIn = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const place = async (company: CompanyUnderTest, body: unknown) =>
  shown(OrderNumberIn, await company.post("/api/v1/order/single", body)).data.order_number

describe("customers", () => {
  it("are found, and an owner erases one once nothing of theirs is open, after exporting their data", async () => {
    const company = await service.newCompany()
    const page = await opened("owner", company.id, "customers")
    await page.getByText("Nenhum cliente ainda.").waitFor()
    const [paid, open] = [await place(company, byCard()), await place(company, byPix())]
    const { customer } = byCard()
    await page.getByLabel("Buscar").fill("maria")
    await page.keyboard.press("Enter")
    await page.getByText("Informe um CPF, CNPJ ou e-mail completo.").waitFor()
    await page.getByLabel("Buscar").fill(customer.email.toUpperCase())
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: customer.fullname }).click()
    await page.getByRole("heading", { level: 1, name: customer.fullname }).waitFor()
    const orders = page.getByRole("table", { name: "Pedidos" })
    for (const number of [paid, open]) await orders.getByRole("link", { name: number }).waitFor()
    await page.getByRole("table", { name: "Cartões salvos" }).getByText("visa •••• 4242").waitFor()

    await page.getByRole("button", { name: "Exportar dados" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("apague-o depois de entregar").waitFor()
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Exportar dados" }).click(),
    ])
    await page.getByText("Arquivo salvo.").waitFor()
    expect(file.suggestedFilename()).toMatch(/^vintem-\d+\.json$/u)
    const handedOver = Schema.decodeSync(Schema.fromJsonString(CustomerDataView))(
      await readFile(await file.path(), "utf8"),
    )
    expect(handedOver.orders.map(({ order_number }) => order_number)).toEqual([paid, open])

    await page.getByRole("button", { name: "Apagar dados" }).click()
    await dialog.getByText("Não dá para apagar com um pagamento em andamento.").waitFor()
    expect(await dialog.getByRole("button", { name: "Apagar dados" }).count()).toBe(0)
    await dialog.getByRole("link", { name: open }).click()
    await page.getByRole("button", { name: "Cancelar pedido" }).click()
    await dialog.getByRole("button", { name: "Cancelar pedido" }).click()
    await page.getByText("O pedido foi cancelado.").waitFor()
    await page.goBack()

    await page.getByRole("button", { name: "Apagar dados" }).click()
    await dialog.getByText("Não dá para desfazer.").waitFor()
    expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["2 pedidos", "1 cartão salvo"])
    await dialog.getByRole("button", { name: "Apagar dados" }).click()
    await page.getByText("Dados apagados.").waitFor()
    await page.getByRole("heading", { level: 1, name: "Cliente apagado" }).waitFor()
    await page.getByText("Os pedidos continuam, sem dados pessoais.").waitFor()
    expect(await page.getByText(customer.email).count()).toBe(0)
  })

  it("are viewed by support, who may export data and not erase it", async () => {
    const company = await service.newCompany()
    await place(company, byCard())
    const page = await opened("support", company.id, "customers")
    await page.getByRole("link", { name: byCard().customer.fullname }).click()
    await page.getByRole("button", { name: "Exportar dados" }).waitFor()
    expect(await page.getByRole("button", { name: "Apagar dados" }).count()).toBe(0)
  })
})
