/**
 * The state of payment links at the panel, in a real browser with the real service.
 */
import { PaymentLinkResponse } from "@vintem/contract"
import { expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { byCard } from "./example-orders.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

it("is paid, expired or open, by the day of São Paulo, in the list and on a link's page", async () => {
  const company = await service.newCompany()
  const make = async (title: string, terms: object = {}) =>
    shown(PaymentLinkResponse, await company.post("/api/v1/payment-link", { title, amount: 100, ...terms })).data.slug
  const once = await make("Paga uma vez", { expire_after_payment: true, expired_at: "2026-11-19" })
  const often = await make("Paga muitas vezes")
  const lastDay = await make("Vale até o dia 19", { expired_at: "2026-11-19" })
  await make("Vale até o dia 20", { expired_at: "2026-11-20" })
  const payers = payersOf(service)
  for (const slug of [once, often]) payers.paid(await payers.payLink(slug, { ...byCard(), items: undefined }))

  const paid = "Pago em 19/11/2026 às 12:00"
  const states = async (expected: Readonly<Record<string, ReadonlyArray<string>>>): Promise<void> => {
    const list = await opened("viewer", company.id, "links")
    await eventually(async () => {
      for (const [title, marks] of Object.entries(expected)) {
        const row = list.getByRole("row").filter({ hasText: title })
        expect([title, await row.locator(".mark").allTextContents()]).toEqual([title, marks])
      }
    })
  }
  await states({
    "Paga uma vez": [paid],
    "Paga muitas vezes": ["Em aberto", paid],
    "Vale até o dia 19": ["Em aberto"],
    "Vale até o dia 20": ["Em aberto"],
  })
  // 23:59:59 in São Paulo; elsewhere it is tomorrow.
  await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 12 * 3_600 - 1 })
  const late = await opened("viewer", company.id, "link", { slug: lastDay })
  await late.locator("dl").getByText("Em aberto").waitFor()
  await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
  const over = await opened("viewer", company.id, "link", { slug: lastDay })
  await over.locator("dl").getByText("Vencido").waitFor()
  await states({
    "Paga uma vez": [paid],
    "Paga muitas vezes": ["Em aberto", paid],
    "Vale até o dia 19": ["Vencido"],
    "Vale até o dia 20": ["Em aberto"],
  })
})
