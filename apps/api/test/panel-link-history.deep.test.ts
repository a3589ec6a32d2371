/** The history of a payment link on its page, in a real browser with the real service. */
import { PaymentLinkResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { byCard } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

describe("the history of a link", () => {
  it("appears on its page as it happens, with the order that paid it", async () => {
    const company = await service.newCompany()
    const made = await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 100 })
    const { slug } = shown(PaymentLinkResponse, made).data
    const page = await opened("support", company.id, "link", { slug })
    await page.getByText("Ao vivo").waitFor()
    const timeline = page.locator("section").filter({ hasText: "Histórico" }).getByRole("listitem")
    const happened = async (...expected: ReadonlyArray<string>): Promise<void> => {
      const at = /^(.*?)\s*\d\d\/\d\d\/\d{4} às \d\d:\d\d:\d\d$/u
      await eventually(async () => {
        const seen = await timeline.allTextContents()
        expect(seen.map((one) => at.exec(one)?.[1] ?? one)).toEqual(expected)
      })
    }
    await happened("Link criado")
    await page.getByRole("button", { name: "Alterar" }).click()
    await page.getByLabel("Título").fill("Anuidade")
    await page.getByRole("button", { name: "Salvar" }).click()
    await happened("Link criado", "Link alterado")
    const payers = payersOf(service)
    const { order_number: number } = payers.paid(await payers.payLink(slug, { ...byCard(), items: undefined })).data
    await happened(
      "Link criado",
      "Link alterado",
      `Pagamento iniciado, Cartão de crédito ${number}`,
      `Pagamento: confirmado ${number}`,
    )
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole("link", { name: number }).last().click()
    await page.getByRole("heading", { level: 1, name: `Pedido ${number}` }).waitFor()
  })
})
