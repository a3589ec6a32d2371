/**
 * An operator makes a company at the panel, in a real browser with the real service, until its owner has signed in to
 * it.
 */
import { CompanyView } from "@vintem/contract"
import { platformPaths } from "@vintem/panel"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, password } from "./at-the-panel.ts"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visit, visitor } = browserUnderTest()
const { opened, openedBy } = panelVisitors(service, visitor)

const companies = async () =>
  shown(Schema.Struct({ data: Schema.Array(CompanyView) }), await service.administer("GET", "/admin/v1/companies")).data

const companyOf = async (id: number) =>
  shown(Schema.Struct({ data: CompanyView }), await service.administer("GET", `/admin/v1/companies/${id}`)).data

describe("a company at the panel", () => {
  it("is made by an operator, who then invites its owner, who signs in to it", async () => {
    const operator = await at(service, "operator", 0)
    const page = await openedBy(operator, platformPaths.companies)
    await page.getByText("Nenhuma empresa ainda.").waitFor()
    await page.locator(".empty").getByRole("button", { name: "Criar empresa" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("O passo seguinte é convidar um dono: antes disso, ninguém pode entrar").waitFor()
    expect(await page.evaluate("document.activeElement.labels[0].textContent")).toBe("Nome")
    await dialog.getByLabel("CPF ou CNPJ").fill("11.222.333/0001-82")
    const make = dialog.getByRole("button", { name: "Criar empresa" })
    await make.click()
    await dialog.getByText("Informe um nome de 2 a 140 caracteres.").waitFor()
    await dialog.getByText("Este CPF ou CNPJ não é válido").waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await companies()).toEqual([])
    await dialog.getByLabel("Nome").fill("Loja da Ana Ltda.")
    await dialog.getByLabel("CPF ou CNPJ").fill("11.222.333/0001-81")
    await dialog.getByLabel("Endereço do logotipo (URL)").fill("https://loja.example.com/logo.png")
    await make.click()

    await page.getByText("sem ele, ninguém pode entrar na empresa").waitFor()
    const [made, ...others] = await companies()
    expect(others).toEqual([])
    expect(made).toMatchObject({
      name: "Loja da Ana Ltda.",
      document: "11.222.333/0001-81",
      city: "Sao Paulo",
      logo_url: "https://loja.example.com/logo.png",
    })
    expect(new URL(page.url()).pathname).toBe(`/panel/companies/${made?.id}/members`)
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1")
    expect(await page.getByLabel("Função").inputValue()).toBe("owner")
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel("E-mail").fill("ana@vintem.example")
    await page.getByRole("button", { name: "Convidar pessoa" }).click()
    const invitation = await page.getByLabel("Convite", { exact: true }).textContent()
    const { hash, pathname } = new URL(invitation ?? "")
    const owner = await visit(`${await service.base()}${pathname}${hash}`)
    await owner.getByLabel("Nome").fill("Ana Souza")
    await owner.getByLabel("Senha").fill(password)
    await owner.getByRole("button", { name: "Aceitar o convite" }).click()
    await owner.getByRole("banner").getByText("Loja da Ana Ltda.").waitFor()
    await page.reload()
    await page.getByRole("cell", { name: "ana@vintem.example" }).waitFor()
  })

  it("is made once, if the answer is lost and the button is pressed again", async () => {
    const { length } = await companies()
    const page = await opened("operator", 0, "companies")
    await page.getByRole("button", { name: "Criar empresa" }).first().click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Nome").fill("Loja Única")
    let isLost = true
    await page.route("**/panel/v1/companies", async (route) => {
      if (route.request().method() !== "POST" || !isLost) return route.continue()
      isLost = false
      await route.fetch()
      return route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
    })
    await dialog.getByRole("button", { name: "Criar empresa" }).click()
    await dialog.getByText("Sem resposta do serviço").waitFor()
    await dialog.getByRole("button", { name: "Criar empresa" }).click()
    await page.getByText("sem ele, ninguém pode entrar na empresa").waitFor()
    expect((await companies()).map(({ name }) => name)).toHaveLength(length + 1)
  })

  it("has its name, its city and its cloud setting changed by an operator, and not by its owner", async () => {
    const { id, name } = await service.newCompany()
    const page = await opened("operator", id, "settings")
    const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Salvar dados" }) })
    await form.getByLabel("Nome").fill("Loja Nova Ltda.")
    await form.getByLabel("Cidade").fill("Campinas")
    await form.getByLabel("Pedidos avulsos de servidores em nuvem").selectOption("Recusar")
    await form.getByRole("button").click()
    await form.getByText("Alterações salvas.").waitFor()
    await page.getByRole("heading", { name: "Loja Nova Ltda." }).waitFor()
    expect(await companyOf(id)).toMatchObject({ name: "Loja Nova Ltda.", city: "Campinas", block_cloud: true })
    await form.getByLabel("Nome").fill("  ")
    await form.getByRole("button").click()
    await form.getByText("Informe um nome de 2 a 140 caracteres.").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await form.getByLabel("Nome").fill(name)
    await form.getByLabel("Cidade").fill("")
    await form.getByLabel("Pedidos avulsos de servidores em nuvem").selectOption("Padrão do serviço")
    await form.getByRole("button").click()
    await page.getByRole("heading", { name }).waitFor()
    expect(await companyOf(id)).toMatchObject({ name, city: "Sao Paulo", block_cloud: null })
    expect(await form.getByLabel("Cidade").inputValue()).toBe("Sao Paulo")
    const log = await service.administer("GET", `/admin/v1/companies/${id}/audit?action=company.change`)
    expect(log.text).toContain("Campinas")

    const owner = await opened("owner", id, "settings")
    await owner.getByRole("heading", { name }).waitFor()
    expect(await owner.getByRole("button", { name: "Salvar dados" }).count()).toBe(0)
  })

  it("is hidden from members of another, who do not read that they work for none", async () => {
    const [own, other] = [await service.newCompany(), await service.newCompany()]
    const page = await opened("viewer", own.id, "links")
    await page.goto(page.url().replace(`/${own.id}/`, `/${other.id}/`))
    await page.getByText("Este endereço não existe ou sua função não dá acesso a ele.").waitFor()
    expect(await page.getByText("não faz parte de nenhuma empresa").count()).toBe(0)
  })

  it("is not offered to auditors", async () => {
    const page = await opened("auditor", 0, "companies")
    await page.getByRole("heading", { name: "Empresas" }).waitFor()
    await page.getByRole("link", { name: "Loja Única" }).first().waitFor()
    expect(await page.getByRole("button", { name: "Criar empresa" }).count()).toBe(0)
  })
})
