/**
 * Every page of the panel with the real service, in a real browser: of a company that has just begun, and of one that has something of each
 * kind; and of the platform.
 */
import type { Role } from "@vintem/domain/access"
import { companyPaths, ownPaths, pathTo, platformPaths } from "@vintem/panel"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { grantOf, inviteTo } from "./at-the-panel.ts"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { fullCompany } from "./full-company.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

/** The same page at every address, one after another, with everything that the browser complains of. */
const walk = async (role: Role, company: number, addresses: ReadonlyArray<string>, look: (page: Page) => unknown) => {
  const page = await opened(role, company, "orders")
  const said: Array<string> = []
  page.on("console", (message) => {
    // A company without a webhook has none to be found, which browsers call a fault.
    if (!message.text().includes("404 (Not Found)")) said.push(message.text())
  })
  page.on("pageerror", (error) => said.push(error.message))
  const base = await service.base()
  for (const address of addresses) {
    await page.goto(`${base}${address}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await eventually(async () => expect([address, await page.locator(".waiting").count()]).toEqual([address, 0]))
    expect([address, await page.locator("main .notice.bad").allTextContents()]).toEqual([address, []])
    expect([address, await page.getByText("Página não encontrada").count()]).toEqual([address, 0])
    await look(page)
  }
  expect(said).toEqual([])
  return page
}

const isOfAList = (path: string): boolean => path.replace(":company", "").includes(":")

const fitsTelephone = async (page: Page): Promise<void> => {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
  expect([page.url(), fits]).toEqual([page.url(), true])
  if (wide !== null) await page.setViewportSize(wide)
}

describe("the panel", () => {
  it("says on every page of a company that has just begun what to do first", async () => {
    const { id } = await service.newCompany()
    await inviteTo(service, "rui@vintem.example", grantOf("auditor", id))
    const addresses = [...Object.values(companyPaths).filter((path) => !isOfAList(path)), ownPaths.account]
    const page = await walk(
      "owner",
      id,
      addresses.map((path) => pathTo(path, { company: id })),
      async (shownPage) => {
        expect([shownPage.url(), await axeViolations(shownPage)]).toEqual([shownPage.url(), []])
        await fitsTelephone(shownPage)
      },
    )
    const menu = await page.getByRole("navigation", { name: "Menu" }).getByRole("link").allTextContents()
    await page.keyboard.press("Control+k")
    const palette = page.getByRole("dialog")
    await palette.getByRole("option").first().waitFor()
    expect(await palette.getByRole("option").allTextContents()).toEqual(
      expect.arrayContaining([...menu, "Criar um link", "Criar um lote", "Minha conta"]),
    )
  })

  it("shows every page of a company that has something of each kind", async () => {
    const { addresses, company, openOrder } = await fullCompany(service)
    await walk("owner", company.id, [...Object.values(addresses), openOrder], fitsTelephone)
  })

  it("shows an operator every page of the platform", async () => {
    const { id } = await service.newCompany()
    await walk(
      "operator",
      id,
      Object.values(platformPaths).map((path) => pathTo(path, { company: id })),
      fitsTelephone,
    )
  })
})
