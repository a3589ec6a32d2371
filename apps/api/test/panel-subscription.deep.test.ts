/**
 * The page of one subscription at the panel, in a real browser with the real service.
 */
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"
import { byCard, onceOnly, openShopAt } from "./subscriptions.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

describe("the page of a subscription", () => {
  it("says why it is overdue, and has the address for its subscriber", async () => {
    const company = await service.newCompany()
    const shop = await openShopAt(service, company)
    const { token } = await shop.subscribe({ payment: byCard(onceOnly) })
    await shop.until("2026-12-20")
    const { link_to_pay } = await shop.retrieve(token)
    const page = await opened("support", company.id, "subscription", { token })
    await page.getByText("A renovação foi recusada ou não foi paga no prazo.").waitFor()
    expect(await page.getByLabel("Página de pagamento").textContent()).toBe(link_to_pay)
    await page.getByRole("button", { name: "Copiar" }).click()
    await page.getByRole("button", { name: "Copiado" }).waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link_to_pay)
    expect(await axeViolations(page)).toEqual([])
  })

  it("has no address to send while nothing is owed", async () => {
    const company = await service.newCompany()
    const { token } = await (await openShopAt(service, company)).subscribe()
    const page = await opened("support", company.id, "subscription", { token })
    await page.locator("dl").getByText("Ativa").waitFor()
    expect(await page.getByText("Página de pagamento").count()).toBe(0)
  })
})
