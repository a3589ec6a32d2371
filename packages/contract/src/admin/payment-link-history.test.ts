// A payment link's history, with its reminders.
import { instant, LocalDate } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import { MailCap } from "@vintem/domain/customer"
import { exampleLink } from "@vintem/testing"
import { describe, expect, it } from "vitest"
import { linkHistoryView } from "./payment-link-history.ts"

const rule = ReminderRuleToken.make("8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11")

/** The wire format of a link's history with one reminder. */
const writtenBy = (heldBackBy: MailCap | null) =>
  JSON.stringify(
    linkHistoryView(
      {
        link: exampleLink(),
        events: [],
        orders: [],
        reminders: [{ rule, day: LocalDate.make("2026-11-20"), heldBackBy }],
      },
      instant(0),
    ),
  )

describe("the history of a payment link", () => {
  it("says that a reminder was held back", () => {
    expect(writtenBy("company")).toContain('"state":"held_back"')
    expect(writtenBy(null)).toContain('"state":"sent"')
  })

  it("does not say which cap held it back, because that would reveal that other companies write to this person", () => {
    expect(new Set(MailCap.literals.map(writtenBy)).size).toBe(1)
  })
})
