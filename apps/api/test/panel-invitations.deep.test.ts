/** Open invitations, and leaving a company, in a real browser with the real service. */
import { type Grant, inCompany, type Role } from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { MembershipRepository } from "@vintem/domain/ports"
import { companyPaths, openPaths, ownPaths, pathTo } from "@vintem/panel"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { giveRoles, grantOf, inviteTo, password, signedIn, somebody, somebodyWithPassword } from "./at-the-panel.ts"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visit, visitor } = browserUnderTest()
const { opened, openedBy } = panelVisitors(service, visitor)

const waiting = (page: Page) => page.getByRole("table", { name: "Convites pendentes" })

/** Invites somebody, and returns the address of the shown link. */
const invite = async (page: Page, email: string, role: string): Promise<string> => {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Função", { exact: true }).selectOption(role)
  await page.getByRole("button", { name: "Convidar pessoa" }).click()
  await waiting(page).getByRole("cell", { name: email, exact: true }).waitFor()
  const link = (await page.getByLabel("Convite", { exact: true }).textContent()) ?? ""
  return `${await service.base()}${openPaths.invitation}${new URL(link).hash}`
}

const withdraw = async (page: Page, email: string): Promise<void> => {
  await page.getByRole("button", { name: `Cancelar convite: ${email}` }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(`O link enviado a ${email} deixa de valer imediatamente.`).waitFor()
  await dialog.getByRole("button", { name: "Cancelar convite" }).click()
}

describe("a request that needs the password", () => {
  it("is completed once the password is given, with the form's values, and is not sent without it", async () => {
    const { id } = await service.newCompany()
    const { id: user } = await somebodyWithPassword(service, "owner", id)
    const page = await openedBy(await signedIn(service, user, false), pathTo(companyPaths.members, { company: id }))
    const email = "lia@vintem.example"
    await page.getByLabel("E-mail").fill(email)
    await page.getByRole("button", { name: "Convidar pessoa" }).click()
    const dialog = page.getByRole("dialog", { name: "Confirme que é você" })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel("Senha").press("Escape")
    await page.getByText("Nada foi alterado: confirme a sua senha.").waitFor()
    await page.getByRole("button", { name: "Convidar pessoa" }).click()
    await dialog.getByRole("button", { name: "Continuar" }).click()
    await dialog.getByText("Preencha").waitFor()
    await dialog.getByLabel("Senha").fill("not my password")
    await dialog.getByRole("button", { name: "Continuar" }).click()
    await dialog.getByText("Senha incorreta.").waitFor()
    await dialog.getByLabel("Senha").fill(password)
    await dialog.getByRole("button", { name: "Continuar" }).click()
    await waiting(page).getByRole("cell", { name: email, exact: true }).waitFor()
    expect(await dialog.count()).toBe(0)
  })
})

describe("an open invitation", () => {
  it.each([
    ["owner", "members", "Financeiro"],
    ["operator", "operators", "Operador"],
  ] as const)("is seen and withdrawn, and its link then stops working: %s", async (role, list, invitedAs) => {
    const { id } = await service.newCompany()
    const page = await opened(role, id, list)
    await page.getByRole("table").waitFor()
    expect(await page.getByText("Convites pendentes").count()).toBe(0)
    const email = `ana-${list}@vintem.example`
    const link = await invite(page, email, invitedAs)
    const row = waiting(page).getByRole("row").filter({ hasText: email })
    await row.getByRole("cell", { name: invitedAs }).waitFor()
    expect(await row.getByRole("cell").allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\d\d\/\d\d\/\d{4} às \d\d:\d\d$/u)]),
    )
    expect(await axeViolations(page)).toEqual([])
    await (await visit(link)).getByText(`O convite é para ${email}.`).waitFor()
    await withdraw(page, email)
    await page.getByText("Convite cancelado.").waitFor()
    await waiting(page).waitFor({ state: "hidden" })
    // A dead link is not offered, either.
    expect(await page.getByLabel("Convite", { exact: true }).count()).toBe(0)
    await (await visit(link)).getByText("Este link expirou").waitFor()
  })

  it("is gone if it was accepted meanwhile, and the user who withdraws it learns that", async () => {
    const { id } = await service.newCompany()
    const page = await opened("owner", id, "members")
    const link = await invite(page, "rui@vintem.example", "Consulta")
    const invited = await visit(link)
    await invited.getByLabel("Nome").fill("Rui Alves")
    await invited.getByLabel("Senha").fill("quatro palavras sem sentido")
    await invited.getByRole("button", { name: "Aceitar o convite" }).click()
    await invited.getByRole("navigation", { name: "Menu" }).waitFor()
    await withdraw(page, "rui@vintem.example")
    await page.getByRole("dialog").getByText("Este convite não está mais pendente").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Voltar" }).click()
    await waiting(page).waitFor({ state: "hidden" })
    await page.getByRole("table").getByRole("cell", { name: "Rui Alves", exact: true }).waitFor()
  })

  it("is gone when its seven days are over", async () => {
    const { id } = await service.newCompany()
    await invite(await opened("owner", id, "members"), "eva@vintem.example", "Consulta")
    service.clock.advance({ days: 7 })
    const page = await opened("owner", id, "members")
    await page.getByRole("table", { name: "Equipe" }).waitFor()
    expect(await waiting(page).count()).toBe(0)
  })

  it("has several pages if there are many", async () => {
    const { id } = await service.newCompany()
    for (let count = 1; count <= 16; count += 1) {
      await inviteTo(service, `pessoa-${count}@loja.example`, grantOf("viewer", id))
    }
    const page = await opened("owner", id, "members")
    const pages = page.getByRole("navigation", { name: "Páginas: Convites pendentes" })
    await pages.getByRole("link", { name: "Próxima" }).click()
    await waiting(page).getByRole("cell", { name: "pessoa-1@loja.example", exact: true }).waitFor()
    expect(await waiting(page).getByRole("row").count()).toBe(2)
    expect(await page.getByRole("table", { name: "Equipe" }).getByRole("row").count()).toBe(2)
    expect(await axeViolations(page)).toEqual([])
  })
})

describe("leaving a company", () => {
  /** The account page of a user with these roles. */
  const account = async (company: number, role: Role, others: ReadonlyArray<Grant> = []): Promise<Page> => {
    const { id } = await somebody(service, role, company)
    await giveRoles(service, id, others)
    return openedBy(await signedIn(service, id), ownPaths.account)
  }

  const leave = async (page: Page, name: string) => {
    await page.getByRole("button", { name: `Sair da empresa: ${name}` }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(`Você perde o acesso a ${name} imediatamente.`).waitFor()
    await dialog.getByRole("button", { name: "Sair da empresa" }).click()
    return dialog
  }

  it("leads to the company where the user still works", async () => {
    const [first, second] = [await service.newCompany("Primeira"), await service.newCompany("Segunda")]
    const page = await account(first.id, "owner", [grantOf("viewer", second.id)])
    await somebody(service, "owner", first.id)
    expect(await axeViolations(page)).toEqual([])
    await leave(page, "Primeira")
    await page.getByText("Você saiu de Primeira.").waitFor()
    const rows = page.getByRole("table", { name: "Suas empresas" }).getByRole("row")
    await eventually(async () =>
      expect(await rows.allTextContents()).toEqual([expect.anything(), expect.stringMatching(/^SegundaConsulta/u)]),
    )
    await page.getByRole("banner").getByText("Segunda").waitFor()
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Pedidos" }).click()
    await page.waitForURL(`**/companies/${second.id}/orders`)
    await page.getByText("Nenhum pedido ainda.").waitFor()
    await page.goto(`${await service.base()}${ownPaths.account}`)
    await page.getByRole("heading", { name: "Suas empresas" }).waitFor()
    expect(await page.getByText("Você saiu de Primeira.").count()).toBe(0)
  })

  it("tells a user without another company what to do, and leaves them their account", async () => {
    const { id } = await service.newCompany("Única")
    const page = await account(id, "support")
    await leave(page, "Única")
    await page.getByText("Você saiu de Única.").waitFor()
    await page.getByText("Você ainda não faz parte de nenhuma empresa.").waitFor()
    expect(await page.getByRole("heading", { name: "Suas empresas" }).count()).toBe(0)
    await page.getByRole("table", { name: "Sessões ativas" }).waitFor()
  })

  it("is refused to the last owner, who reads what to do first", async () => {
    const { id } = await service.newCompany("Minha")
    const page = await account(id, "owner")
    const dialog = await leave(page, "Minha")
    await dialog.getByText("dê a outra pessoa a função de dono na página Equipe").waitFor()
    await dialog.getByRole("button", { name: "Voltar" }).click()
    await page.getByRole("button", { name: "Sair da empresa: Minha" }).waitFor()
  })

  it("informs a user who was removed meanwhile, and shows it", async () => {
    const { id } = await service.newCompany("Outra")
    const user = await somebody(service, "viewer", id)
    const page = await openedBy(await signedIn(service, user.id), ownPaths.account)
    await page.getByRole("heading", { name: "Suas empresas" }).waitFor()
    await service.run(
      Effect.flatMap(MembershipRepository, ({ remove }) => remove(user.id, inCompany(CompanyId.make(id)))),
    )
    const dialog = await leave(page, "Outra")
    await dialog.getByText("Você não faz mais parte da empresa.").waitFor()
    await dialog.getByRole("button", { name: "Voltar" }).click()
    await page.getByText("Você ainda não faz parte de nenhuma empresa.").waitFor()
  })
})
