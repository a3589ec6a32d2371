/**
 * Orders at the panel, in a real browser with the real service: finding one, its money, and two users who refund it.
 */
import { SingleOrderResponse } from "@vintem/contract"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { byCard, byPix } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { days, onceOnly, openShopAt, byCard as payByCard } from "./subscriptions.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

const place = async (company: CompanyUnderTest, body: unknown): Promise<string> =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number

const find = async (page: Page, sought: string, status = "Qualquer uma"): Promise<void> => {
  await page.getByLabel("Buscar").fill(sought)
  await page.getByLabel("Situação").selectOption(status)
  await page.getByRole("button", { name: "Buscar" }).click()
}

describe("the search for an order", () => {
  it("finds it by its source, which its page shows", async () => {
    const company = await service.newCompany()
    const shop = await openShopAt(service, company)
    const { data } = await shop.order({ src: "instagram", ref: "pedido-1" })
    await place(company, byPix())
    const page = await opened("viewer", company.id, "orders")
    for (const sought of ["instagram", "pedido-1"]) {
      await find(page, sought)
      await page.getByText("Página 1 de 1 (1 no total)").waitFor()
    }
    await page.getByRole("link", { name: data.order_number }).click()
    await page.getByText("Origem", { exact: true }).waitFor()
    for (const text of ["instagram", "pedido-1"]) expect(await page.getByText(text, { exact: true }).count()).toBe(1)
  })

  it("by its number respects the chosen status", async () => {
    const company = await service.newCompany()
    const number = await place(company, byCard())
    const page = await opened("viewer", company.id, "orders")
    await find(page, number, "Não pago")
    await page.getByText("Nenhum pedido com estes filtros.").waitFor()
    await find(page, number, "Pago")
    await page.getByRole("link", { name: number }).waitFor()
  })
})

describe("the money of an order", () => {
  it("is expected only if it was received and stayed", async () => {
    const company = await service.newCompany()
    const [paid, open, disputed] = [
      await place(company, byCard()),
      await place(company, byPix()),
      await place(company, byCard()),
    ]
    await service.administer("POST", `/sandbox/v1/orders/${disputed}/events`, { kind: "chargeback" })
    const isToCome = async (number: string): Promise<boolean> => {
      const page = await opened("viewer", company.id, "order", { order_number: number })
      await page.getByText("Recebido", { exact: true }).waitFor()
      return (await page.getByText("Líquido", { exact: true }).count()) === 1
    }
    expect([await isToCome(paid), await isToCome(open), await isToCome(disputed)]).toEqual([true, false, false])
  })

  it("cannot be refunded twice: the second user reads that nothing is left", async () => {
    const company = await service.newCompany()
    const number = await place(company, byCard())
    const page = await opened("finance", company.id, "order", { order_number: number })
    await page.getByText("Ao vivo").waitFor()
    await page.getByRole("button", { name: "Reembolsar" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Valor do reembolso").waitFor()
    await service.administer("POST", `/admin/v1/companies/${company.id}/orders/${number}/refund`, {})
    await dialog.getByText("Não há mais nada a reembolsar.").waitFor()
    expect(await dialog.getByRole("button").allTextContents()).toEqual(["Fechar"])
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await page.locator("dt").getByText("Reembolsado", { exact: true }).waitFor()
  })
})

describe("the commands to an order", () => {
  const informed = (number: string, kind: string) =>
    service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind })

  /** The buttons, and the texts that replace them. */
  const commandsAt = async (page: Page) => {
    const commands = page.locator(".actions.card .allowed")
    return Promise.all(
      (await commands.all()).map(async (one) => {
        const button = one.getByRole("button")
        const reason = await one.locator(".hint").allTextContents()
        return [await button.textContent(), (await button.isEnabled()) ? "possible" : reason.join()]
      }),
    )
  }

  const caseOpen = "Há uma contestação em andamento. Espere até que ela termine."
  const chargedBack = "O valor foi debitado por uma contestação."

  it.each([
    [
      "paid",
      [],
      [
        ["Reembolsar", "possible"],
        ["Concluir pedido", "possible"],
      ],
    ],
    [
      "disputed",
      ["dispute"],
      [
        ["Reembolsar", caseOpen],
        ["Concluir pedido", caseOpen],
      ],
    ],
    [
      "charged back",
      ["chargeback"],
      [
        ["Reembolsar", chargedBack],
        ["Concluir pedido", chargedBack],
        ["Responder à contestação", "possible"],
      ],
    ],
    [
      "won",
      ["dispute", "dispute_won"],
      [
        ["Reembolsar", "possible"],
        ["Concluir pedido", "possible"],
      ],
    ],
  ] as const)("are those that the service would accept: %s", async (_, kinds, commands) => {
    const company = await service.newCompany()
    const number = await place(company, byCard())
    for (const kind of kinds) await informed(number, kind)
    const page = await opened("owner", company.id, "order", { order_number: number })
    await page.getByRole("button", { name: "Reembolsar" }).waitFor()
    expect(await commandsAt(page)).toEqual(commands)
  })

  it("are refused with the reason if the order changed behind the dialog", async () => {
    const company = await service.newCompany()
    const number = await place(company, byCard())
    const page = await opened("owner", company.id, "order", { order_number: number })
    await page.getByRole("button", { name: "Reembolsar" }).click()
    const dialog = page.getByRole("dialog")
    await informed(number, "dispute")
    await dialog.getByRole("button", { name: "Reembolsar" }).click()
    await dialog.getByRole("alert").getByText(caseOpen).waitFor()
    await page.evaluate("document.querySelector(\".languages button[lang='en']\").click()")
    await dialog.getByRole("alert").getByText("A dispute is open. Wait for its end.").waitFor()
  })

  it("do not include canceling a renewal whose subscription continues", async () => {
    const company = await service.newCompany()
    const shop = await openShopAt(service, company)
    await shop.subscribe({ payment: payByCard(onceOnly) })
    await shop.pass(days(31))
    const renewal = (await shop.orders()).at(-1)?.order_number ?? ""
    const page = await opened("owner", company.id, "order", { order_number: renewal })
    await page.getByRole("button", { name: "Cancelar pedido" }).waitFor()
    expect(await commandsAt(page)).toEqual([
      ["Cancelar pedido", "O pedido é a renovação de uma assinatura ativa. Cancele a assinatura."],
    ])
  })
})

describe("a page beyond the last", () => {
  it("leads to the last", async () => {
    const company = await service.newCompany()
    for (let count = 0; count < 16; count += 1) await place(company, byPix())
    const page = await opened("viewer", company.id, "orders")
    await page.goto(`${page.url()}?status=waiting_payment&page=99`)
    await page.getByText("Página 2 de 2 (16 no total)").waitFor()
    expect(new URL(page.url()).search).toBe("?status=waiting_payment&page=2")
    expect(await page.getByRole("row").count()).toBe(2)
  })
})
