/**
 * Products, checkouts, coupons and reminder rules in the panel, in a real browser and with the real service: made,
 * changed and removed, each announced before.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const confirm = async (page: Page, verb: string): Promise<void> => {
  await page.getByRole("dialog").getByRole("button", { name: verb, exact: true }).click()
}

const listed = async (company: number, list: string): Promise<ReadonlyArray<unknown>> => {
  const { body } = await service.administer("GET", `/admin/v1/companies/${company}/${list}`)
  return Object(body).data
}

const remove = async (page: Page, name: string, done: string): Promise<void> => {
  await page.getByRole("button", { name: `Excluir: ${name}` }).click()
  await page.getByRole("dialog").getByText("Não dá para desfazer.").waitFor()
  await confirm(page, "Excluir")
  await page.getByText(done).waitFor()
}

describe("the catalogue", () => {
  it("sells a product by subscription, and keeps a product that is sold", async () => {
    const { id } = await service.newCompany()
    const page = await opened("developer", id, "checkouts")
    await page.getByText("Nenhum checkout ainda.").waitFor()
    await page.getByRole("main").getByRole("link", { name: "Produtos" }).click()
    await page.getByRole("button", { name: "Criar produto" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Título").fill("Curso de violão")
    await dialog.getByLabel("Preço").fill("cem")
    await confirm(page, "Criar produto")
    await dialog.getByText("Informe um valor, zero ou mais.").waitFor()
    await dialog.getByText("Informe um código de no máximo 255 caracteres.").waitFor()
    await dialog.getByLabel("Seu código (SKU)").fill("violao")
    await dialog.getByLabel("Preço").fill("1.199,90")
    await confirm(page, "Criar produto")
    await page.getByText("Produto criado.").waitFor()
    expect(await listed(id, "products")).toEqual([
      expect.objectContaining({ sku: "violao", title: "Curso de violão", unit_price: 1199.9, price_cost: null }),
    ])

    await page.getByRole("link", { name: "Checkouts" }).click()
    await page.getByRole("button", { name: "Criar checkout" }).click()
    await dialog.getByLabel("Título").fill("Violão por mês")
    await dialog.getByLabel("Produto").selectOption("Curso de violão")
    await dialog.getByLabel("Cobrança", { exact: true }).selectOption("Recorrente, em meses")
    await dialog.getByText("Cada pedido pago inicia uma assinatura").waitFor()
    await dialog.getByLabel("A cada quantos meses").fill("61")
    await dialog.getByLabel("Número de cobranças").fill("12")
    await confirm(page, "Criar checkout")
    await dialog.getByText("Informe um número inteiro a partir de 1").waitFor()
    await dialog.getByLabel("A cada quantos meses").fill("2")
    await confirm(page, "Criar checkout")
    await page.getByText("a cada 2 meses, 12 vezes no total").waitFor()
    expect(await listed(id, "checkouts")).toEqual([
      expect.objectContaining({ slug: "violao-por-mes", recurrence: { every: "month", count: 2, cycles: 12 } }),
    ])

    await page.getByRole("button", { name: "Alterar: Violão por mês" }).click()
    await dialog.getByText("Pedidos e assinaturas existentes ficam como estão.").waitFor()
    await dialog.getByLabel("Cobrança", { exact: true }).selectOption("Única")
    await confirm(page, "Alterar")
    await page.getByText("Checkout alterado.").waitFor()
    expect(await listed(id, "checkouts")).toEqual([expect.objectContaining({ recurrence: null })])

    await page.getByRole("link", { name: "Produtos" }).click()
    await page.getByRole("button", { name: "Excluir: Curso de violão" }).click()
    await confirm(page, "Excluir")
    await dialog.getByText("Um checkout ainda vende este produto.").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Checkouts" }).click()
    await remove(page, "Violão por mês", "Checkout excluído.")
    await page.getByRole("navigation").getByRole("link", { name: "Produtos" }).click()
    await remove(page, "Curso de violão", "Produto excluído.")
    expect([await listed(id, "products"), await listed(id, "checkouts")]).toEqual([[], []])
  })

  it("gives a discount by a coupon, whose last second stays if something else is changed", async () => {
    const { id } = await service.newCompany()
    const page = await opened("owner", id, "coupons")
    await page.getByRole("button", { name: "Criar cupom" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Código").fill("natal 10")
    await dialog.getByLabel("Valor do desconto", { exact: true }).fill("101")
    await confirm(page, "Criar cupom")
    await dialog.getByText("Escolha outro código").waitFor()
    await dialog.getByText("em porcentagem, de no máximo 100").waitFor()
    await dialog.getByLabel("Código").fill("NATAL10")
    await dialog.getByLabel("Valor do desconto", { exact: true }).fill("10,5")
    await dialog.getByLabel("Válido até").fill("2099-12-24")
    await confirm(page, "Criar cupom")
    await page.getByText("10,5%").waitFor()
    const path = `/admin/v1/companies/${id}/coupons/NATAL10`
    const changed = await service.administer("PUT", path, { expires_at: "2099-12-24 18:00:00" })
    expect(changed.status).toBe(200)
    await page.reload()
    await page.getByRole("button", { name: "Alterar: NATAL10" }).click()
    await dialog.getByLabel("Desconto", { exact: true }).selectOption("Valor fixo")
    await dialog.getByLabel("Valor do desconto", { exact: true }).fill("15")
    await dialog.getByLabel("Limite de usos").fill("3")
    await confirm(page, "Alterar")
    await page.getByText("0 de 3").waitFor()
    expect(await listed(id, "coupons")).toEqual([
      expect.objectContaining({ percent: null, amount: 15, expires_at: "2099-12-24 18:00:00", max_uses: 3 }),
    ])
    await remove(page, "NATAL10", "Cupom excluído.")
  })

  it("reminds by a rule, each day once", async () => {
    const { id } = await service.newCompany()
    const page = await opened("owner", id, "rules")
    await page.getByRole("button", { name: "Criar regra" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Nome").fill("Mensalidade")
    await dialog.getByRole("button", { name: "Adicionar lembrete" }).click()
    await dialog.getByLabel("Lembrete 3", { exact: true }).selectOption("Antes do vencimento")
    await dialog.getByLabel("Dias do lembrete 3").fill("3")
    await confirm(page, "Criar regra")
    await dialog.getByText("Informe de 1 a 365, sem repetir o dia.").waitFor()
    await dialog.getByLabel("Lembrete 3", { exact: true }).selectOption("Depois do vencimento")
    await dialog.getByLabel("Dias do lembrete 3").fill("1")
    await confirm(page, "Criar regra")
    await page.getByText("3 dias antes, no vencimento, 1 dia depois").waitFor()
    await page.getByRole("button", { name: "Alterar: Mensalidade" }).click()
    await dialog.getByRole("button", { name: "Remover o lembrete 2" }).click()
    await confirm(page, "Alterar")
    await page.getByText("3 dias antes, 1 dia depois").waitFor()
    expect(await listed(id, "payment-link-rules")).toEqual([
      expect.objectContaining({
        reminders: [
          { days: -3, channel: "email" },
          { days: 1, channel: "email" },
        ],
      }),
    ])
    await remove(page, "Mensalidade", "Regra excluída.")
  })
})
