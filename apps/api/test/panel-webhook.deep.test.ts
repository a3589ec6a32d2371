/**
 * The webhook's page of the panel, in a real browser with the real service: a test event with the receiver's answer;
 * another secret, and removing the address.
 */
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { Page } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { byPix } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { type CompanyUnderTest, serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

/** The headers of each event, latest last. */
const came: Array<IncomingHttpHeaders> = []

const receiver = createServer(({ headers }, response) => {
  came.push(headers)
  response.writeHead(404).end("<h1>Aqui não</h1><script>alert(1)</script>")
})
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
  it("is sent by a developer, who sees the answer as text", async () => {
    const page = await opened("developer", (await configured()).id, "webhook")
    await page.getByRole("button", { name: "Enviar evento de teste" }).click()
    await page.getByText(/respondeu 404 em \d+ ms/u).waitFor()
    expect(await page.locator("pre").textContent()).toBe("<h1>Aqui não</h1><script>alert(1)</script>")
    expect(await page.locator("pre *").count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  it("is not offered to users who may not change the webhook, nor if there is none", async () => {
    const { id } = await configured()
    for (const [role, company] of [
      ["support", id],
      ["auditor", id],
      ["owner", (await service.newCompany()).id],
    ] as const) {
      const page = await opened(role, company, "webhook")
      await page.getByRole("heading", { name: "Envios" }).waitFor()
      expect(await page.getByRole("button", { name: "Enviar evento de teste" }).count()).toBe(0)
    }
  })
})

/** How many secrets sign new events. */
const signing = async (company: CompanyUnderTest): Promise<number> => {
  const before = came.length
  const sent = await service.administer("POST", `/admin/v1/companies/${company.id}/webhook/test`)
  expect([sent.status, came.length]).toEqual([200, before + 1])
  return String(came.at(-1)?.["webhook-signature"]).split(" ").length
}

const confirm = (page: Page, verb: string): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name: verb }).click()

const webhookOf = ({ id }: CompanyUnderTest) => service.administer("GET", `/admin/v1/companies/${id}/webhook`)

describe("the webhook at the panel", () => {
  it("gets another secret, which is shown, and the previous one signs for a day", async () => {
    const company = await configured()
    const page = await opened("developer", company.id, "webhook")
    await page.getByRole("button", { name: "Trocar segredo" }).click()
    await page.getByRole("dialog").getByText("Por 24 horas, os webhooks são assinados também com o antigo").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await signing(company)).toBe(1)
    await page.getByRole("button", { name: "Trocar segredo" }).click()
    await confirm(page, "Trocar segredo")
    const secret = await page.getByLabel("Novo segredo").textContent()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    await page.getByText("coloque na loja em até 24 horas").waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await signing(company)).toBe(2)
    await page.reload()
    await page.getByRole("button", { name: "Trocar segredo" }).waitFor()
    expect(await page.getByLabel("Novo segredo").count()).toBe(0)
    service.clock.advance({ hours: 24 })
    expect(await signing(company)).toBe(1)
  })

  it("gets the ticked kinds, by default all but a partial refund, and at least one", async () => {
    const company = await configured()
    const page = await opened("developer", company.id, "webhook")
    const kinds = page.getByRole("group", { name: "Eventos" })
    const part = kinds.getByRole("checkbox", { name: "Reembolso parcial" })
    expect([await part.isChecked(), await kinds.getByRole("checkbox", { checked: true }).count()]).toEqual([false, 7])
    expect(await axeViolations(page)).toEqual([])
    await part.check()
    await kinds.getByRole("checkbox", { name: "Abandonado" }).uncheck()
    await page.getByRole("button", { name: "Salvar" }).click()
    await page.getByText("Endereço salvo.").waitFor()
    const { body } = await webhookOf(company)
    expect(body).toMatchObject({
      data: { events: ["waiting_payment", "paid", "unpaid", "canceled", "partial_refund", "refund", "chargeback"] },
    })
    for (const kind of await kinds.getByRole("checkbox").all()) await kind.uncheck()
    await page.getByRole("button", { name: "Salvar" }).click()
    await page.getByText("Escolha pelo menos um evento.").waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it("is removed, and waiting deliveries are given up, as was announced", async () => {
    const company = await configured()
    await company.post("/api/v1/order/single", byPix())
    const page = await opened("owner", company.id, "webhook")
    await page.getByRole("cell", { name: "A enviar" }).waitFor()
    await page.getByRole("button", { name: "Remover endereço" }).click()
    await page.getByRole("dialog").getByText("A loja deixa de receber webhooks").waitFor()
    await page.getByRole("dialog").getByText("ficam na lista como “Falhou”").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await confirm(page, "Remover endereço")
    await page.getByText("Endereço removido. A loja não recebe mais webhooks.").waitFor()
    await page.getByText("Nenhum webhook ainda.").waitFor()
    expect(await page.getByLabel("Endereço (URL)").inputValue()).toBe("")
    expect(
      await page.getByRole("button", { name: /Trocar segredo|Remover endereço|Enviar evento de teste/u }).count(),
    ).toBe(0)
    expect((await webhookOf(company)).status).toBe(404)
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 }) // otherwise it would be sent now
    await page.getByRole("cell", { name: "Falhou" }).waitFor()
  })

  it("is shown as gone to a user who changes it too late, and removing it twice is no fault", async () => {
    const company = await configured()
    const [first, second] = [
      await opened("owner", company.id, "webhook"),
      await opened("developer", company.id, "webhook"),
    ]
    await first.getByRole("button", { name: "Trocar segredo" }).click()
    await second.getByRole("button", { name: "Remover endereço" }).click()
    await service.administer("DELETE", `/admin/v1/companies/${company.id}/webhook`)
    await confirm(first, "Trocar segredo")
    await first.getByText("O endereço foi removido por outra pessoa.").waitFor()
    await confirm(second, "Remover endereço")
    await second.getByText("Endereço removido.").waitFor()
  })
})
