/**
 * The webhook's page of the panel, in a real browser with the real service: a test event, and what the receiver answered.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import { afterAll, describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { type CompanyUnderTest, serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const receiver = createServer((_, response) =>
  response.writeHead(404).end("<h1>Aqui não</h1><script>alert(1)</script>"),
)
receiver.listen(0, "127.0.0.1")
afterAll(() => receiver.close())

const configured = async (): Promise<CompanyUnderTest> => {
  if (!receiver.listening) await once(receiver, "listening")
  const address = receiver.address()
  const url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/avisos` : ""
  const company = await service.newCompany()
  await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url })
  return company
}

describe("a test event at the panel", () => {
  it("is sent by a developer, who sees what came back, as text", async () => {
    const page = await opened("developer", (await configured()).id, "webhook")
    await page.getByRole("button", { name: "Enviar um teste" }).click()
    await page.getByText(/respondeu 404 em \d+ ms/u).waitFor()
    expect(await page.locator("pre").textContent()).toBe("<h1>Aqui não</h1><script>alert(1)</script>")
    expect(await page.locator("pre *").count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  it("is not offered to those who change no webhook, nor where there is none", async () => {
    const { id } = await configured()
    for (const [role, company] of [
      ["support", id],
      ["auditor", id],
      ["owner", (await service.newCompany()).id],
    ] as const) {
      const page = await opened(role, company, "webhook")
      await page.getByRole("heading", { name: "Avisos enviados" }).waitFor()
      expect(await page.getByRole("button", { name: "Enviar um teste" }).count()).toBe(0)
    }
  })
})
