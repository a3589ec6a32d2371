/**
 * Pages that update live, in a real browser and with the real service: two users at once, the network lost and back, a
 * session that ends meanwhile, and a batch of a thousand links.
 */
import { BulkResponse, PaymentLinkResponse } from "@vintem/contract"
import { instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { byCard, byPix } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { payersOf } from "./payers.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { openShopAt } from "./subscriptions.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const OrderNumberIn = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const place = async (company: CompanyUnderTest) =>
  shown(OrderNumberIn, await company.post("/api/v1/order/single", byPix())).data.order_number

/** Waits until the page says that it is live. */
const live = (page: Page) => page.getByText("Ao vivo").waitFor()

const orderLink = (page: Page, number: string) => page.getByRole("link", { name: number })

describe("a live page", () => {
  it("shows another user's action, and keeps the focus and the scroll position", async () => {
    const company = await service.newCompany()
    const numbers: Array<string> = []
    for (let count = 0; count < 15; count += 1) numbers.push(await place(company))
    const first = numbers.at(-1) ?? ""
    const [list, one, other] = [
      await opened("support", company.id, "orders"),
      await opened("owner", company.id, "order", { order_number: first }),
      await opened("support", company.id, "order", { order_number: first }),
    ]
    for (const page of [list, one, other]) await live(page)
    await orderLink(list, numbers[3] ?? "").focus()
    const scrolled = await list.evaluate("scrollY")
    const added = await place(company)
    await orderLink(list, added).waitFor()
    expect(await list.locator(":focus").textContent()).toBe(numbers[3])
    expect(await list.evaluate("scrollY")).toBe(scrolled)
    await other.getByRole("button", { name: "Cancelar pedido" }).click()
    await other.getByRole("dialog").getByRole("button", { name: "Cancelar pedido" }).click()
    for (const page of [one, other]) await page.locator("dl").getByText("Cancelado", { exact: true }).waitFor()
    await list.getByRole("row").filter({ hasText: first }).getByText("Cancelado").waitFor()
    const said = (await list.getByRole("status").allTextContents()).join(" ")
    const minutes = [0, 1, 2].map((ago) => saoPauloTimestamp(instant(Date.now() - 60_000 * ago)).slice(11, 16))
    expect(minutes.map((minute) => `A página foi atualizada às ${minute}.`)).toContainEqual(said.trim())
  })

  it("shows that a link was paid, and the sale on the overview", async () => {
    const company = await service.newCompany()
    const made = await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 100 })
    const { slug } = shown(PaymentLinkResponse, made).data
    const [links, overview] = [
      await opened("support", company.id, "links"),
      await opened("viewer", company.id, "overview"),
    ]
    for (const page of [links, overview]) await live(page)
    await links.getByText("Em aberto").waitFor()
    await overview.getByText("Nenhuma venda ainda.").waitFor()
    const payers = payersOf(service)
    payers.paid(await payers.payLink(slug, { ...byCard(), items: undefined }))
    await links.getByText(/^Pago em /u).waitFor()
    await overview.getByRole("heading", { name: "Por forma de pagamento" }).waitFor()
  })

  it("shows another user's change and removal of a link", async () => {
    const company = await service.newCompany()
    const made = await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 100 })
    const { slug } = shown(PaymentLinkResponse, made).data
    const [list, one, other] = [
      await opened("viewer", company.id, "links"),
      await opened("viewer", company.id, "link", { slug }),
      await opened("support", company.id, "link", { slug }),
    ]
    for (const page of [list, one, other]) await live(page)
    await other.getByRole("button", { name: "Alterar" }).click()
    await other.getByLabel("Título").fill("Anuidade")
    await other.getByRole("button", { name: "Salvar" }).click()
    await list.getByRole("link", { name: "Anuidade" }).waitFor()
    await one.getByRole("heading", { level: 1, name: "Anuidade" }).waitFor()
    await other.getByRole("button", { name: "Excluir" }).click()
    await other.getByRole("dialog").getByRole("button", { name: "Excluir" }).click()
    for (const page of [list, other]) await page.getByText("Nenhum link ainda.").waitFor()
    await one.getByText("Não encontrado.").waitFor()
  })

  it("shows another user's cancelation of a subscription", async () => {
    const company = await service.newCompany()
    const { token } = await (await openShopAt(service, company)).subscribe()
    const [list, one, other] = [
      await opened("viewer", company.id, "subscriptions"),
      await opened("viewer", company.id, "subscription", { token }),
      await opened("support", company.id, "subscription", { token }),
    ]
    for (const page of [list, one, other]) await live(page)
    await list.getByRole("cell", { name: "Ativa" }).waitFor()
    await other.getByRole("button", { name: "Cancelar assinatura" }).click()
    await other.getByRole("dialog").getByRole("button", { name: "Cancelar assinatura" }).click()
    await list.getByRole("cell", { name: "Cancelada" }).waitFor()
    for (const page of [one, other]) await page.locator("dl").getByText("Cancelada", { exact: true }).waitFor()
  })

  it("says when the connection is lost, and catches up when it is back", async () => {
    const company = await service.newCompany()
    const page = await opened("owner", company.id, "orders")
    await live(page)
    await page.context().setOffline(true)
    await page.getByText("Sem conexão com o serviço.").waitFor()
    await page.locator(".live").getByText("Sem atualização automática").waitFor()
    const number = await place(company)
    await page.context().setOffline(false)
    await orderLink(page, number).waitFor()
    await live(page)
    expect(await page.getByText("Sem conexão com o serviço.").count()).toBe(0)
  })

  it("asks to sign in when the session has ended meanwhile", async () => {
    const company = await service.newCompany()
    const page = await opened("owner", company.id, "orders")
    await live(page)
    const answer = await page.evaluate(
      `fetch("/panel/v1/session", { method: "DELETE", headers: { "x-vintem-panel": "1" } }).then(({ status }) => status)`,
    )
    expect(answer).toBe(200)
    const number = await place(company)
    await page.getByRole("dialog").getByText("Sua sessão expirou.").waitFor()
    expect(await orderLink(page, number).count()).toBe(0)
  })

  it("shows a batch of a thousand links while it is made, and reads it a few times only", async () => {
    const company = await service.newCompany()
    const path = "/api/v1/payment-link-bulk"
    const customers = (from: number) =>
      Array.from({ length: 50 }, (_, n) => ({ name: "Maria da Silva", email: `maria-${from + n}@example.com` }))
    const { token } = shown(BulkResponse, await company.post(path, { amount: 10, customers: customers(0) })).data
    const page = await opened("owner", company.id, "batch", { token })
    await live(page)
    for (let from = 50; from < 1_000; from += 50) {
      const added = await company.post(`${path}/${token}/customers`, { customers: customers(from) })
      expect(added.status).toBe(202)
    }
    await page.getByText(/ de 1000$/u).waitFor()
    let asked = 0
    page.on("request", (request) => {
      if (request.url().endsWith(`/payment-link-bulk/${token}`)) asked += 1
    })
    const begun = Date.now()
    const finished = service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 60 })
    await page.getByText("1000 de 1000").waitFor()
    expect((await finished).status).toBe(200)
    await eventually(async () => expect(await page.locator("progress").getAttribute("value")).toBe("1000"))
    // Once at the start, once every two seconds, and once at the end.
    expect(asked).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - begun) / 2_000))
  })
})
