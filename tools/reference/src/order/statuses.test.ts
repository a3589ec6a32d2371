import { AttemptFact, CaseFact, OrderStatus, orderStatuses, orderStatusTitle, RefundFact } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { orderStatusesPage } from "./statuses.ts"

const { body } = orderStatusesPage()

describe("the page on statuses", () => {
  it("has every rule under its number, with its status and title", () => {
    for (const [index, { status, because }] of orderStatuses.entries()) {
      expect(body).toMatch(
        new RegExp(
          `^\\| ${index + 1} \\| (yes|no) \\| ${because} \\| \`${status}\` \\| ${orderStatusTitle[status]} \\|$`,
          "mu",
        ),
      )
    }
  })

  it("has a rule for every status", () => {
    for (const status of OrderStatus.literals) expect(body).toContain(`| \`${status}\` | ${orderStatusTitle[status]} |`)
  })

  it("marks the rules that ask for a confirmed payment, which come first", () => {
    const marks = [...body.matchAll(/^\| \d+ \| (yes|no) \|/gmu)].map(([, mark]) => mark)
    expect(marks).toEqual(marks.toSorted().reverse())
    expect(new Set(marks).size).toBe(2)
  })

  it.each([
    ["attempt", AttemptFact.literals],
    ["refund", RefundFact.literals],
    ["case", CaseFact.literals],
  ])("ranks the facts about a %s", (_, facts) => {
    const ranks = facts.map((fact, index) => `\\| ${index + 1} \\| \`${fact}\` \\|[^\\n]*\\n`).join("")
    expect(body).toMatch(new RegExp(`\\| --- \\|\\n${ranks}(\\n|$)`, "u"))
  })

  it("says what a fact alone makes of an order", () => {
    expect(body).toContain("| 4 | `review` | always | `risk_analysis` |")
    expect(body).toContain("| 6 | `rejected` | once `review` is known | `unpaid` |")
    expect(body).toContain("| 2 | `processing` | reserved | `paid` |")
    expect(body).toContain("| 2 | `taken` | taken | `chargeback` |")
  })
})
