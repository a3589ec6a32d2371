/**
 * The rule that reminds the payers of a link, chosen at the panel in a real browser with the real service.
 */
import { LinkHistoryView, PaymentLinkResponse, ReminderRuleView } from "@vintem/contract"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { browserUnderTest } from "./browser.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

it("is shown when a link is changed, kept, cleared, and changed for one of many", async () => {
  const company = await service.newCompany()
  const folder = `/admin/v1/companies/${company.id}`
  const rules: Array<string> = []
  for (let number = 1; number <= 17; number += 1) {
    const body = { name: `Regra ${number}`, reminders: [{ days: -1, channel: "email" }] }
    const made = await service.administer("POST", `${folder}/payment-link-rules`, body)
    rules.push(shown(Schema.Struct({ data: ReminderRuleView }), made).data.token)
  }
  const terms = { title: "Mensalidade", amount: 100, payment_link_rule_token: rules[0] }
  const { slug } = shown(PaymentLinkResponse, await company.post("/api/v1/payment-link", terms)).data
  const ruleNow = async () => {
    const history = await service.administer("GET", `${folder}/payment-links/${slug}/history`)
    return shown(Schema.Struct({ data: LinkHistoryView }), history).data.payment_link_rule
  }
  const page = await opened("support", company.id, "link", { slug })
  const change = page.getByRole("button", { name: "Alterar" })
  const choice = page.getByLabel("Regras de lembrete")
  const saved = async (): Promise<void> => {
    await page.getByRole("button", { name: "Salvar" }).click()
    await page.getByText("Link salvo.").waitFor()
  }

  await change.click()
  // The first of seventeen is on the second page.
  await choice.getByRole("option", { name: "Regra 17" }).waitFor({ state: "attached" })
  expect(await choice.locator("option:checked").textContent()).toBe("A regra atual")
  await saved()
  expect(await ruleNow()).toBe(rules[0])

  await change.click()
  await page.getByRole("button", { name: "Mostrar regras anteriores" }).click()
  await choice.getByRole("option", { name: "Regra 2", exact: true }).waitFor({ state: "attached" })
  expect(await choice.locator("option:checked").textContent()).toBe("Regra 1")
  await choice.selectOption("Regra 2")
  await saved()
  expect(await ruleNow()).toBe(rules[1])

  await change.click()
  await choice.selectOption("–")
  await saved()
  expect(await ruleNow()).toBeNull()
})
