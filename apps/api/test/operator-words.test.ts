// Operators read the backlog and the problems in their language: the service names kinds of work and findings, the
// panel has the words.
import { workKinds } from "@vintem/application"
import { stateWords } from "@vintem/panel/state-words"
import { describe, expect, it } from "vitest"
import { findingsOf } from "../src/status/status-findings.ts"
import type { StatusReport } from "../src/status/status-report.ts"

const long = { count: 1, oldest_at: "2026-11-01T00:00:00.000Z" }

/** Everything is wrong that a page can show: a silent service shows none. */
const bad: StatusReport = {
  at: "2026-11-21T00:00:00.000Z",
  service: { url: "https://pay.example.com", state: "not_ready", reason: null, degraded: "signature_refused" },
  charging: { orders: 100, since: null, latest_charge_at: null, charges: { unknown: 100 } },
  unknown_outcomes: long,
  unsettled_refunds: long,
  due: { work: 1, webhook: 1, kinds: ["ResolveAttempt", "DeliverWebhook"].map((kind) => ({ kind, ...long })) },
  in_hand: 0,
  dead: [{ kind: "ResolveAttempt", count: 1 }],
  disabled_webhooks: [1],
  last_backup: null,
}

describe.each(Object.values(stateWords))("the operators' pages", ({ findings, jobs }) => {
  it.each(workKinds)("have words for the work %s", (kind) => {
    expect(jobs[kind]).toMatch(/ /u)
  })

  it.each(findingsOf(bad).map(({ finding }) => finding))("have words for the finding %s", (finding) => {
    expect(findings[finding]).toMatch(/ /u)
  })
})

it("cover every possible finding", () => {
  expect(findingsOf(bad)).toHaveLength(9)
})
