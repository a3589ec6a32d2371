/**
 * Every page of the panel's menus for every role, in a real browser with the real service: the menu is made of the table of roles, and an
 * address that a role may not see shows nothing, also where it is typed.
 */
import { Role, roles } from "@vintem/domain/access"
import { companyMenu, companyPaths, platformMenu } from "@vintem/panel"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const rows = [...companyMenu, ...platformMenu]

describe.each(Role.literals)("%s", (role) => {
  it("sees in the menu what the table of roles says, and finds no other page by its address", async () => {
    const { id } = await service.newCompany()
    const at = (path: string): string => path.replace(":company", String(id))
    const may = (permission: string): boolean => roles[role].may.some((one) => one === permission)
    const page = await opened(role, id, "orders")
    const links = await page.getByRole("navigation", { name: "Menu" }).getByRole("link").all()
    const seen = await Promise.all(
      links.map(async (link) => new URL((await link.getAttribute("href")) ?? "", page.url()).pathname),
    )
    const allowed = rows.filter(({ permission }) => may(permission)).map(({ path }) => at(path))
    expect(seen.toSorted()).toEqual(allowed.toSorted())
    expect(seen).toContain(at(companyPaths.orders))
    for (const { path, permission } of rows.filter((row) => !may(row.permission))) {
      await page.goto(`${await service.base()}${at(path)}`)
      await page.getByRole("heading", { name: "Página não encontrada" }).waitFor()
      expect([path, permission, await page.getByRole("table").count()]).toEqual([path, permission, 0])
    }
  })
})
