/**
 * Requests of the panel with unknown outcomes, in a real browser with the real service: repeated unchanged, they take
 * effect once, and before the user can repeat an effect the page offers a look at the result.
 */
import { ApiKeyPage, PaymentLinkPage } from "@vintem/contract"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const linksOf = async (company: number) =>
  shown(PaymentLinkPage, await service.administer("GET", `/admin/v1/companies/${company}/payment-links`)).data

const keysOf = async (company: number) =>
  shown(ApiKeyPage, await service.administer("GET", `/admin/v1/companies/${company}/api-keys`)).data

/** The first POST takes effect, and its answer is lost. */
const losingOne = async (page: Page, path: string): Promise<void> => {
  let isLost = true
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "POST" || !isLost) return route.continue()
    isLost = false
    await route.fetch()
    return route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
  })
}

/** The page that opens next to the form. */
const look = async (page: Page, link: string): Promise<string> => {
  const opening = page.waitForEvent("popup")
  await page.getByRole("link", { name: link }).click()
  const other = await opening
  await other.getByRole("table").waitFor()
  return new URL(other.url()).pathname
}

describe("a link whose outcome is unknown", () => {
  const begun = async () => {
    const { id } = await service.newCompany()
    const page = await opened("owner", id, "newLink")
    await losingOne(page, `/companies/${id}/payment-links`)
    await page.getByLabel("Título").fill("Mensalidade")
    await page.getByLabel("Valor", { exact: true }).fill("10")
    const make = page.getByRole("button", { name: "Criar link" })
    await make.click()
    await page.getByText("Sem resposta do serviço. Envie de novo sem mudar nada: nada é feito em dobro.").waitFor()
    return { id, make, page }
  }

  it("is made once if it is sent again unchanged", async () => {
    const { id, make, page } = await begun()
    await make.click()
    await page.waitForURL(/\/links\//u)
    expect((await linksOf(id)).map(({ title }) => title)).toEqual(["Mensalidade"])
  })

  it("is looked up in the list before a changed one is made", async () => {
    const { id, make, page } = await begun()
    await page.getByLabel("Valor", { exact: true }).fill("12")
    await make.click()
    await page.getByText("O envio anterior pode já ter sido concluído.").waitFor()
    expect(await page.getByText("Nada foi alterado").count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    expect(await look(page, "Conferir em outra aba")).toBe(`/panel/companies/${id}/links`)
    expect(await page.getByLabel("Título").inputValue()).toBe("Mensalidade")
    expect((await linksOf(id)).map(({ amount }) => amount)).toEqual([10])
  })
})

describe("an API key whose outcome is unknown", () => {
  it("may exist already: the page does not promise that it is made once", async () => {
    const { id } = await service.newCompany()
    const page = await opened("owner", id, "keys")
    await page.getByRole("button", { name: "English" }).click()
    await losingOne(page, `/companies/${id}/api-keys`)
    await page.getByLabel("Name").fill("Shop")
    const { length } = await keysOf(id)
    await page.getByRole("button", { name: "Create a key" }).click()
    await page.getByText("Your last request may have been done.").waitFor()
    expect(await look(page, "Check in another tab")).toBe(`/panel/companies/${id}/keys`)
    expect(await keysOf(id)).toHaveLength(length + 1)
  })
})

it("says what to do if a company has as many API keys as it may", async () => {
  const { id } = await service.newCompany()
  const { length } = await keysOf(id)
  for (let made = length; made < 50; made += 1) {
    await service.administer("POST", `/admin/v1/companies/${id}/api-keys`, { name: `Chave ${made}` })
  }
  const page = await opened("owner", id, "keys")
  await page.getByLabel("Nome da chave").fill("Mais uma")
  await page.getByRole("button", { name: "Criar chave" }).click()
  await page.getByText("Uma empresa tem no máximo 50 chaves: revogue uma sem uso.").waitFor()
  await page.getByRole("button", { name: "English" }).click()
  await page.getByText("A company has at most 50 keys: revoke one you do not use.").waitFor()
})
