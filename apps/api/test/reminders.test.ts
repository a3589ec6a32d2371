/**
 * Reminder rules at work: payers are reminded on the right morning.
 */
import { LinkHistoryView } from "@vintem/contract"
import { mailCaps } from "@vintem/domain/customer"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { readExposition, valueOf } from "./exposition.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, pass } = payersOf(service)

const Made = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })
const Links = Schema.Struct({ data: Schema.Array(Schema.Struct({ slug: Schema.String })) })
const hour = 3_600
const metricsToken = "prometheus-s-token-of-these-tests"

describe("a new reminder rule", () => {
  it("is looked at from the next morning on", async () => {
    const company = await service.newCompany()
    const rule = await service.administer("POST", `/admin/v1/companies/${company.id}/payment-link-rules`, {
      name: "Dois lembretes",
      reminders: [
        { days: -1, channel: "email" },
        { days: 0, channel: "email" },
      ],
    })
    // It is Thursday, 19 November 2026, noon.
    await makeLink(company, {
      payment_link_rule_token: shown(Made, rule).data.token,
      expired_at: "2026-11-21",
      customer_email: "maria@example.com",
    })
    // No mail server is set up here, and the log says so for each reminder.
    const reminded = () => service.log.filter((line) => line.includes("a reminder was not sent")).length
    await pass(20 * hour - 60)
    expect(reminded()).toBe(0)
    await pass(60)
    expect(reminded()).toBe(1)
    await pass(24 * hour)
    expect(reminded()).toBe(2)
    await pass(72 * hour)
    expect(reminded()).toBe(2)
  })
})

describe("one rule and twelve batches for one address", () => {
  it("send no more reminders in a day than the company's cap, and the merchant and the operator see how many were held back", async () => {
    const bombed = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: metricsToken } })
    const { pass: letPass } = payersOf(bombed)
    const company = await bombed.newCompany()
    const rule = await bombed.administer("POST", `/admin/v1/companies/${company.id}/payment-link-rules`, {
      name: "Hoje",
      reminders: [{ days: 0, channel: "email" }],
    })
    const customers = Array.from({ length: 50 }, (_, n) => ({ name: "Maria Exemplo", email: `maria+${n}@example.com` }))
    for (let batch = 0; batch < 12; batch += 1) {
      const made = await company.post("/api/v1/payment-link-bulk", {
        amount: 10,
        expired_at: "2026-11-19",
        payment_link_rule_token: shown(Made, rule).data.token,
        customers,
      })
      expect(made.status).toBeLessThan(300)
    }
    await letPass(hour)
    // No mail server is set up here, and the log says so for each reminder that would have been sent.
    const cap = mailCaps.reminder.company
    expect(bombed.log.filter((line) => line.includes("a reminder was not sent"))).toHaveLength(cap)
    const told = await bombed.call("GET", "/metrics", { token: metricsToken })
    const labels = { kind: "reminder", cap: "company" }
    expect(valueOf(readExposition(told.text), "vintem_mails_held_back_total", labels)).toBe(600 - cap)

    const { data } = shown(Links, await company.get("/api/v1/payment-link"))
    const histories = await Promise.all(
      data.map(async ({ slug }) =>
        shown(
          Schema.Struct({ data: LinkHistoryView }),
          await bombed.administer("GET", `/admin/v1/companies/${company.id}/payment-links/${slug}/history`),
        ),
      ),
    )
    const reminders = histories.flatMap(({ data: { reminders: all } }) => all)
    expect(reminders).toHaveLength(data.length)
    const held = reminders.filter(({ state }) => state === "held_back")
    expect(held.length).toBeGreaterThanOrEqual(data.length - cap)
    expect(histories.reduce((sum, one) => sum + one.data.reminders_held_back, 0)).toBe(held.length)
  })
})
