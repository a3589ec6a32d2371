/**
 * Billing rules at work: payers are reminded on the right morning.
 */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { payersOf } from "./payers.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, pass } = payersOf(service)

const Made = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })
const hour = 3_600

describe("a new billing rule", () => {
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
    // No mail server is set up here, and the log says so of each reminder.
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
