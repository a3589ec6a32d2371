// How often a payment link sends reminders, and how long before and after its expiry.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { ReminderRuleDetails, reminderDaysMax, remindersMax } from "./reminder-rule.ts"

const isRule = (...days: ReadonlyArray<number>) =>
  Schema.is(ReminderRuleDetails)({
    name: "Cobrança",
    reminders: days.map((day) => ({ days: day, channel: "email" })),
  })

describe("the reminders of a rule", () => {
  it.each([-reminderDaysMax, -1, 0, 1, reminderDaysMax])("may be sent %i days from the expiry", (days) => {
    expect(isRule(days)).toBe(true)
  })

  it.each([-reminderDaysMax - 1, reminderDaysMax + 1, 0.5])("may not be sent %d days from the expiry", (days) => {
    expect(isRule(days)).toBe(false)
  })

  it("are at least one, and at most twenty", () => {
    const days = Array.from({ length: remindersMax + 1 }, (_, day) => day)
    expect(isRule()).toBe(false)
    expect(isRule(...days.slice(1))).toBe(true)
    expect(isRule(...days)).toBe(false)
  })
})
