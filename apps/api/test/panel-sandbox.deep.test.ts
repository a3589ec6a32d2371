/**
 * A sandbox in the panel: its clock above every page, and the acquirer's events on an order's.
 */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { byPix } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

describe("a sandbox in the panel", () => {
  it("pays an order as an acquirer would report it, and says what it cannot report", async () => {
    const company = await service.newCompany()
    const number = shown(Placed, await company.post("/api/v1/order/single", byPix())).data.order_number
    const page = await opened("developer", company.id, "order", { order_number: number })
    await page.getByLabel("Evento").selectOption("Pagamento recebido")
    await page.getByRole("button", { name: "Simular" }).click()
    await page.getByText("Evento informado.").waitFor()
    await page.getByText("Pago", { exact: true }).first().waitFor()
    await page.getByLabel("Evento").selectOption("O Pix ou boleto venceu")
    await page.getByRole("button", { name: "Simular" }).click()
    await page.getByText("Este evento não é possível").waitFor()
    const bar = page.getByRole("complementary", { name: "Ambiente de teste" })
    expect(await bar.getByRole("button").count()).toBe(0) // the clock is everybody's: a developer may not move it
  })

  it("moves the clock forward, announces it before, and updates the page afterwards", async () => {
    const company = await service.newCompany()
    const number = shown(Placed, await company.post("/api/v1/order/single", byPix())).data.order_number
    const page = await opened("owner", company.id, "order", { order_number: number })
    await page.getByText("Aguardando pagamento", { exact: true }).first().waitFor()
    await page.getByRole("button", { name: "+1 hora" }).click()
    await page.getByRole("dialog").getByText("O relógio vale para todas as empresas").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "+1 hora" }).click()
    await page.getByText("Relógio avançado").waitFor()
  })

  it("shows a viewer the time, and no controls", async () => {
    const company = await service.newCompany()
    const page = await opened("viewer", company.id, "orders")
    const bar = page.getByRole("complementary", { name: "Ambiente de teste" })
    await bar.waitFor()
    expect(await bar.getByRole("button").count()).toBe(0)
  })
})
