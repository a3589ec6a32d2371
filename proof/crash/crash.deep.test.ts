// Three kills of the real service, and a test that each check would notice a fault.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { breachesOf, openEvidence } from "./check.ts"
import { type CrashReport, crashRun } from "./crash-run.ts"
import { copiesOf, tamper } from "./tampering.ts"

/** Its first three kills meet the service serving, resuming, and reconciling. */
const seed = 29

const folder = mkdtempSync(join(tmpdir(), "vintem-crash-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let report: CrashReport
const told: Array<string> = []
beforeAll(async () => {
  report = await crashRun({ seed, kills: 3, folder, tell: (line) => told.push(line) })
})

describe("the service, killed three times under load", () => {
  it("keeps its promises", () => {
    expect(report.breaches).toEqual([])
    expect(told.join("\n")).toMatch(/serving[\s\S]*resuming[\s\S]*reconciling/u)
    expect(told.at(-1)).toMatch(/[1-9]\d* webhooks received/u)
  })
})

/**
 * Each row damages the files with plain SQL, and names the promise that this breaks. Every check of the promise has to
 * notice.
 */
const tamperings: ReadonlyArray<readonly [what: string, sql: string, finding: string]> = [
  [
    "an event is moved to an order that does not exist",
    "update order_event set order_number = 'none' where order_number = (select max(number) from orders) and sequence = 1",
    "files are whole",
  ],
  ["the last event of an order is lost", "delete from order_event where sequence = 2", "order's log is without gaps"],
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
  ["an event of a batch is lost", "delete from batch_event where sequence = 2", "batch's log is without gaps"],
  [
    "an event of a batch is changed",
    "update batch_event set body = json_set(body, '$.count', 99) where type = 'BatchCreated'",
    "folded it is the stored batch",
  ],
  ["the event of a link is lost", "delete from payment_link_event where sequence = 1", "link's log is without gaps"],
  [
    "the terms of a link are changed",
    "update payment_link set terms = json_set(terms, '$.amount', 1)",
    "folded it is the stored link",
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
    "insert into books.charge select 'x' || key, version, body, made_at from books.charge",
    "one charge in the acquirer's books",
  ],
  [
    "an order is paid without a charge",
    "delete from books.charge where body ->> '$.state' = 'confirmed'",
    "none is paid without a charge",
  ],
  [
    "another amount is charged",
    "update books.charge set body = json_set(body, '$.amount', 1)",
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
    "update orders set details = json_set(details, '$.items[0].sku', 'single-1', '$.ref', 'checkout-1', '$.customer.email', 'payer-1-1@example.com')",
    "a key has one order",
  ],
  [
    "an order is placed that nobody asked for",
    "update orders set details = json_set(details, '$.items[0].sku', 'nobody', '$.ref', 'nobody', '$.customer.email', 'nobody')",
    "a key has one order",
  ],
  [
    "a review ends by itself",
    "update orders set status = 'unpaid' where status = 'risk_analysis'",
    "ends as its kind of payment does",
  ],
  ["a use of a coupon is not counted", "update coupon set uses = uses + 1 where id = 1", "uses are the orders"],
  [
    "an order that is not paid keeps its coupon",
    "update orders set status = 'unpaid' where details ->> '$.coupon' is not null",
    "uses are the orders",
  ],
  ["the use of a coupon is lost", "delete from coupon_use", "uses are the orders"],
  ["a refused card is not counted", "update card_attempt set is_counted = 0, is_refused = 0", "card attempt counts"],
  ["a card attempt has no order", "update card_attempt set key = 'x' || key", "card attempt counts"],
  ["a coupon is used too often", "update coupon set max_uses = 0", "more often than it may be"],
  ["an acknowledged batch is lost", "delete from batch", "every acknowledged batch is there"],
  [
    "customers of a batch are not added",
    "update batch set progress = json_set(progress, '$.total', 0)",
    "its total and list",
  ],
  [
    "a batch has other customers",
    "update batch_item set entry = json_set(entry, '$.reference', 'nobody') where position = 1",
    "its total and list",
  ],
  [
    "a key has a second batch",
    "update batch set details = json_set(details, '$.name', 'batch-1')",
    "a key has one batch",
  ],
  [
    "a batch is made that nobody asked for",
    "update batch set details = json_set(details, '$.name', 'nobody')",
    "a key has one batch",
  ],
  [
    "a batch stands still",
    "update batch set progress = json_set(progress, '$.processed', 0)",
    "every batch ends completed",
  ],
  [
    "a canceled batch goes on, and another is canceled",
    `update batch set progress =
       json_set(progress, '$.canceledAt', iif(progress ->> '$.canceledAt' is null, 1, null),
         '$.claimed', progress ->> '$.total', '$.processed', progress ->> '$.total')`,
    "canceled where its client was told so",
  ],
  ["the link of a customer is lost", "delete from payment_link where batch_position = 1", "one link each"],
  [
    "a customer has two links",
    `drop index one_payment_link_an_item;
     insert into payment_link select id + 1000000, 'x' || slug, company_id, batch_token, batch_position, created_at, version,
       removed_at, terms, progress, rule_token, expired_at from payment_link where batch_position = 1`,
    "one link each",
  ],
  [
    "a worker takes customers after the cancel",
    "update batch_event set type = 'BatchCanceled' where sequence = 1",
    "nobody is taken after the cancel",
  ],
  [
    "customers who were not taken before the cancel have links",
    "update batch_event set type = 'BatchCanceled' where type = 'ItemsClaimed'",
    "only those taken before have a link",
  ],
  [
    "an acknowledged link is lost",
    "delete from payment_link where batch_token is null",
    "every acknowledged link is there",
  ],
  [
    "the change of a link is lost",
    "update payment_link set terms = json_set(terms, '$.amount', 1) where batch_token is null",
    "changed and removed as was acknowledged",
  ],
  [
    "a removed link is there, and others are removed",
    "update payment_link set removed_at = iif(removed_at is null, 1, null) where batch_token is null",
    "changed and removed as was acknowledged",
  ],
  [
    "a key has a second link",
    "update payment_link set terms = json_set(terms, '$.title', 'link-1') where batch_token is null",
    "a key has one link",
  ],
  [
    "a link is made that nobody asked for",
    "update payment_link set terms = json_set(terms, '$.title', 'nobody') where batch_token is null",
    "a key has one link",
  ],
  [
    "a link that is paid is made again, and others are lost",
    "update payment_link set terms = json_set(terms, '$.reference', 'paid-link-1') where batch_token is null",
    "each is made once",
  ],
  [
    "a contact who was turned away is charged",
    `update orders set progress = json_set(progress, '$.attempts', json((select progress -> '$.attempts' from orders where status = 'paid')))
     where details ->> '$.origin' = 'payment_link' and json_array_length(progress, '$.attempts') = 0`,
    "turned away has no attempt",
  ],
  [
    "a link does not learn that it was paid",
    "update payment_link set progress = json_set(progress, '$.paid', null)",
    "paid exactly where an order of it is confirmed",
  ],
  [
    "a link does not learn who may still pay",
    "update payment_link set progress = json_set(progress, '$.payments', json('[]'))",
    "by which money may still come",
  ],
  [
    "many pay a link that is paid once",
    `update orders set details = json_set(details, '$.paymentLink',
       (select slug from payment_link where terms ->> '$.expireAfterPayment')) where details ->> '$.paymentLink' is not null`,
    "one confirmed order at most",
  ],
  ["a webhook is lost", "delete from webhook_delivery where sequence = 1", "are those that its log tells of"],
  [
    "a company would be told of what did not happen",
    "update webhook_delivery set kind = 'chargeback'",
    "are those that its log tells of",
  ],
  [
    "a webhook was given up before it was tried",
    "update webhook_delivery set state = 'failed', attempts = '[]'",
    "with every attempt of its retry schedule",
  ],
  [
    "webhooks still wait",
    "update webhook_delivery set state = 'pending', ended_at = null, next_attempt_at = 0",
    "with every attempt of its retry schedule",
  ],
  [
    "a webhook counts as delivered and was never sent",
    "update webhook_delivery set sequence = 10 * sequence",
    "with every attempt of its retry schedule",
  ],
  [
    "companies were told of what is in no log",
    "delete from order_event where sequence > 1",
    "nothing was received that no order's log tells of",
  ],
  [
    "a webhook is written anew",
    "update webhook_body set body = json_set(body, '$.payment.amount', 0.01)",
    "the bytes that are kept",
  ],
  [
    "the secret was another",
    "update webhook_endpoint set secret = 'whsec_EXAMPLEONLYEXAMPLEONLYEXAMPLEONLYEXAMPLEON='",
    "signed with the company's secret",
  ],
  ["a log is lost", "delete from order_event", "`vintem check`"],
]

describe("the checks notice it if", () => {
  const checksNamed = (finding: string) => report.checks.filter(({ title }) => title.includes(finding))

  it.each(tamperings)("%s", async (what, sql, finding) => {
    const [file, books] = copiesOf(report, folder, what)
    const checks = checksNamed(finding)
    const before = openEvidence(file, books, report.now)
    expect(await breachesOf(checks, before).finally(before.close)).toEqual([])

    tamper(file, books, sql)
    const after = openEvidence(file, books, report.now)
    const breaches = await breachesOf(checks, after).finally(after.close)
    const broken = new Set(breaches.map((breach) => breach.broken))
    expect(checks.map(({ title }) => title).filter((title) => !broken.has(title))).toEqual([])
    expect(checks).not.toEqual([])
  })

  it("a file has any other fault: every check of the files has its case", () => {
    // These look at what clients and receivers saw. The last has its cases in `webhook/checks.test.ts`.
    const ofWitnesses = /is answered as such|is given the first answer|before the one told before it was accepted/u
    const untried = report.checks.filter(({ title }) => !tamperings.some(([, , finding]) => title.includes(finding)))
    expect(untried.filter(({ title }) => !ofWitnesses.test(title))).toEqual([])
  })
})
