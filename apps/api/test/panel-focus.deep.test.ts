/**
 * The focus in the panel after its element has gone, in a real browser with the real service; and the texts of the bar
 * and the account page on small screens and large.
 */
import { SingleOrderResponse } from "@vintem/contract"
import { ownPaths } from "@vintem/panel"
import { describe, expect, it } from "vitest"
import { at, password, somebodyWithPassword } from "./at-the-panel.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { byPix } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visit, visitor } = browserUnderTest()
const { opened, openedBy } = panelVisitors(service, visitor)

describe("the focus", () => {
  it("moves to the heading when an order was canceled and the button is gone", async () => {
    const company = await service.newCompany()
    const placed = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byPix())).data
    const page = await opened("support", company.id, "order", { order_number: placed.order_number })
    await page.getByRole("button", { name: "Cancelar pedido" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancelar pedido" }).click()
    await page.getByText("O pedido foi cancelado.").waitFor()
    await page.getByRole("button", { name: "Cancelar pedido" }).waitFor({ state: "detached" })
    await eventually(async () => expect(await page.locator("h1:focus").count()).toBe(1))
  })

  it("moves to the heading when a second factor is set up, and the user can go back from there", async () => {
    const { id } = await service.newCompany()
    const page = await openedBy(await at(service, "viewer", id), ownPaths.account)
    await page.getByRole("button", { name: "Ativar" }).click()
    await page.getByLabel("Código do autenticador").waitFor()
    await eventually(async () => expect(await page.locator("h1:focus").count()).toBe(1))
    await page.keyboard.press("Tab")
    expect(await page.locator("input:focus").count()).toBe(1)
    await page.getByRole("button", { name: "Voltar" }).click()
    await page.getByRole("button", { name: "Ativar" }).waitFor()
    await eventually(async () => expect(await page.locator("h1:focus").count()).toBe(1))
  })

  it("stays on the choice of the language", async () => {
    const { id } = await service.newCompany()
    const page = await opened("viewer", id, "orders")
    await page.getByRole("button", { name: "English" }).click()
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor()
    expect(await page.locator(":focus").textContent()).toBe("Português")
  })
})

describe("the account page", () => {
  it("names this browser in readable words, on a screen of 360 px", async () => {
    const { id } = await service.newCompany()
    const { email } = await somebodyWithPassword(service, "viewer", id)
    const page = await visit(`${await service.base()}${ownPaths.account}`)
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Senha").fill(password)
    await page.getByRole("button", { name: "Entrar" }).click()
    const line = page.getByText("(este navegador)")
    await line.waitFor()
    expect((await line.boundingBox())?.height).toBeLessThan(60) // two lines at most
  })
})

describe("the bar", () => {
  it("names the company whose pages an operator has opened", async () => {
    const { id } = await service.newCompany("Escola de Violão")
    const page = await opened("operator", id, "orders")
    await page.getByRole("banner").getByText("Escola de Violão").waitFor()
  })
})
