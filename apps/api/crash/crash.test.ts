// Three kills of the real service, and whether the checks would have noticed had anything been wrong.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import BetterSqlite from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { breachesOf, openEvidence } from "./check.ts"
import { type CrashReport, crashRun } from "./crash-run.ts"

/** Its first three kills meet the service serving, resuming, and reconciling. */
const seed = 29
/** Ends a run that hangs, on a busy machine too. */
const limitMillis = 900_000

const folder = mkdtempSync(join(tmpdir(), "vintem-crash-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let report: CrashReport
const told: Array<string> = []
beforeAll(async () => {
  report = await crashRun({ seed, kills: 3, folder, tell: (line) => told.push(line) })
}, limitMillis)

describe("the service, killed three times under load", () => {
  it("keeps its word", () => {
    expect(report.breaches).toEqual([])
    expect(told.join("\n")).toMatch(/serving[\s\S]*resuming[\s\S]*reconciling/u)
  })
})

/** What is done to the files behind the service's back, and what has to be found false then. */
const tamperings: ReadonlyArray<readonly [what: string, sql: string, finding: string]> = [
  [
    "an event is moved to an order that does not exist",
    "update order_event set order_number = 'none' where order_number = (select max(number) from orders) and sequence = 1",
    "files are whole",
  ],
  ["the last event of an order is lost", "delete from order_event where sequence = 2", "log is without gaps"],
  [
    "an event is changed",
    "update order_event set body = json_set(body, '$.at', at + 1) where sequence = 2",
    "folded it is the stored order",
  ],
  [
    "a status is changed",
    "update orders set status = 'complete' where status = 'paid'",
    "folded it is the stored order",
  ],
  [
    "the acquirer is not asked about an attempt",
    "update order_attempt set in_flight = 1",
    "attempt that was in flight",
  ],
  ["work is forgotten", "update job set ready_at = 0", "no work is overdue"],
  ["work is given up", "update job set died_at = 0", "no work is overdue"],
  ["an order is lost after its charge", "delete from orders where status = 'paid'", "no charge without an order"],
  [
    "an order is charged under another key as well",
    "insert into books.simulated_charge select 'x' || key, version, body from books.simulated_charge",
    "one charge in the acquirer's books",
  ],
  [
    "an order is paid without a charge",
    "delete from books.simulated_charge where body ->> '$.standing' = 'confirmed'",
    "none is paid without a charge",
  ],
  [
    "another amount is charged",
    "update books.simulated_charge set body = json_set(body, '$.amount', 1)",
    "for the same centavos",
  ],
  ["an acknowledged order is lost", "delete from orders", "every acknowledged order is there"],
  [
    "an order that was acknowledged as paid is not",
    "update orders set status = 'unpaid' where status = 'paid'",
    "stands as it was acknowledged",
  ],
  [
    "a key has a second order",
    "update orders set details = json_set(details, '$.items[0].sku', 'purchase-1') where id = 2",
    "a key has one order",
  ],
  [
    "an order is placed that nobody asked for",
    "update orders set details = replace(details, 'purchase-', 'x')",
    "a key has one",
  ],
  [
    "a review ends by itself",
    "update orders set status = 'unpaid' where status = 'risk_analysis'",
    "ends as its kind of payment does",
  ],
  ["a log is lost", "delete from order_event", "`vintem check`"],
]

describe("the checks notice it where", () => {
  const checksNamed = (finding: string) => report.checks.filter(({ title }) => title.includes(finding))

  it.each(tamperings)(
    "%s",
    async (what, sql, finding) => {
      const [file, books] = copies(what.replaceAll(/\W/gu, "-"))
      const before = openEvidence(file, books, report.now)
      expect(await breachesOf(checksNamed(finding), before).finally(before.close)).toEqual([])

      tamper(file, books, sql)
      const after = openEvidence(file, books, report.now)
      const breaches = await breachesOf(checksNamed(finding), after).finally(after.close)
      expect(breaches).not.toEqual([])
    },
    limitMillis,
  )

  it("something is wrong with a file: every check of the files has its case", () => {
    const ofAnswers = /is answered with 200|is given the first answer/u
    const untried = report.checks.filter(({ title }) => !tamperings.some(([, , finding]) => title.includes(finding)))
    expect(untried.filter(({ title }) => !ofAnswers.test(title))).toEqual([])
  })
})

/** Copies of the two files, to be tampered with. */
const copies = (name: string): readonly [file: string, books: string] => {
  const copy = (from: string, kind: string) => {
    const to = join(folder, `${name}-${kind}.db`)
    const database = new BetterSqlite(from, { readonly: true })
    database.prepare("vacuum into ?").run(to)
    database.close()
    return to
  }
  return [copy(report.file, "service"), copy(report.books, "acquirer")]
}

const tamper = (file: string, books: string, sql: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("foreign_keys = off")
  database.prepare("attach ? as books").run(books)
  const { changes } = database.prepare(sql).run()
  database.close()
  expect(changes).toBeGreaterThan(0)
}
