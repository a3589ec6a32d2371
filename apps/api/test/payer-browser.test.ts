/** A payer on the pages, in a real browser: one of each method. `npm run test:deep` tries everything else. */
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { fillIn, fillInAddress, fillInCard } from "./payer-at-page.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true })
const { makeLink, report } = payersOf(service)
const { visit } = browserUnderTest()

const linkPage = async (parts: object = {}) => {
  const slug = await makeLink(await service.newCompany("Escola de Violão"), parts)
  return visit(`${await service.base()}/l/${slug}`)
}

describe("a payer with a browser", () => {
  it("pays by card in installments, and gets a receipt that stays", async () => {
    const page = await linkPage({ fee_mode: "interest", installments: 3 })
    await fillIn(page)
    await page.getByLabel("Cartão de crédito").check()
    await fillInCard(page)
    await page.getByLabel("Parcelas").selectOption("3")
    expect(await page.locator("#quote").textContent()).toBe(
      "R$\u00a0106,05; juros de R$\u00a06,05 (2,99% ao mês, 42,41% ao ano)",
    )
    await page.getByRole("button", { name: "Pagar R$\u00a0106,05" }).click()
    for (const look of [async () => {}, async () => void (await page.reload())]) {
      await look()
      await page.getByRole("heading", { name: "Pagamento aprovado" }).waitFor()
      const receipt = await page.locator(".receipt").textContent()
      expect(receipt).toContain("Cartão de crédito, Visa final 4242, 3x")
      expect(receipt).toContain("Juros e tarifas incluídosR$\u00a06,05")
      expect(page.url()).toMatch(/\/pay\/[\w-]{43}$/u)
    }
  })

  it("pays by Pix, and sees it confirmed without doing anything", async () => {
    const page = await linkPage()
    await fillIn(page)
    for (const [label, typed, shown] of [
      ["CPF ou CNPJ", "52998224725", "529.982.247-25"],
      ["Celular com DDD", "11987654321", "(11) 98765-4321"],
    ] as const) {
      await page.getByLabel(label).fill("")
      await page.getByLabel(label).pressSequentially(typed)
      expect(await page.getByLabel(label).inputValue()).toBe(shown)
    }
    await page.getByRole("button", { name: "Pagar" }).click()
    await page.getByRole("heading", { name: "Pague com Pix" }).waitFor()
    expect(await page.getByLabel("Pix copia e cola").inputValue()).toMatch(/^00020/u)
    expect(await page.locator(".countdown").textContent()).toMatch(/Tempo restante: \d\d:\d\d/u)
    const number = /Pedido (\w+)/u.exec((await page.locator("main").textContent()) ?? "")?.[1] ?? ""
    await report(number, "paid")
    await page.getByRole("heading", { name: "Pagamento aprovado" }).waitFor()
    expect(await page.locator("#said").textContent()).toContain("Pagamento aprovado")
  })

  it("gets a slip", async () => {
    const page = await linkPage()
    await fillIn(page)
    await page.getByLabel("Boleto").check()
    await fillInAddress(page)
    await page.getByRole("button", { name: "Gerar boleto de R$\u00a0100,00" }).click()
    await page.getByRole("heading", { name: "Pague o boleto" }).waitFor()
    expect(await page.getByLabel("Linha digitável").inputValue()).toMatch(
      /^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/u,
    )
  })

  it("sees each fault at its field", async () => {
    const page = await linkPage()
    await page.getByLabel("CPF ou CNPJ").fill("529.982.247-26")
    await page.getByLabel("E-mail").fill("maria@")
    await page.getByLabel("Nome completo").focus()
    expect(await page.getByText("Confira o CPF ou CNPJ: este número não existe.").isVisible()).toBe(true)
    await page.getByRole("button", { name: "Pagar" }).click()
    await page.getByText("Informe o seu nome completo.").waitFor()
    expect(await page.locator(":focus").getAttribute("id")).toBe("customer.fullname")
    expect(await page.locator("[aria-invalid]").count()).toBe(4)
    expect(page.url()).toContain("/l/")
  })
})
