/** A payer's actions on a page. */
import type { Page } from "playwright-core"
import { payer, visa } from "./example-orders.ts"

/** Fills in the payer. */
export const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel("Nome completo").fill(payer.fullname)
  await page.getByLabel("E-mail").fill(payer.email)
  await page.getByLabel("CPF ou CNPJ").fill(payer.taxvat)
  await page.getByLabel("Celular com DDD").fill(payer.telephone)
}

/** Types a card, digit by digit, as people do. */
export const fillInCard = async (page: Page, number = visa.number): Promise<void> => {
  await page.getByLabel("Número do cartão").pressSequentially(number)
  await page.getByLabel("Nome como está no cartão").fill(visa.holder)
  await page.getByLabel("Validade (mês/ano)").pressSequentially("1239")
  await page.getByLabel("Código de segurança").fill("123")
}

/** Fills in the payer's address. */
export const fillInAddress = async (page: Page): Promise<void> => {
  await page.getByLabel("CEP").fill("01310-100")
  await page.getByLabel("Rua").fill("Avenida Paulista")
  await page.getByLabel("Número", { exact: true }).fill("1578")
  await page.getByLabel("Bairro").fill("Bela Vista")
  await page.getByLabel("Cidade").fill("São Paulo")
  await page.getByLabel("Estado").selectOption("SP")
}
