/**
 * A company's member in the panel, in a real browser and with the real service: signing in, an order, a link. `npm run
 * test:deep` tries every page, role and trouble.
 */
import { createUser } from "@vintem/application"
import { type CompanyRole, noCredentials } from "@vintem/domain/access"
import { Email, FullName } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import { PasswordHasher, UserRepository } from "@vintem/domain/ports"
import { Effect, Redacted } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { credit, payersOf, paying } from "./payers.ts"
import { type CompanyUnderTest, serviceUnderTest } from "./service-under-test.ts"

/** Over http, as on a local machine: a service behind https refuses a page that came without. */
const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { makeLink, paid, payLink } = payersOf(service)
const { visit } = browserUnderTest()

const password = "quatro palavras sem sentido"

const newMember = async (company: CompanyUnderTest, role: CompanyRole): Promise<string> => {
  const email = Email.make(`${role}-${company.id}@loja.example`)
  await service.run(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const hasher = yield* PasswordHasher
      const hash = yield* hasher.hash(Redacted.make(password), email)
      const user = yield* createUser(
        { email, name: FullName.make("Ana Souza"), language: "pt-BR" },
        { _tag: "company", company: CompanyId.make(company.id), role },
      )
      yield* users.saveCredentials(user.id, { ...noCredentials, password: hash })
    }),
  )
  return email
}

const panel = async () =>
  visit(`${await service.base()}/panel`, { viewport: { width: 1280, height: 800 }, locale: "pt-BR" })

const signIn = async (page: Page, email: string, typed = password): Promise<void> => {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Senha").fill(typed)
  await page.getByRole("button", { name: "Entrar" }).click()
}

describe("a member of a company with a browser", () => {
  it("sees missing fields and a wrong password, signs in, and signs out", async () => {
    const company = await service.newCompany("Escola de Violão")
    const owner = await newMember(company, "owner")
    const page = await panel()
    await signIn(page, "", "")
    await page.getByText("Preencha este campo.").nth(1).waitFor()
    await signIn(page, owner, "outra senha qualquer")
    await page.getByText("E-mail ou senha incorretos.").waitFor()
    await signIn(page, owner)
    await page.getByRole("heading", { name: "Visão geral" }).waitFor()
    await page.getByText("Nenhuma venda ainda.").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Sair" }).click()
    await page.getByRole("heading", { name: "Entrar" }).waitFor()
    await page.goBack()
    await page.getByLabel("Senha").waitFor()
  })

  it("makes a link, sees its payment, and refunds a part of it", async () => {
    const company = await service.newCompany("Escola de Violão")
    const page = await panel()
    await signIn(page, await newMember(company, "owner"))
    await page.getByRole("link", { name: "Criar link" }).click()
    await page.getByLabel("Título").fill("Mensalidade")
    await page.getByLabel("Valor", { exact: true }).fill("100,00")
    await page.getByRole("button", { name: "Criar link" }).click()
    const link = await page.getByLabel("Endereço do link", { exact: true }).textContent()
    const slug = (link ?? "").split("/").at(-1) ?? ""
    const { data } = paid(await payLink(slug, paying(credit())))
    await page.getByRole("link", { name: "Pedidos" }).click()
    await page.getByRole("link", { name: data.order_number }).click()
    await page.getByRole("button", { name: "Reembolsar" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Valor do reembolso").fill("40,00")
    await dialog.getByRole("button", { name: "Reembolsar" }).click()
    await page.getByText("Reembolso solicitado.").waitFor()
    await page.getByText(/Reembolso: reembolsado, R\$\s40,00/u).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it("finds an order by its number and by its payer, and may do no more than the role", async () => {
    const company = await service.newCompany("Escola de Violão")
    const { data } = paid(await payLink(await makeLink(company), paying(credit())))
    const page = await panel()
    await signIn(page, await newMember(company, "viewer"))
    await page
      .getByText(/R\$\s100,00/u)
      .first()
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole("link", { name: "Pedidos" }).click()
    for (const sought of [data.order_number, "MARIA@example.com", "529.982.247-25"]) {
      await page.getByLabel("Buscar").fill(sought)
      await page.getByRole("button", { name: "Buscar" }).click()
      await page.getByRole("link", { name: data.order_number }).waitFor()
    }
    expect(new URL(page.url()).searchParams.get("q")).toBe("529.982.247-25")
    await page.getByRole("link", { name: data.order_number }).click()
    await page.getByRole("heading", { name: "Histórico" }).waitFor()
    expect(await page.getByRole("button", { name: "Reembolsar" }).count()).toBe(0)
    expect(await page.getByRole("link", { name: "Equipe" }).count()).toBe(0)
  })
})
