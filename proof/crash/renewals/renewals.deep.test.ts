// Kills amid renewals, and a test that each check would notice a fault.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { breachesOf, openEvidence } from "../check.ts"
import type { CrashReport } from "../crash-run.ts"
import { copiesOf, tamper } from "../tampering.ts"
import { renewalRun } from "./renewal-run.ts"

const seed = 1

const folder = mkdtempSync(join(tmpdir(), "vintem-renewals-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let report: CrashReport
const told: Array<string> = []
beforeAll(async () => {
  report = await renewalRun({ seed, kills: 3, folder, tell: (line) => told.push(line) })
})

describe("the service, killed three times amid renewals", () => {
  it("charges each period once, and forgets no subscriber", () => {
    expect(report.breaches).toEqual([])
    expect(told).toHaveLength(3)
  })
})

const renewals = "orders where details ->> '$.subscription' is not null"
const onePaid = `(select max(number) from ${renewals} and status = 'paid')`

/**
 * Each row damages the files with plain SQL, and names the promise that this breaks. Every check of the promise has to
 * notice.
 */
const tamperings: ReadonlyArray<readonly [what: string, sql: string, finding: string]> = [
  ["an order is lost", `delete from orders where number = ${onePaid}`, "files are whole"],
  ["an event of an order is lost", "delete from order_event where sequence = 2", "order's log is without gaps"],
  ["an event is lost", "delete from subscription_event where sequence = 2", "subscription's log is without gaps"],
  [
    "the card of a subscription is changed",
    "update subscription set progress = json_set(progress, '$.means.card.lastDigits', '0000')",
    "folded it is the stored subscription",
  ],
  [
    "the acquirer is not asked about an attempt",
    `update order_attempt set in_flight = 1 where order_number = ${onePaid}`,
    "attempt that was in flight",
  ],
  ["a renewal is late", "update job set ready_at = 0", "no work is overdue"],
  ["the order of a charge is lost", `delete from orders where number = ${onePaid}`, "no charge without an order"],
  ["a subscription is lost", "delete from subscription where id = 1", "every subscriber has one subscription"],
  [
    "a subscriber has two",
    "update subscription set details = json_set(details, '$.ref', 'leaving-1')",
    "every subscriber has one subscription",
  ],
  ["a period is skipped", `delete from orders where number = ${onePaid}`, "one order, which is the one kept for it"],
  [
    "a period has two orders",
    `update orders set details = json_set(details, '$.subscription.period', 2) where details ->> '$.subscription.period' = 3`,
    "one order, which is the one kept for it",
  ],
  [
    "another order is kept for a period",
    "update renewal set order_number = 'x' || order_number",
    "one order, which is the one kept for it",
  ],
  [
    "a period is charged twice",
    `insert into books.charge select 'x' || key, version, body, made_at from books.charge
     where body ->> '$.order' = ${onePaid} and body ->> '$.state' = 'confirmed'`,
    "no period is charged twice",
  ],
  [
    "a period is paid without a charge",
    `delete from books.charge where body ->> '$.order' = ${onePaid}`,
    "as many periods",
  ],
  [
    "a subscription stands still",
    "delete from job where kind = 'RunSubscriptionTimer'; update subscription set progress = json_set(progress, '$.paidPeriods', 1, '$.renewal', null)",
    "nobody is forgotten",
  ],
  [
    "subscriptions end for want of money that was there",
    `update subscription set progress = json_set(progress, '$.canceled', json('{"at": 1, "because": "dunning"}'))`,
    "lost to dunning",
  ],
  [
    "a cancel is forgotten",
    "update subscription set progress = json_set(progress, '$.canceled', null)",
    "who was told that the subscription is canceled",
  ],
  [
    "nobody asked for a cancel",
    `update subscription set progress = json_set(progress, '$.canceled', json('{"at": 1, "because": "asked"}'))`,
    "who was told that the subscription is canceled",
  ],
  ["a log is lost", "delete from subscription_event", "`vintem check`"],
]

describe("the checks notice it if", () => {
  it.each(tamperings)("%s", async (what, sql, finding) => {
    const [file, books] = copiesOf(report, folder, what)
    const checks = report.checks.filter(({ title }) => title.includes(finding))
    tamper(file, books, sql)
    const evidence = openEvidence(file, books, report.now)
    const breaches = await breachesOf(checks, evidence).finally(evidence.close)
    const broken = new Set(breaches.map((breach) => breach.broken))
    expect(checks.map(({ title }) => title).filter((title) => !broken.has(title))).toEqual([])
    expect(checks).not.toEqual([])
  })

  it("a file has any other fault: every check has its case", () => {
    const untried = report.checks.filter(({ title }) => !tamperings.some(([, , finding]) => title.includes(finding)))
    expect(untried).toEqual([])
  })
})
