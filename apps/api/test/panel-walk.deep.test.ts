/**
 * Every page of the panel with the real service, in a real browser: of a new company, of one that has something of each
 * kind, and of the platform.
 */
import { CustomerPage, SingleOrderResponse } from "@vintem/contract"
import type { Role } from "@vintem/domain/access"
import { companyPaths, ownPaths, pathTo, platformPaths } from "@vintem/panel"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { grantOf, inviteTo } from "./at-the-panel.ts"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { byCard, byNumber, changed } from "./example-orders.ts"
import { fullCompany } from "./full-company.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

/** One page at every address, one after another, with everything that the browser complains of. */
const walk = async (role: Role, company: number, addresses: ReadonlyArray<string>, look: (page: Page) => unknown) => {
  const page = await opened(role, company, "orders")
  const said: Array<string> = []
  page.on("console", (message) => {
    // A company without a webhook answers 404, which browsers log as an error.
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
  // A number is made at random: the widest one has to fit, too.
  await page.evaluate("for (const link of document.querySelectorAll('a.whole')) link.textContent = 'W'.repeat(21)")
  const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
  expect([page.url(), fits]).toEqual([page.url(), true])
  if (wide !== null) await page.setViewportSize(wide)
}

/** Our codes, JSON, user agents, and the placeholders of an erased person: only machines should read them. */
const machineWordsIn = (text: string): ReadonlyArray<string> =>
  text.match(/\b[a-z]+_[a-z_]+\b|\{"|Mozilla\/|\bER\.ASE|\.invalid\b/gu) ?? []

/** The visible text, without closed details. */
const seenOn = async (page: Page): Promise<string> =>
  String(await page.evaluate("document.querySelector('main').innerText"))

describe("the panel", () => {
  it("says on every page of a new company what to do first", async () => {
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
      expect.arrayContaining([...menu, "Criar link", "Criar lote", "Minha conta"]),
    )
  })

  it("shows every page of a company that has something of each kind", async () => {
    const { addresses, company, openOrder } = await fullCompany(service)
    const refused = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byNumber("4000000000000002")))
    // Somebody was erased since: an order and the customer remain.
    const gone = changed(changed(byCard(), "customer.taxvat", "11144477735"), "customer.email", "rui@example.com")
    const left = shown(SingleOrderResponse, await company.post("/api/v1/order/single", gone))
    const admin = `/admin/v1/companies/${company.id}`
    const found = await service.administer("GET", `${admin}/customers?email=rui@example.com`)
    const customer = shown(CustomerPage, found).data[0]?.id ?? 0
    expect((await service.administer("POST", `${admin}/customers/${customer}/erase`)).status).toBe(200)
    const others = [
      openOrder,
      ...[refused, left].map(({ data: { order_number } }) =>
        pathTo(companyPaths.order, { company: company.id, order_number }),
      ),
      pathTo(companyPaths.customer, { company: company.id, customer }),
      ownPaths.account,
    ]
    await walk("owner", company.id, [...Object.values(addresses), ...others], async (page) => {
      await fitsTelephone(page)
      expect([page.url(), machineWordsIn(await seenOn(page))]).toEqual([page.url(), []])
    })
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
