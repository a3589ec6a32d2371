/** `vintem check` on real files: a clean one, and copies that plain SQL has corrupted, one breach per test. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeServices } from "@effect/platform-node"
import { KyselyStorage, SqliteDatabase, SqliteStorage } from "@vintem/adapters"
import { BulkResponse, CheckoutOrderResponse, SingleOrderResponse } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CompanyRepository, JobQueue, SubscriptionRepository, WebhookDeliveryRepository } from "@vintem/domain/ports"
import { newDelivery } from "@vintem/domain/webhook"
import {
  daysAfterRenewal,
  exampleCompany,
  exampleNow,
  exampleSubscription,
  exampleSubscriptionBegun,
  exampleSubscriptionToken,
  exampleWebhookEvent,
  renewalFailed,
  renewalOpened,
  renewalPaid,
} from "@vintem/testing"
import { ConfigProvider, Effect, Layer, Schema } from "effect"
import { TestConsole } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exitStatus } from "../src/cli/exit-status.ts"
import { run } from "../src/cli/vintem.ts"
import { Configuration } from "../src/configuration/configuration.ts"
import { storageSentence } from "../src/failures/sentences.ts"
import { address, byCard, byNumber, byPix, payer } from "./example-orders.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"
import { runProgram } from "./spawned-program.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-check-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clean = join(folder, "clean.db")
const service = serviceUnderTest({ environment: { DATABASE_URL: `sqlite:${clean}` } })

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })

/** Order numbers: paid by card, waiting for a Pix, held for review. */
const orders = { paid: "", waiting: "", held: "" }

beforeAll(async () => {
  const company = await service.newCompany()
  const place = async (body: unknown) =>
    shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number
  orders.paid = await place(byCard())
  orders.waiting = await place(byPix())
  orders.held = await place(byNumber("4000000000009235"))
  // The API does not sell this yet: an item of a registered product.
  await sql(clean, [
    "update orders set details = json_set(details, '$.items[0].productId', 7) where id = 1",
    `update order_event set body = json_set(body, '$.details.items[0].productId', 7)
      where sequence = 1 and order_number = (select number from orders where id = 1)`,
    "insert into order_product select company_id, 7, placed_at, id from orders where id = 1",
  ])
})

/** Runs statements past the service, without foreign keys. */
const sql = (file: string, statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { raw } = yield* SqliteStorage.SqliteDatabase
    raw.pragma("foreign_keys = off")
    for (const statement of statements) raw.exec(statement)
  }).pipe(Effect.provide(SqliteStorage.layerUnmigrated(file)), Effect.runPromise)

const surroundingsOf = (file: string) =>
  Layer.mergeAll(
    Configuration.layer.pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: `sqlite:${file}` }))),
    ),
    NodeServices.layer,
    TestConsole.layer,
  )

/** Runs `vintem check`; `outcome` is its last sentence if it fails. */
const check = (file: string, ...args: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const outcome = yield* run(["check", ...args]).pipe(
        Effect.as("clean"),
        Effect.catchTags({
          BreachesFound: ({ message }) => Effect.succeed(message),
          Refused: ({ message }) => Effect.succeed(message),
          StorageUnavailable: (error) => Effect.succeed(storageSentence(error)),
        }),
      )
      return { outcome, printed: (yield* TestConsole.logLines).join("\n") }
    }).pipe(Effect.provide(surroundingsOf(file))),
  )

let copies = 0

/** A copy of the clean file after these statements. `$paid` and similar names mean order numbers. */
const corrupted = async (...statements: ReadonlyArray<string>): Promise<string> => {
  copies += 1
  const copy = join(folder, `copy-${copies}.db`)
  await sql(clean, [`vacuum into '${copy}'`])
  await sql(copy, statements.map(named))
  return copy
}

const named = (text: string): string =>
  Object.entries(orders).reduce((all, [name, number]) => all.replaceAll(`$${name}`, number), text)

/** The findings in a corrupted copy, order by order. */
const found = async (...statements: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  (await check(await corrupted(...statements))).printed.split("\n")

describe("vintem check", () => {
  it("finds nothing wrong in the service's own data, while the service is in use", async () => {
    expect(await check(clean)).toEqual({
      outcome: "clean",
      printed: "No breach in 3 orders, 0 links, 0 batches, 0 subscriptions and 0 deliveries.",
    })
  })

  it("prints the result for programs", async () => {
    const { outcome, printed } = await check(clean, "--json")
    expect([outcome, JSON.parse(printed)]).toEqual([
      "clean",
      { breaches: [], orders: 3, links: 0, batches: 0, subscriptions: 0, deliveries: 0, changes: 2, count: 0 },
    ])
  })

  it("gives programs one document, breach by breach", async () => {
    const copy = await corrupted(
      "update orders set src = 'x' where number = '$paid'",
      "delete from job where name like 'expire:%'",
    )
    const { outcome, printed } = await check(copy, "--json")
    expect(outcome).toBe("2 breaches in 3 orders, 0 links, 0 batches, 0 subscriptions and 0 deliveries.")
    expect(JSON.parse(printed)).toMatchObject({
      breaches: [
        {
          order: orders.paid,
          breach: { _tag: "ColumnDiffers", column: "src", stored: "(text)", derived: "(nothing)" },
        },
        { order: orders.waiting, breach: { _tag: "WorkMissing", attempt: 1 } },
      ],
      orders: 3,
      count: 2,
    })
  })

  it("makes no file if there is none", async () => {
    const missing = join(folder, "missing.db")
    expect((await check(missing)).outcome).toBe(
      "The storage failed (sqlite.open): SqliteError: unable to open database file. Make sure that DATABASE_URL names a file in an existing folder, and that this user may write to both.",
    )
    expect(existsSync(missing)).toBe(false)
  })

  it("leaves an outdated file unchanged, and says what to do", async () => {
    const old = await corrupted("delete from kysely_migration where name = '0001-schema'")
    expect((await check(old)).outcome).toBe("The database is not up to date. Run: vintem migrate")
    const unmigrated = SqliteDatabase.openDatabase(old)
    expect(SqliteDatabase.pendingMigrations(unmigrated)).toEqual(["0001-schema"])
    unmigrated.close()
  })

  it("does not check a later version's data", async () => {
    const newer = await corrupted("insert into kysely_migration values ('9999-later', '2027-01-01')")
    expect((await check(newer)).outcome).toBe(
      "The database was migrated by a later version: use that one, or go back to a backup from before (docs/restore.md).",
    )
  })
})

describe("vintem check of a log", () => {
  it("finds an event missing in the middle", async () => {
    expect(await found("delete from order_event where order_number = '$paid' and sequence = 2")).toEqual([
      `${orders.paid}\tthe log has a gap: event 2 is expected, but 3 follows`,
    ])
  })

  it("finds the placing missing", async () => {
    expect(await found("delete from order_event where order_number = '$paid' and sequence = 1")).toEqual([
      `${orders.paid}\tthe log has a gap: event 1 is expected, but 2 follows`,
    ])
  })

  it("finds the last event missing, because the order knows it", async () => {
    const lines = await found("delete from order_event where order_number = '$paid' and sequence = 3")
    expect(lines).toContain(`${orders.paid}\tversion: stored 3, folded 2`)
    expect(lines).toContain(`${orders.paid}\tattempts.0.facts: stored sent, confirmed, folded sent`)
    expect(lines).toContain(`${orders.paid}\tstatus: stored paid, folded pending`)
  })

  it("finds a missing log", async () => {
    expect(await found("delete from order_event where order_number = '$paid'")).toEqual([
      `${orders.paid}\tthe log is empty`,
    ])
  })

  it("finds a log that begins with another event", async () => {
    const lines = await found(
      "delete from order_event where order_number = '$paid' and sequence = 1",
      "update order_event set sequence = sequence - 1 where order_number = '$paid'",
    )
    expect(lines).toEqual([`${orders.paid}\tthe log begins with AttemptStarted, not with OrderPlaced`])
  })

  it("finds an order that was placed twice", async () => {
    const lines = await found(
      "insert into order_event select company_id, order_number, 4, at, type, body from order_event where order_number = '$paid' and sequence = 1",
    )
    expect(lines).toEqual([`${orders.paid}\tevent 4 begins the log a second time`])
  })

  it("finds an unreadable event", async () => {
    const [line, ...more] = await found(
      "update order_event set body = json_set(body, '$.fact', 'forgotten') where order_number = '$paid' and sequence = 3",
    )
    expect(line).toMatch(
      new RegExp(`^${orders.paid}\torder_event.body of sequence 3: fact: .* \\(cannot be read\\)$`, "u"),
    )
    expect(more).toEqual([])
  })

  it.each([
    ["at", 1],
    ["type", "'OrderCanceled'"],
  ])("finds an event whose column %s differs from it", async (column, value) => {
    const [line, ...more] = await found(
      `update order_event set ${column} = ${value} where order_number = '$paid' and sequence = 2`,
    )
    expect(line).toContain(`${orders.paid}\torder_event.${column} of sequence 2: stored `)
    expect(more).toEqual([])
  })

  it("finds a log without an order", async () => {
    const lines = await found(
      "insert into order_event select company_id, 'NOBODY', sequence, at, type, body from order_event where order_number = '$paid'",
    )
    expect(lines).toEqual(["NOBODY\torder_event has a row without an owner: order NOBODY"])
  })
})

describe("vintem check of an order", () => {
  it("finds an amount that differs from the log", async () => {
    const lines = await found(
      "update orders set progress = json_set(progress, '$.attempts[0].captured', 18979) where number = '$paid'",
    )
    expect(lines).toEqual([
      `${orders.paid}\torders.figures of id 1: stored (text), derived (text)`,
      `${orders.paid}\tattempts.0.captured: stored 18979, folded 18980`,
      `${orders.paid}\tattempt 1 was to bring 18980 centavos and brought 18979: deliver, ask for the rest, or refund it`,
    ])
  })

  it("finds a changed agreement, and shows no name", async () => {
    const lines = await found(
      "update orders set details = json_set(details, '$.customer.fullname', 'Outra Pessoa') where number = '$paid'",
    )
    expect(lines).toEqual([`${orders.paid}\tdetails.customer.fullname: stored (text), folded (text)`])
  })

  it("finds another version", async () => {
    expect(await found("update orders set version = 4 where number = '$paid'")).toEqual([
      `${orders.paid}\tversion: stored 4, folded 3`,
    ])
  })

  it("finds a status that its facts do not have, and that it is not counted by", async () => {
    const [line, ...counts] = await found("update orders set status = 'paid' where number = '$waiting'")
    expect(line).toBe(`${orders.waiting}\tstatus: stored paid, folded waiting_payment`)
    expect(counts).toEqual([
      expect.stringMatching(/\torder_count\.count of day \d+, paid: stored 1, derived 2$/u),
      expect.stringMatching(/\torder_count\.count of day \d+, waiting_payment: stored 1, derived 0$/u),
    ])
  })

  it("finds more refunded than received", async () => {
    const refund = `json('{"key":"R1","attempt":1,"amount":18981,"facts":["settled"]}')`
    const lines = await found(
      `update orders set progress = json_insert(progress, '$.refunds[#]', ${refund}) where number = '$paid'`,
    )
    expect(lines).toContain(`${orders.paid}\t18981 centavos are refunded, reserved and charged back, of 18980 captured`)
    expect(lines).toContain(`${orders.paid}\trefunds.0: stored (parts), folded (nothing)`)
  })

  it("finds two attempts in flight", async () => {
    const lines = await found(
      `update orders set progress = json_set(progress, '$.attempts[0].facts', json('["sent"]'), '$.attempts[1]',
        json_set(json_extract(progress, '$.attempts[0]'), '$.id', 2, '$.facts', json('["unknown"]')))
        where number = '$paid'`,
    )
    expect(lines).toContain(`${orders.paid}\tattempts 1 and 2 are in flight together`)
  })

  it("finds installments that do not add up", async () => {
    const lines = await found(
      "update orders set progress = json_set(progress, '$.attempts[0].quote.installments[0]', 1) where number = '$paid'",
    )
    expect(lines).toContain(`${orders.paid}\tthe installments of attempt 1 (1) do not divide 18980 centavos`)
    expect(lines).toContain(`${orders.paid}\tattempts.0.quote.installments.0: stored 1, folded 18980`)
  })

  const card = `json('{"token":"01890a5d-ac96-774b-bcce-b302099a8058","brand":"visa","firstDigits":"411111","lastDigits":"1111"}')`

  it.each([
    ["a card at a Pix", `'$.attempts[0].card', ${card}`, "names a card if, and only if, it is by credit"],
    ["money that was never confirmed", "'$.attempts[0].captured', 1", "with a time of capture if, and only if"],
    ["an attempt before the first", "'$.attempts[0].id', 0", "greater than or equal to 1"],
  ])("finds %s, and says that no version wrote it", async (_, change, why) => {
    const [line, ...more] = await found(
      `update orders set progress = json_set(progress, ${change}) where number = '$waiting'`,
      "update orders set version = 9 where number = '$held'",
    )
    expect(line).toMatch(
      new RegExp(`^${orders.waiting}\torders.progress: attempts.0.*${why}.* \\(cannot be read\\)$`, "u"),
    )
    expect(more.at(-1)).toContain(`${orders.held}\tversion: stored 9`)
  })

  it.each(["details", "progress"])("finds %s unreadable, and continues", async (column) => {
    const lines = await found(
      `update orders set ${column} = '{' where number = '$paid'`,
      "update orders set version = 9 where number = '$held'",
    )
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(`^${orders.paid}\torders.${column}: .* \\(cannot be read\\)$`, "u"))
    expect(lines[1]).toContain(`${orders.held}\tversion: stored 9`)
  })
})

describe("vintem check of the orders' indexes", () => {
  it.each([
    ["public_key", "'another_public_key_0000'", "stored (text), derived (text)"],
    ["src", "'campanha'", "stored (text), derived (nothing)"],
    ["ref", "'pedido'", "stored (text), derived (nothing)"],
    ["customer_id", "99", "stored 99, derived 1"],
    ["document", "'11222333000181'", "stored (text), derived (text)"],
    ["placed_at", "1", "stored 1, derived "],
  ])("finds another %s", async (column, value, said) => {
    const lines = await found(`update orders set ${column} = ${value} where number = '$waiting'`)
    // Orders of another day are not in that day's count, either.
    const [line, ...more] = lines.filter((one) => !/order_(count|figure)/u.test(one))
    expect(line).toContain(`${orders.waiting}\torders.${column} of id 2: ${said}`)
    expect(more).toEqual([])
  })

  it("finds another company_id, and that the order is missing under its own company", async () => {
    const lines = await found("update orders set company_id = 99 where number = '$waiting'")
    const said = lines.filter((one) => !/order_(count|figure)/u.test(one)).map((one) => one.split("\t")[1])
    expect(said).toContain("orders.company_id of id 2: stored 99, derived 1")
    expect(said).toContain("the log is empty")
    expect(said).toContain(`order_event has a row without an owner: order ${orders.waiting}`)
  })

  it("finds an attempt that no search would find", async () => {
    expect(await found("delete from order_attempt where order_number = '$paid'")).toEqual([
      `${orders.paid}\torder_attempt has no row for attempt 1`,
    ])
  })

  it("finds an attempt that is wrongly marked as in flight", async () => {
    expect(await found("update order_attempt set in_flight = 1 where order_number = '$paid'")).toEqual([
      `${orders.paid}\torder_attempt.in_flight of attempt 1: stored 1, derived 0`,
    ])
  })

  it("finds an attempt that leads to another order", async () => {
    const lines = await found("update order_attempt set order_number = '$held' where order_number = '$paid'")
    expect(lines[0]).toBe(`${orders.paid}\torder_attempt.order_number of attempt 1: stored (text), derived (text)`)
    expect(lines[1]).toContain(`${orders.held}\torder_attempt has a row without an owner: key `)
    expect(lines).toHaveLength(2)
  })

  it("finds an attempt without an order", async () => {
    expect(await found("insert into order_attempt values (1, 'STRAY', 'NOBODY', 0, null)")).toEqual([
      "NOBODY\torder_attempt has a row without an owner: key STRAY",
    ])
  })

  it("finds an order that is missing among those of its product", async () => {
    expect(await found("delete from order_product")).toEqual([`${orders.paid}\torder_product has no row for product 7`])
  })

  it("finds an order listed under a product that it does not have, and one that does not exist", async () => {
    const lines = await found(
      "insert into order_product select company_id, 8, placed_at, id from orders where number = '$paid'",
      "insert into order_product values (1, 9, 1, 404)",
    )
    expect(lines).toEqual([
      `${orders.paid}\torder_product has a row without an owner: product 8`,
      "id 404\torder_product has a row without an owner: product 9",
    ])
  })
})

describe("vintem check of counts", () => {
  it("finds a wrong one", async () => {
    const [line, ...more] = await found("update order_count set count = count + 1 where status = 'paid'")
    expect(line).toMatch(/^company 1\torder_count\.count of day \d+, paid: stored 2, derived 1$/u)
    expect(more).toEqual([])
  })

  it("finds an uncounted order", async () => {
    expect(await found("delete from order_count where status = 'paid'")).toEqual([
      `${orders.paid}\torder_count has no row for its day, as paid`,
    ])
  })
})

describe("vintem check of figures", () => {
  it("finds a figure that is wrong, one that is missing and one without orders", async () => {
    const figure = /^company 1\torder_figure\.(count|amount) of day \d+, confirmed by \w+: stored \d+, derived \d+$/u
    const wrong = await found("update order_figure set amount = amount + 1 where kind = 'confirmed' and amount > 0")
    expect(wrong.length).toBeGreaterThan(0)
    for (const line of wrong) expect(line).toMatch(figure)
    const gone = await found("delete from order_figure where kind = 'confirmed'")
    expect(gone).toHaveLength(2 * wrong.length)
    for (const line of gone) expect(line).toMatch(figure)
    expect(await found("insert into order_figure values (1, 'refused', 7, 'credit', 'Saldo', 1, 5)")).toEqual([
      "company 1\torder_figure.count of day 7, refused by credit, Saldo: stored 1, derived 0",
      "company 1\torder_figure.amount of day 7, refused by credit, Saldo: stored 5, derived 0",
    ])
  })

  it("finds an order with stored figures that differ from its facts", async () => {
    const lines = await found("update orders set figures = '[]' where status = 'paid' and figures <> '[]'")
    expect(lines.length).toBeGreaterThan(0)
    const wrong = /\t(?:orders\.figures of id \d+: stored \(text\), derived \(text\)|order_figure\..* derived 0)$/u
    for (const line of lines) expect(line).toMatch(wrong)
    expect(lines.join("\n")).toContain("orders.figures of id")
  })
})

/** A clean file with links, one of them waiting for a Pix, a finished batch, a pending one, and a coupon used twice. */
const selling = {
  file: join(folder, "selling.db"),
  slug: "",
  order: "",
  done: "",
  waiting: "",
  link: "",
}

describe("vintem check of links, batches and coupons", () => {
  const shop = serviceUnderTest({ environment: { DATABASE_URL: `sqlite:${selling.file}` } })
  const { makeLink, paid, payLink } = payersOf(shop)

  beforeAll(async () => {
    const company = await shop.newCompany()
    const batch = async (count: number) => {
      const customers = Array.from({ length: count }, (_, n) => ({ name: `Cliente ${n + 1}` }))
      const body = { title: "Mensalidade", amount: 10, customers }
      return shown(BulkResponse, await company.post("/api/v1/payment-link-bulk", body)).data.token
    }
    selling.slug = await makeLink(company)
    selling.order = paid(await payLink(selling.slug, { customer: payer, payment: { method: "pix" } })).data.order_number
    selling.done = await batch(3)
    const advanced = await shop.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
    expect(advanced.status, advanced.text).toBe(200)
    selling.waiting = await batch(2)
    selling.link = `link ${selling.slug}`
    await sql(selling.file, [
      `insert into coupon (company_id, code, code_key, percent, max_uses, uses, kept_uses, created_at)
        values (1, 'DEZ', 'dez', 10, 1, 2, 0, 1)`,
      // Two uses of one allowed: the second was released, and counted again when its money came late.
      "insert into coupon_use values (1, 'FIRST', 1, 1), (1, 'LATE', 1, 1), (1, 'BACK', 1, 0), (1, 'REMOVED', 404, 1)",
    ])
  })

  let sellingCopies = 0
  const lines = async (...statements: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    sellingCopies += 1
    const copy = join(folder, `selling-${sellingCopies}.db`)
    await sql(selling.file, [`vacuum into '${copy}'`])
    const filled = (text: string) =>
      Object.entries(selling).reduce((all, [name, value]) => all.replaceAll(`$${name}`, value), text)
    await sql(copy, statements.map(filled))
    return (await check(copy)).printed.split("\n")
  }
  const ofLink = "link_id = (select id from payment_link where slug = '$slug')"

  it("finds nothing wrong in the service's own data", async () => {
    expect(await lines()).toEqual(["No breach in 1 order, 4 links, 2 batches, 0 subscriptions and 0 deliveries."])
    expect(JSON.parse((await check(selling.file, "--json")).printed)).toEqual({
      breaches: [],
      orders: 1,
      links: 4,
      batches: 2,
      subscriptions: 0,
      deliveries: 0,
      changes: 6,
      count: 0,
    })
  })

  it("finds a link whose log has a gap, and one whose log is missing", async () => {
    expect(await lines(`delete from payment_link_event where ${ofLink} and sequence = 2`)).toEqual([
      `${selling.link}\tthe log has a gap: event 2 is expected, but 3 follows`,
    ])
    expect(await lines(`delete from payment_link_event where ${ofLink}`)).toEqual([`${selling.link}\tthe log is empty`])
  })

  it.each([
    ["rule_token = 'a'", "payment_link.rule_token of id 1: stored (text), derived (nothing)"],
    ["expired_at = '2026-12-31'", "payment_link.expired_at of id 1: stored (text), derived (nothing)"],
  ])("finds a link that its rule would find by outdated terms: %s", async (change, said) => {
    expect(await lines(`update payment_link set ${change} where slug = '$slug'`)).toEqual([`${selling.link}\t${said}`])
  })

  it.each([
    ["terms = json_set(terms, '$.amount', 1)", "terms.amount: stored 1, folded 10000"],
    ["version = 9", "version: stored 9, folded 3"],
    ["created_at = 1", "details.createdAt: stored 1, folded "],
    ["progress = '{'", "payment_link.progress: "],
  ])("finds a link that differs from its log: %s", async (change, said) => {
    const [line, ...more] = await lines(`update payment_link set ${change} where slug = '$slug'`)
    expect(line).toContain(`${selling.link}\t${said}`)
    expect(more).toEqual([])
  })

  it("finds a removal that neither the log nor the list has", async () => {
    expect(await lines("update payment_link set removed_at = 1 where slug = '$slug'")).toEqual([
      `${selling.link}\tremovedAt: stored 1, folded (nothing)`,
      "company 1\tlist_count.count of payment_link: stored 4, derived 3",
    ])
  })

  it("finds a link's event that differs from its column", async () => {
    const [line, ...more] = await lines(
      `update payment_link_event set type = 'LinkRemoved' where ${ofLink} and sequence = 2`,
    )
    expect(line).toBe(`${selling.link}\tpayment_link_event.type of sequence 2: stored (text), derived (text)`)
    expect(more).toEqual([])
  })

  it("finds a link that waits for an order in another state", async () => {
    const found = await lines(
      `update orders set status = 'pending', progress = json_set(progress, '$.attempts[0].facts', json('["sent"]'))
        where number = '$order'`,
    )
    expect(found).toContain(`${selling.link}\tit waits for order ${selling.order}: stored open, by the order in_flight`)
  })

  it("finds a link that waits for an order that does not exist", async () => {
    const found = await lines("update orders set number = 'NOBODY' where number = '$order'")
    expect(found).toContain(`${selling.link}\tit waits for order ${selling.order}: stored open, by the order (nothing)`)
  })

  it("finds a batch whose log has a gap", async () => {
    expect(await lines("delete from batch_event where batch_token = '$done' and sequence = 2")).toEqual([
      `batch ${selling.done}\tthe log has a gap: event 2 is expected, but 3 follows`,
    ])
  })

  it("finds a batch with another company than in its details", async () => {
    const found = await lines("update batch set company_id = 99 where token = '$done'")
    expect(found).toContain(`batch ${selling.done}\tbatch.company_id of id 1: stored 99, derived 1`)
  })

  it("finds a count that neither the log nor the links confirm", async () => {
    expect(
      await lines("update batch set progress = json_set(progress, '$.processed', 2) where token = '$done'"),
    ).toContain(`batch ${selling.done}\tprocessed: stored 2, folded 3`)
  })

  it("finds counts that contradict each other, and names them", async () => {
    const found = await lines("update batch set progress = json_set(progress, '$.claimed', 2) where token = '$done'")
    expect(found[0]).toContain(`batch ${selling.done}\tbatch.progress: `)
    expect(found[0]).toContain("processed ≤ claimed")
    expect(found[0]).toContain("(cannot be read)")
  })

  it("finds a missing link of a batch", async () => {
    expect(
      await lines(
        "delete from payment_link_event where link_id = (select id from payment_link where batch_token = '$done' and batch_position = 2)",
        "delete from payment_link where batch_token = '$done' and batch_position = 2",
        "update list_count set count = count - 1 where list = 'payment_link'",
      ),
    ).toEqual([`batch ${selling.done}\tprocessed: stored 3, counted 2`])
  })

  it("finds a customer missing from the list, and their link without a position", async () => {
    const [ofLinkOfIt, ofBatch, ...more] = await lines(
      "delete from batch_item where batch_token = '$done' and position = 2",
    )
    expect(ofLinkOfIt).toContain(`\tbatch_item has no row for item 2 of batch ${selling.done}`)
    expect(ofBatch).toBe(`batch ${selling.done}\ttotal: stored 3, counted 2`)
    expect(more).toEqual([])
  })

  it("finds a customer with a link who is recorded as failed", async () => {
    const [ofLinkOfIt, ...ofBatch] = await lines(
      "update batch_item set failure = 'rule_not_found' where batch_token = '$done' and position = 2",
    )
    expect(ofLinkOfIt).toContain(
      `\tbatch_item.failure of item 2 of batch ${selling.done}: stored (text), derived (nothing)`,
    )
    expect(ofBatch).toEqual([
      `batch ${selling.done}\tprocessed: stored 3, counted 4`,
      `batch ${selling.done}\tfailed: stored 0, counted 1`,
    ])
  })

  it("finds two links of one customer", async () => {
    const found = await lines(
      "drop index one_payment_link_an_item",
      "update payment_link set batch_position = 1 where batch_token = '$done' and batch_position = 2",
    )
    const [other] = found.filter((line) => line.includes("has another link"))
    expect(other).toMatch(new RegExp(`^link \\w+\titem 1 of batch ${selling.done} has another link: \\w+$`, "u"))
  })

  it("finds a link for a customer whom no worker had claimed", async () => {
    const found = await lines(
      "update payment_link set batch_token = '$waiting' where batch_token = '$done' and batch_position = 2",
    )
    expect(found).toContain(`batch ${selling.waiting}\titem 2 is done, but workers claimed only 0`)
  })

  it("finds a batch that nothing would continue, unless it was canceled", async () => {
    expect(await lines("delete from job where kind = 'MakeLinks'")).toEqual([
      `batch ${selling.waiting}\tits remaining links would never be created: no job links:${selling.waiting} is queued`,
    ])
    const stopped = await lines(
      "delete from job where kind = 'MakeLinks'",
      "update batch set version = 2, progress = json_set(progress, '$.canceledAt', json_extract(progress, '$.updatedAt')) where token = '$waiting'",
      `insert into batch_event select company_id, token, 2, json_extract(progress, '$.updatedAt'), 'BatchCanceled',
        json_object('_tag', 'BatchCanceled', 'at', json_extract(progress, '$.updatedAt')) from batch where token = '$waiting'`,
    )
    expect(stopped).toEqual(["No breach in 1 order, 4 links, 2 batches, 0 subscriptions and 0 deliveries."])
  })

  it.each([
    ["payment_link", 4],
    ["batch", 2],
  ])("finds a list of %s that is longer than its counts, and one without counts", async (list, count) => {
    const said = `company 1\tlist_count.count of ${list}: stored`
    expect(await lines(`update list_count set count = count + 1 where list = '${list}'`)).toEqual([
      `${said} ${count + 1}, derived ${count}`,
    ])
    expect(await lines(`delete from list_count where list = '${list}'`)).toEqual([`${said} 0, derived ${count}`])
  })

  it("finds a coupon with a wrong count of uses", async () => {
    const said = "company 1\tcoupon.uses of id 1: stored"
    expect(await lines("update coupon set uses = 1")).toEqual([`${said} 1, derived 2`])
    expect(await lines("delete from coupon_use where order_number = 'LATE'")).toEqual([`${said} 2, derived 1`])
    expect(await lines("update coupon_use set is_counted = 1 where order_number = 'BACK'")).toEqual([
      `${said} 2, derived 3`,
    ])
  })
})

describe("vintem check of overused coupons", () => {
  const file = join(folder, "coupons.db")
  const shop = serviceUnderTest({ environment: { DATABASE_URL: `sqlite:${file}` } })
  const { report } = payersOf(shop)
  const counted = "2 orders, 0 links, 0 batches, 0 subscriptions and 0 deliveries"

  beforeAll(async () => {
    const company = await shop.newCompany()
    const admin = `/admin/v1/companies/${company.id}`
    const made = async (path: string, body: object) => {
      const answer = await shop.administer("POST", `${admin}/${path}`, body)
      expect(answer.status, answer.text).toBe(201)
      return answer
    }
    const product = shown(Made, await made("products", { sku: "curso", title: "Curso", unit_price: 100 })).data.id
    await made("checkouts", { slug: "curso", title: "Curso", product_id: product, quantity: 1 })
    await made("coupons", { code: "UMA", amount: 10, max_uses: 1 })
    const place = async (payment: object) => {
      const body = { checkout_id: "curso", customer: payer, address, coupon_code: "UMA", payment }
      return shown(CheckoutOrderResponse, await company.post("/api/v1/order", body)).data.order_number
    }
    const late = await place({ method: "pix" })
    expect((await report(late, "expired")).status).toBe(200)
    await place(byCard().payment)
    expect((await report(late, "paid")).status).toBe(200)
  })

  it("reports late payments apart: late money is money, and no breach", async () => {
    const line = "company 1\tno breach: coupon UMA: 2 uses, 1 allowed, 1 of late payments"
    expect(await check(file)).toEqual({ outcome: "clean", printed: `${line}\nNo breach in ${counted}.` })
    const { outcome, printed } = await check(file, "--json")
    expect([outcome, JSON.parse(printed)]).toEqual([
      "clean",
      expect.objectContaining({
        breaches: [],
        lateUses: [{ company: 1, code: "UMA", uses: 2, allowed: 1, late: 1 }],
        count: 0,
      }),
    ])
  })

  it("finds more uses than allowed without late payments", async () => {
    const copy = join(folder, "oversold.db")
    await sql(file, [`vacuum into '${copy}'`])
    await sql(copy, ["update coupon set max_uses = 0, uses = 2"])
    expect(await check(copy)).toEqual({
      outcome: `1 breach in ${counted}.`,
      printed: "company 1\tcoupon UMA: 2 uses, 0 allowed, 1 of late payments",
    })
    expect(JSON.parse((await check(copy, "--json")).printed)).toMatchObject({
      breaches: [{ order: "company 1", breach: { _tag: "CouponOversold", code: "UMA", uses: 2, allowed: 0, late: 1 } }],
    })
  })

  it("finds nothing if the company lowered the limit below the existing uses", async () => {
    const copy = join(folder, "lowered.db")
    await sql(file, [`vacuum into '${copy}'`])
    await sql(copy, ["update coupon set max_uses = 1, kept_uses = 2"])
    expect(await check(copy)).toEqual({ outcome: "clean", printed: `No breach in ${counted}.` })
  })
})

describe("vintem check of subscriptions", () => {
  const file = join(folder, "subscriptions.db")
  const token = exampleSubscriptionToken(1)
  const named = `subscription ${token}`

  beforeAll(() =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const subscriptions = yield* SubscriptionRepository
      const queue = yield* JobQueue
      const { id: company } = yield* companies.add(exampleCompany())
      yield* subscriptions.add(exampleSubscriptionBegun())
      // Two periods are paid, the third is overdue, and tomorrow the card is charged again.
      const events = [
        renewalOpened(),
        renewalPaid(),
        renewalOpened({ period: 3 }),
        renewalFailed({ period: 3, retryAt: daysAfterRenewal(1) }),
      ]
      yield* subscriptions.save(exampleSubscription(), exampleSubscription({}, ...events), events)
      const dueAt = daysAfterRenewal(1)
      yield* queue.enqueue([
        {
          kind: "RunSubscriptionTimer",
          name: `subscription:${token}`,
          company,
          orderingKey: null,
          queue: "work",
          dueAt,
          payload: "{}",
        },
      ])
    }).pipe(
      Effect.provide(KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file)))),
      Effect.runPromise,
    ),
  )

  let subscriptionCopies = 0
  const lines = async (...statements: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    subscriptionCopies += 1
    const copy = join(folder, `subscriptions-${subscriptionCopies}.db`)
    await sql(file, [`vacuum into '${copy}'`])
    await sql(copy, ["pragma ignore_check_constraints = on", ...statements])
    return (await check(copy)).printed.split("\n")
  }

  it("finds nothing wrong in stored data", async () => {
    expect(await lines()).toEqual(["No breach in 0 orders, 0 links, 0 batches, 1 subscription and 0 deliveries."])
    expect(JSON.parse((await check(file, "--json")).printed)).toMatchObject({ subscriptions: 1, count: 0 })
  })

  it("finds a log with a gap, and a missing one", async () => {
    expect(await lines("delete from subscription_event where sequence = 2")).toEqual([
      `${named}\tthe log has a gap: event 2 is expected, but 3 follows`,
    ])
    expect(await lines("delete from subscription_event")).toEqual([`${named}\tthe log is empty`])
  })

  it.each([
    ["version = 9", "version: stored 9, folded 5"],
    ["details = json_set(details, '$.item.unitPrice', 1)", "details.item.unitPrice: stored 1, folded 10000"],
    ["next_charge = '2026-06-02'", "subscription.next_charge of id 1: stored (text), derived (text)"],
    ["next_charge = null", "subscription.next_charge of id 1: stored (nothing), derived (text)"],
    ["checkout_slug = 'outro'", "subscription.checkout_slug of id 1: "],
    ["email_key = 'outra@example.com'", "subscription.email_key of id 1: "],
    ["first_order = 'OUTRO'", "subscription.first_order of id 1: "],
    ["created_at = 1", "subscription.created_at of id 1: stored 1, derived "],
    ["company_id = 2", "subscription.company_id of id 1: stored 2, derived 1"],
    ["progress = '{'", "subscription.progress: "],
    ["details = json_set(details, '$.recurrence.every', 'century')", "subscription.details: recurrence.every: "],
  ])("finds a subscription that differs from its log: %s", async (change, said) => {
    const [line] = await lines(`update subscription set ${change}`)
    expect(line).toContain(`${named}\t${said}`)
  })

  it("finds a wrong status, and an unknown one", async () => {
    for (const status of ["active", "suspended"]) {
      const [line, ...counts] = await lines(`update subscription set status = '${status}'`)
      expect(line).toBe(`${named}\tsubscription.status of id 1: stored (text), derived (text)`)
      expect(counts).toContain("company 1\tsubscription_count.count of clube, overdue: stored 1, derived 0")
    }
  })

  it("finds periods beyond the calendar, and continues", async () => {
    expect(await lines("update subscription set progress = json_set(progress, '$.paidPeriods', 1000000)")).toEqual([
      `${named}\tsubscription: its periods have no dates (cannot be read)`,
    ])
  })

  it("finds an event that differs from its column, and an unreadable one", async () => {
    expect(await lines("update subscription_event set type = 'CardReplaced' where sequence = 3")).toEqual([
      `${named}\tsubscription_event.type of sequence 3: stored (text), derived (text)`,
    ])
    const [line, ...more] = await lines(
      "update subscription_event set body = json_set(body, '$._tag', 'Forgotten') where sequence = 3",
    )
    expect(line).toMatch(new RegExp(`^${named}\tsubscription_event.body of sequence 3: .* \\(cannot be read\\)$`, "u"))
    expect(more).toEqual([])
  })

  it("finds the order of a period missing, and another one in its place", async () => {
    expect(await lines("delete from renewal where period = 2")).toEqual([
      `${named}\tthe order of period 2: stored (nothing), folded RENOVA2`,
    ])
    expect(await lines("update renewal set order_number = 'OUTRA' where period = 3")).toEqual([
      `${named}\tthe order of period 3: stored OUTRA, folded RENOVA3`,
    ])
    expect(await lines("insert into renewal values (1, 1, 4, 'OUTRA')")).toEqual([
      `${named}\tthe order of period 4: stored OUTRA, folded (nothing)`,
    ])
  })

  it("finds a wrong count, and an uncounted subscription", async () => {
    expect(await lines("update subscription_count set count = 7 where status = 'overdue'")).toEqual([
      "company 1\tsubscription_count.count of clube, overdue: stored 7, derived 1",
    ])
    expect(await lines("delete from subscription_count")).toEqual([
      `${named}\tsubscription_count has no row for its checkout, as overdue`,
    ])
  })

  it("finds a subscription that nothing would charge again", async () => {
    expect(await lines("delete from job")).toEqual([
      `${named}\tit would never be charged again or ended: no job subscription:${token} is queued`,
    ])
    expect(await lines("update job set died_at = 1, reason = 'given up'")).toEqual([
      "No breach in 0 orders, 0 links, 0 batches, 1 subscription and 0 deliveries.",
    ])
  })
})

describe("vintem check of webhooks", () => {
  const file = join(folder, "webhooks.db")

  beforeAll(() =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const deliveries = yield* WebhookDeliveryRepository
      const queue = yield* JobQueue
      const { id: company } = yield* companies.add(exampleCompany())
      const events = [1, 2, 3, 4].map((sequence) => exampleWebhookEvent(company, 1, sequence))
      yield* deliveries.add(events)
      // The first one is cleaned up, the second delivered, the third given up, and the fourth waits.
      for (const [at, state] of (["delivered", "delivered", "failed"] as const).entries()) {
        const event = events[at]
        if (event === undefined) continue
        const endedAt = instant(exampleNow + at)
        yield* deliveries.save({ ...newDelivery(event), state, nextAttemptAt: null, endedAt })
      }
      yield* deliveries.forget(instant(exampleNow + 1), 10)
      const job = {
        queue: "webhook",
        kind: "DeliverWebhook",
        orderingKey: null,
        dueAt: exampleNow,
        payload: "{}",
      } as const
      yield* queue.enqueue([{ ...job, name: "webhook:evt_AVISADO1_4", company }])
    }).pipe(
      Effect.provide(KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file)))),
      Effect.runPromise,
    ),
  )

  let webhookCopies = 0
  const lines = async (...statements: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    webhookCopies += 1
    const copy = join(folder, `webhooks-${webhookCopies}.db`)
    await sql(file, [`vacuum into '${copy}'`])
    await sql(copy, ["pragma ignore_check_constraints = on", ...statements])
    return (await check(copy)).printed.split("\n")
  }
  const nth = (sequence: number): string => `webhook evt_AVISADO1_${sequence}`

  it("finds nothing wrong in stored data after the first one was cleaned up", async () => {
    expect(await lines()).toEqual(["No breach in 0 orders, 0 links, 0 batches, 0 subscriptions and 3 deliveries."])
    expect(JSON.parse((await check(file, "--json")).printed)).toMatchObject({ deliveries: 3, count: 0 })
  })

  it("finds one that nothing would deliver", async () => {
    expect(await lines("delete from job")).toEqual([
      `${nth(4)}\tit would never be delivered: no job webhook:evt_AVISADO1_4 is queued`,
    ])
  })

  it("finds one missing between others, and the last one", async () => {
    const gone = "update list_count set count = count - 1 where list = 'webhook_"
    expect(await lines("delete from webhook_delivery where sequence = 3", `${gone}failed'`)).toEqual([
      `${nth(4)}\tthe notifications before it are missing: 4 follows 2`,
    ])
    expect(await lines("delete from webhook_delivery where sequence = 4", `${gone}pending'`)).toEqual([
      `${nth(3)}\twebhook_sequence.last of order AVISADO1: stored 4, derived 3`,
    ])
    expect(await lines("delete from webhook_sequence")).toEqual([
      `${nth(4)}\twebhook_sequence has no row for order AVISADO1`,
    ])
  })

  it.each([
    ["kind = 'perdido'", "webhook_delivery: event.kind: "],
    ["attempts = '{'", "webhook_delivery: attempts: "],
    ["tries = 1.5", "webhook_delivery: tries: "],
  ])("finds a changed one: %s", async (change, said) => {
    const found = await lines(`update webhook_delivery set ${change} where sequence = 2`)
    expect(found.length).toBeGreaterThan(0)
    for (const line of found) expect(line.split("\t")[1]).toContain(said)
  })

  it("finds one without a body", async () => {
    const found = await lines("delete from webhook_body where delivery_id = 2")
    expect(found).toHaveLength(1)
    expect(found[0]).toContain("webhook_delivery: event.body: ")
  })

  it.each(["pending", "delivered", "failed"])("finds a wrong count of those that are %s", async (state) => {
    const said = `company 1\tlist_count.count of webhook_${state}: stored`
    const list = `list = 'webhook_${state}'`
    expect(await lines(`update list_count set count = 7 where ${list}`)).toEqual([`${said} 7, derived 1`])
    expect(await lines(`delete from list_count where ${list}`)).toEqual([`${said} 0, derived 1`])
  })
})

describe("vintem check of background work", () => {
  it.each([
    ["a payment", "waiting", "expire"],
    ["a verdict", "held", "resolve"],
  ] as const)("finds an attempt that waits for %s and has no job", async (_, order, work) => {
    const [line, ...more] = await found(`delete from job where name like '${work}:%'`)
    expect(line).toMatch(
      new RegExp(`^${orders[order]}\tattempt 1 would never be followed up: no job ${work}:\\w+ is queued$`, "u"),
    )
    expect(more).toEqual([])
  })

  it("accepts work that was given up, because an operator sees it", async () => {
    expect(await found("update job set died_at = 1, reason = 'given up'")).toEqual([
      "No breach in 3 orders, 0 links, 0 batches, 0 subscriptions and 0 deliveries.",
    ])
  })
})

describe("the exit status of vintem check", () => {
  const status = (file: string, ...args: ReadonlyArray<string>) =>
    Effect.runPromise(Effect.provide(exitStatus(["check", ...args]), surroundingsOf(file)))

  it("is 0 if nothing is wrong", async () => {
    expect(await status(clean)).toBe(0)
  })

  it("is 1 if something is, with the list on standard output and the summary on standard error", async () => {
    const copy = await corrupted("update orders set version = 4 where number = '$paid'")
    expect(await runProgram(["check"], { folder, environment: { DATABASE_URL: `sqlite:${copy}` } })).toEqual({
      status: 1,
      stdout: `${orders.paid}\tversion: stored 4, folded 3\n`,
      stderr: "1 breach in 3 orders, 0 links, 0 batches, 0 subscriptions and 0 deliveries.\n",
    })
  })

  it("is 2 for invalid arguments", async () => {
    expect(await status(clean, "--unknown")).toBe(2)
  })
})

it("follows the sum of breaches after a check of many orders", async () => {
  const copy = await corrupted("update orders set version = version + 1", "delete from job")
  expect((await check(copy)).outcome).toBe(
    "5 breaches in 3 orders, 0 links, 0 batches, 0 subscriptions and 0 deliveries.",
  )
})
