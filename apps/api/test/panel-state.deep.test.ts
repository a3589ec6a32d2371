/**
 * The service's state page, in a real browser with the real service: a charge without an outcome is found and settled.
 */

import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { byNumber } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown, silence } from "./service-under-test.ts"

const service = serviceUnderTest({
  isListening: true,
  handsOut: "http://127.0.0.1",
  acquirer: (simulated) => ({ ...simulated, find: () => silence }),
})
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const Status = Schema.Struct({ data: Schema.Struct({ database: Schema.Struct({ engine: Schema.String }) }) })

describe("the state of the service at the panel", () => {
  it("shows an operator the charges without an outcome with links to their orders, and is empty once they are settled", async () => {
    const company = await service.newCompany()
    const placed = await company.post("/api/v1/order/single", byNumber("4000000000000101"))
    const number = shown(Placed, placed).data.order_number
    const page = await opened("operator", company.id, "state")
    await page.getByText("Situação", { exact: true }).first().waitFor()
    const link = page.getByRole("table", { name: "Cobranças sem resultado" }).getByRole("link", { name: number })
    await link.waitFor()
    await page.getByRole("button", { name: "Perguntar agora" }).click()
    await page.getByText("A pergunta foi enviada.").waitFor()
    expect(await axeViolations(page)).toEqual([])
    const { database } = shown(Status, await service.administer("GET", "/admin/v1/status")).data
    expect(await page.getByText("Último backup").count()).toBe(database.engine === "sqlite" ? 1 : 0)
    await link.click()
    await page.getByRole("heading", { name: "Histórico" }).waitFor()
    const path = `/admin/v1/companies/${company.id}/orders/${number}/resolve`
    expect((await service.administer("POST", path, { outcome: "unpaid" })).status).toBe(200)
    await page.goBack()
    await page.getByText("Todas as cobranças têm resultado.").waitFor()
  })

  it("is hidden from an owner", async () => {
    const company = await service.newCompany()
    const page = await opened("owner", company.id, "state")
    await page.getByRole("heading", { name: "Página não encontrada" }).waitFor()
    expect(await page.getByRole("link", { name: "Estado do serviço" }).count()).toBe(0)
  })
})
