/**
 * Databases that earlier versions have written, brought up to date: what they hold is read as if it had been written today.
 *
 * Each fixture is named after the last step it has seen, and holds what a service of that time has stored for one company: orders in
 * most of the states an order may be in; since the fifth step links, some of a rule and one removed, a batch and a coupon; and since
 * the sixth subscriptions, a webhook, a job that was given up and one that is held; since the eighth what the webhook was told;
 * since the tenth keys of requests by card, with the fingerprints of that time and the key these were made under.
 */
import { readdir, readFile } from "node:fs/promises"
import { ApiKeyHash, scopesOfEarlierKeys } from "@vintem/domain/access"
import { auditBatch, batchMachine } from "@vintem/domain/batch"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import { CompanyId, firstAttempt, OrderNumber } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import { auditOrder, evolve, OrderStatus, orderMachine } from "@vintem/domain/order"
import { auditLink, linkMachine } from "@vintem/domain/payment-link"
import {
  ApiKeyRepository,
  BatchRepository,
  CouponRepository,
  firstPage,
  JobQueue,
  type OrderFilter,
  OrderRepository,
  PaymentLinkRepository,
  StorageAudit,
  SubscriptionRepository,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import {
  auditSubscription,
  type SubscriptionStatus,
  subscriptionMachine,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import { auditDelivery, signingSecrets, type WebhookDeliveryState } from "@vintem/domain/webhook"
import BetterSqlite from "better-sqlite3"
import { Effect, Exit, Layer, Option, Redacted, Scope, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sqlite } from "../src/sql/engine/dialect.ts"
import { migrations } from "../src/sql/migrations/migrations.ts"
import { migrate, openDatabase, pendingMigrations } from "../src/sql/sqlite/database.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshFile } from "./sqlite-file.ts"

const folder = new URL("./fixtures/", import.meta.url)
const fixtures = (await readdir(folder)).filter((name) => name.startsWith("sqlite-"))
const company = CompanyId.make(1)

interface Contents {
  readonly orders: number
  /** Kinds of the jobs that wait. */
  readonly jobs: ReadonlyArray<string>
  /** Links that are not removed. */
  readonly links: number
  readonly batches: number
  readonly coupons: number
  readonly subscriptions: ReadonlyArray<SubscriptionStatus>
  /** Names of the jobs that were given up. */
  readonly dead: ReadonlyArray<string>
  /** The secrets of the webhook, the current one first; none where there is no webhook. */
  readonly secrets: ReadonlyArray<string>
  readonly rule: PaymentLinkRuleToken
  /** How many links are to be reminded of, by the day they end on. */
  readonly reminded: Readonly<Record<string, number>>
  /** Webhooks, latest first. */
  readonly deliveries: ReadonlyArray<Delivery>
}

interface Delivery {
  readonly id: string
  readonly state: WebhookDeliveryState
  /** The status of each attempt's answer. */
  readonly statuses: ReadonlyArray<number>
}

/** What the service of orders left behind; the next levels added tables to it, and no rows. */
const ofOrders: Contents = {
  orders: 8,
  jobs: ["ExpireInstrument", "ExpireInstrument", "ResolveAttempt", "ResolveAttempt"],
  links: 0,
  batches: 0,
  coupons: 0,
  subscriptions: [],
  dead: [],
  secrets: [],
  rule: PaymentLinkRuleToken.make("1e0d537f-73a9-418b-8f45-c107fe842ea9"),
  reminded: { "2026-12-31": 0 },
  deliveries: [],
}

/** What the service of subscriptions left behind. */
const ofSubscriptions: Contents = {
  orders: 4,
  // Another waits behind one of them.
  jobs: ["ExpireInstrument", "ResolveAttempt", "TurnSubscription"],
  links: 3,
  batches: 2,
  coupons: 1,
  subscriptions: ["canceled", "overdue"],
  dead: ["abandon:EXEMPLO1"],
  secrets: [`whsec_${"B".repeat(43)}=`, `whsec_${"A".repeat(43)}=`],
  rule: PaymentLinkRuleToken.make("00000000-0000-4000-8000-000000000001"),
  // Of four one is removed.
  reminded: { "2026-03-09": 3 },
  deliveries: [],
}

const ofDeliveries: Contents = {
  ...ofSubscriptions,
  deliveries: [
    { id: "evt_EXEMPLO4_1", state: "pending", statuses: [500] },
    { id: "evt_EXEMPLO3_1", state: "delivered", statuses: [200] },
  ],
}

/** What was written, by fixture. */
const contents: Readonly<Record<string, Contents>> = {
  // There were no jobs yet: waiting customers were found by a query.
  "sqlite-0001-orders.sql": { ...ofOrders, jobs: [] },
  "sqlite-0002-jobs.sql": ofOrders,
  "sqlite-0003-order-counts.sql": ofOrders,
  "sqlite-0004-catalogue.sql": ofOrders,
  "sqlite-0005-payment-links.sql": {
    orders: 5,
    // The rule is looked at every morning from the upgrade on.
    jobs: ["ExpireInstrument", "ExpireInstrument", "RemindOfRule"],
    links: 5,
    batches: 1,
    coupons: 1,
    subscriptions: [],
    dead: [],
    secrets: [],
    rule: PaymentLinkRuleToken.make("1e0d537f-73a9-418b-8f45-c107fe842ea9"),
    // One of those that end on New Year's Eve is removed, and one is of no rule.
    reminded: { "2026-12-31": 1, "2026-12-15": 2, "2026-12-01": 0 },
    deliveries: [],
  },
  "sqlite-0006-subscriptions.sql": ofSubscriptions,
  "sqlite-0007-webhooks.sql": ofSubscriptions,
  "sqlite-0008-rate-windows.sql": ofDeliveries,
  "sqlite-0009-webhook-bodies.sql": ofDeliveries,
  "sqlite-0010-held-jobs.sql": ofDeliveries,
  "sqlite-0011-emptied-fingerprints.sql": ofDeliveries,
  "sqlite-0012-coupon-and-card-limits.sql": ofDeliveries,
  "sqlite-0013-page-settings.sql": ofDeliveries,
  "sqlite-0014-unanswered-attempts.sql": ofDeliveries,
  "sqlite-0015-charge-times.sql": ofDeliveries,
  "sqlite-0016-people.sql": ofDeliveries,
  "sqlite-0017-api-key-scopes.sql": ofDeliveries,
  "sqlite-0018-erasures.sql": ofDeliveries,
  "sqlite-0019-audit-log.sql": ofDeliveries,
  "sqlite-0020-overview.sql": ofDeliveries,
  "sqlite-0021-shared-counts.sql": ofDeliveries,
  "sqlite-0022-prefilled-by-company.sql": ofDeliveries,
}

describe.each(fixtures)("%s", (fixture) => {
  const scope = Scope.makeUnsafe()
  let file: string

  beforeAll(async () => {
    file = await Effect.runPromise(Scope.provide(freshFile, scope))
    const written = new BetterSqlite(file)
    written.pragma("foreign_keys = OFF") // tables come by name, not by who refers to whom
    written.exec(await readFile(new URL(fixture, folder), "utf8"))
    expect(pendingMigrations(written)).not.toStrictEqual([])
    written.close()
    await migrate(file)
  })

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const asked = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof KyselyStorage.layerNoDeps>>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, KyselyStorage.layerNoDeps.pipe(Layer.provide(SqliteStorage.layer(file)))))

  it("is whole, and lacks nothing", () => {
    const database = openDatabase(file)
    expect(pendingMigrations(database)).toStrictEqual([])
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok")
    expect(database.pragma("foreign_key_check")).toStrictEqual([])
    database.close()
  })

  it("knows the company of each event of a link and of each place on a list", () => {
    const database = openDatabase(file)
    const strangers = `
      select 'event' from payment_link_event as event join payment_link as link on link.id = event.link_id
      where event.company_id <> link.company_id
      union all
      select 'place' from batch_item as item join batch on batch.token = item.batch_token where item.company_id <> batch.company_id`
    expect(database.prepare(strangers).all()).toStrictEqual([])
    database.close()
  })

  it("keeps its idempotency keys and their answers, and of no request a fingerprint", async () => {
    const earlier = new BetterSqlite(":memory:")
    earlier.pragma("foreign_keys = OFF")
    earlier.exec(await readFile(new URL(fixture, folder), "utf8"))
    const rows = "select scope, key, order_number, status, body, expires_at, alive_until from idempotency order by key"
    const database = openDatabase(file)
    expect(database.prepare(rows).all()).toStrictEqual(earlier.prepare(rows).all())
    expect(database.prepare("select distinct fingerprint from idempotency where fingerprint <> ''").all()).toEqual([])
    expect(database.prepare("select name from setting where name = 'fingerprint'").all()).toEqual([])
    database.close()
    earlier.close()
  })

  it("gives its orders, each with a log that folds to it", async () => {
    const { items } = await asked(list({}))
    expect(items.map(({ id }) => id).toReversed()).toStrictEqual(ordinals(contentsOf(fixture).orders))
    const logs = await asked(
      Effect.flatMap(OrderRepository, ({ history }) =>
        Effect.forEach(items, ({ order }) => history(order.details.number)),
      ),
    )
    expect(logs.map((log) => fold(orderMachine, log))).toStrictEqual(items.map(({ order }) => order))
  })

  it.each([undefined, ...OrderStatus.literals])("counts its orders: status %s", async (status) => {
    const filter = status === undefined ? {} : { statuses: [status] }
    const database = openDatabase(file)
    const stored = database.prepare("select status from orders").pluck().all()
    database.close()
    const expected = stored.filter((one) => status === undefined || one === status).length
    expect((await asked(list(filter))).total).toBe(expected)
    const inTime = { ...filter, from: instant(0), before: instant(4_000_000_000_000) }
    expect((await asked(list(inTime))).total).toBe(expected)
  })

  it("has the work that it had left", async () => {
    const now = instant(4_000_000_000_000)
    const claim = { queue: "work" as const, lease: "lease", now, until: now, limit: 100 }
    const jobs = await asked(Effect.flatMap(JobQueue, (queue) => queue.claim(claim)))
    expect(jobs.map(({ kind }) => kind).toSorted()).toStrictEqual(contentsOf(fixture).jobs)
  })

  it("gives its links, batches and coupons, each with a log that folds to it", async () => {
    const { links, batches, coupons } = await asked(
      Effect.gen(function* () {
        const page = { page: firstPage, size: 100 }
        return {
          links: yield* (yield* PaymentLinkRepository).list(company, page),
          batches: yield* (yield* BatchRepository).list(company, page),
          coupons: yield* (yield* CouponRepository).list(company, page),
        }
      }),
    )
    const totals = { links: links.total, batches: batches.total, coupons: coupons.total }
    expect(contentsOf(fixture)).toMatchObject(totals)
    expect({ links: links.items.length, batches: batches.items.length, coupons: coupons.items.length }).toStrictEqual(
      totals,
    )
    const linkLogs = await asked(
      Effect.flatMap(PaymentLinkRepository, ({ history }) =>
        Effect.forEach(links.items, ({ details }) => history(details.slug)),
      ),
    )
    expect(linkLogs.map((log) => fold(linkMachine, log))).toStrictEqual(links.items)
    const batchLogs = await asked(
      Effect.flatMap(BatchRepository, ({ history }) =>
        Effect.forEach(batches.items, ({ details }) => history(details.token)),
      ),
    )
    expect(batchLogs.map((log) => fold(batchMachine, log))).toStrictEqual(batches.items)
  })

  it("finds the links that a rule has to remind of", async () => {
    const { reminded: days, rule } = contentsOf(fixture)
    const window = { after: null, limit: 100 }
    const found = await asked(
      Effect.flatMap(PaymentLinkRepository, ({ ofRule }) =>
        Effect.forEach(Object.keys(days), (day) => ofRule(rule, LocalDate.make(day), window)),
      ),
    )
    expect(found.map(({ length }) => length)).toStrictEqual(Object.values(days))
  })

  it("gives its subscriptions, each with a log that folds to it", async () => {
    const { items, total } = await asked(
      Effect.flatMap(SubscriptionRepository, ({ list: listOf }) => listOf(company, {}, { page: firstPage, size: 15 })),
    )
    expect(items.map(subscriptionStatusOf)).toStrictEqual(contentsOf(fixture).subscriptions)
    expect(total).toBe(items.length)
    const logs = await asked(
      Effect.flatMap(SubscriptionRepository, ({ history }) =>
        Effect.forEach(items, ({ details }) => history(details.token)),
      ),
    )
    expect(logs.map((log) => fold(subscriptionMachine, log))).toStrictEqual(items)
  })

  it("gives its webhook, which is enabled and has not failed", async () => {
    const found = await asked(Effect.flatMap(WebhookEndpointRepository, ({ find }) => find(company)))
    const { secrets } = contentsOf(fixture)
    expect(Option.isSome(found)).toBe(secrets.length > 0)
    if (Option.isSome(found)) {
      expect(found.value).toMatchObject({ isEnabled: true, disabled: null, failuresInRow: 0 })
      expect(signingSecrets(found.value, found.value.configuredAt).map(Redacted.value)).toStrictEqual(secrets)
    }
  })

  it("gives what its webhook was told, and has to be told again", async () => {
    const { items, total } = await asked(
      Effect.flatMap(WebhookDeliveryRepository, ({ list: listOf }) =>
        listOf(company, {}, { page: firstPage, size: 15 }),
      ),
    )
    const { deliveries } = contentsOf(fixture)
    const shown = items.map(({ attempts, event, state }) => ({
      // Each has its own body, which names it.
      id: Reflect.get(JSON.parse(event.body), "id"),
      state,
      statuses: attempts.map(({ status }) => status),
    }))
    expect(shown).toStrictEqual(deliveries)
    expect(items.map(({ event }) => event.id)).toStrictEqual(deliveries.map(({ id }) => id))
    expect(total).toBe(deliveries.length)
    const now = instant(4_000_000_000_000)
    const claim = { queue: "webhook" as const, lease: "lease", now, until: now, limit: 100 }
    const jobs = await asked(Effect.flatMap(JobQueue, (queue) => queue.claim(claim)))
    const pending = deliveries.filter(({ state }) => state === "pending")
    expect(jobs.map(({ name }) => name)).toStrictEqual(pending.map(({ id }) => `webhook:${id}`))
  })

  it("has the jobs that were given up, all in the queue `work`, as those that wait and deliver nothing", async () => {
    const { items } = await asked(Effect.flatMap(JobQueue, ({ dead }) => dead({ page: firstPage, size: 15 })))
    expect(items.map(({ name }) => name)).toStrictEqual(contentsOf(fixture).dead)
    const database = openDatabase(file)
    const misplaced = "select name from job where (kind = 'DeliverWebhook') <> (lane = 'webhook')"
    expect(database.prepare(misplaced).pluck().all()).toStrictEqual([])
    database.close()
  })

  it("is all as this version would have written it", async () => {
    const found = await asked(
      Effect.gen(function* () {
        const { batches, besideOrders, deliveries, links, scan, subscriptions } = yield* StorageAudit
        return {
          orders: (yield* scan(0, 100)).flatMap((order) => [...order.breaches, ...auditOrder(order)]),
          links: (yield* links.scan(0, 100)).flatMap((link) => [...link.breaches, ...auditLink(link)]),
          batches: (yield* batches.scan(0, 100)).flatMap((batch) => [...batch.breaches, ...auditBatch(batch)]),
          subscriptions: (yield* subscriptions.scan(0, 100)).flatMap((subscription) => [
            ...subscription.breaches,
            ...auditSubscription(subscription),
          ]),
          deliveries: (yield* deliveries.scan(0, 100)).flatMap((delivery) => [
            ...delivery.breaches,
            ...auditDelivery(delivery),
          ]),
          beside: (yield* Stream.runCollect(besideOrders)).flat(),
        }
      }),
    )
    expect(found).toStrictEqual({ orders: [], links: [], batches: [], subscriptions: [], deliveries: [], beside: [] })
  })
})

describe("an order whose reports differ, stored by a version that kept what it was told first", () => {
  const scope = Scope.makeUnsafe()
  const firstTold = { reason: "refused_by_issuer" }
  const toldLater = { reason: "refused_by_issuer, and withdrawn", tid: "0", decline: "hard" } as const
  let file: string
  let number: OrderNumber

  beforeAll(async () => {
    file = await Effect.runPromise(Scope.provide(freshFile, scope))
    const database = new BetterSqlite(file)
    database.pragma("foreign_keys = OFF")
    database.exec(await readFile(new URL("sqlite-0001-orders.sql", folder), "utf8"))
    const row = database
      .prepare<[], { number: string; version: number; progress: string }>(
        `select number, version, progress from orders where progress like '%"reason":"${firstTold.reason}"%'`,
      )
      .get()
    if (row === undefined) throw new Error("no order of the fixture was refused")
    number = OrderNumber.make(row.number)
    const { attempts, ...progress } = JSON.parse(row.progress)
    const [attempt] = attempts
    const [sequence, at] = [row.version + 1, progress.updatedAt + 1]
    // As the earlier version wrote it: the new fact, and beside it only what had not been reported before.
    const { decline } = toldLater
    const after = {
      ...progress,
      attempts: [{ ...attempt, facts: [...attempt.facts, "voided"], decline }],
      updatedAt: at,
    }
    database
      .prepare("update orders set version = ?, progress = ? where number = ?")
      .run(sequence, JSON.stringify(after), number)
    const event = { _tag: "AttemptReported", attempt: attempt.id, fact: "voided", report: toldLater, at }
    database
      .prepare("insert into order_event (order_number, sequence, at, type, body) values (?, ?, ?, ?, ?)")
      .run(number, sequence, at, event._tag, JSON.stringify(event))
    database.close()
    await migrate(file)
  })

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const asked = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof KyselyStorage.layerNoDeps>>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, KyselyStorage.layerNoDeps.pipe(Layer.provide(SqliteStorage.layer(file)))))

  const breaches = Effect.gen(function* () {
    const { scan } = yield* StorageAudit
    return (yield* scan(0, 100)).flatMap((order) => [...order.breaches, ...auditOrder(order)])
  })

  const only = Effect.gen(function* () {
    const { findByNumber } = yield* OrderRepository
    return Option.getOrThrow(yield* findByNumber(number)).order
  })

  it("is as it was stored, and no breach", async () => {
    expect((await asked(only)).attempts.at(0)).toMatchObject({ ...firstTold, facts: ["sent", "refused", "voided"] })
    expect(await asked(breaches)).toStrictEqual([])
  })

  it("learns what that version dropped from the next report of it, and is no breach then either", async () => {
    const learned = await asked(
      Effect.gen(function* () {
        const orders = yield* OrderRepository
        const order = yield* only
        const at = instant(order.updatedAt + 1)
        const events = orderMachine.record(order, {
          _tag: "AttemptUpdate",
          attempt: firstAttempt,
          fact: "voided",
          report: toldLater,
          at,
        })
        yield* orders.save(events.reduce(evolve, order), events)
        return (yield* only).attempts.at(0)
      }),
    )
    expect(learned).toMatchObject(toldLater)
    expect(await asked(breaches)).toStrictEqual([])
  })
})

it("a coupon that was used too often before its uses were told apart is not held against it", () =>
  Effect.gen(function* () {
    const file = yield* freshFile
    const written = new BetterSqlite(file)
    written.pragma("foreign_keys = OFF")
    written.exec(yield* Effect.promise(() => readFile(new URL("sqlite-0010-held-jobs.sql", folder), "utf8")))
    written.exec("delete from coupon_use; insert into coupon_use select number, 1, 1 from orders limit 2")
    written.exec("update coupon set max_uses = 1, uses = 2")
    written.close()
    yield* Effect.promise(() => migrate(file))
    const overused = Effect.gen(function* () {
      const audit = yield* StorageAudit
      return (yield* Stream.runCollect(audit.overusedCoupons)).flat()
    }).pipe(Effect.provide(KyselyStorage.layerNoDeps.pipe(Layer.provide(SqliteStorage.layer(file)))))
    expect(yield* overused).toStrictEqual([])
    const upgraded = openDatabase(file)
    upgraded.exec("update coupon set kept_uses = 0")
    upgraded.close()
    expect(yield* overused).toMatchObject([{ uses: 2, allowed: 1 }])
  }).pipe(Effect.scoped, Effect.runPromise))

it.each(["sqlite-0005-payment-links.sql", "sqlite-0016-people.sql"])(
  "an API key of %s may what every key could do then, and does not expire",
  (fixture) =>
    Effect.gen(function* () {
      const file = yield* freshFile
      const hash = ApiKeyHash.make("e".repeat(64))
      const written = new BetterSqlite(file)
      written.pragma("foreign_keys = OFF")
      written.exec(yield* Effect.promise(() => readFile(new URL(fixture, folder), "utf8")))
      written.exec(
        `insert into api_key (company_id, name, hash, last_digits, created_at) values (1, 'loja', '${hash}', 'abcd', 7)`,
      )
      written.close()
      yield* Effect.promise(() => migrate(file))
      const { key } = yield* Effect.flatMap(ApiKeyRepository, ({ authenticate }) => authenticate(hash)).pipe(
        Effect.map(Option.getOrThrow),
        Effect.provide(KyselyStorage.layerNoDeps.pipe(Layer.provide(SqliteStorage.layer(file)))),
      )
      expect(key).toMatchObject({ createdAt: 7, scopes: scopesOfEarlierKeys, expiresAt: null, lastUsedAt: null })
    }).pipe(Effect.scoped, Effect.runPromise),
)

it("every fixture is of a level but the last, and is known", () => {
  const earlier = Object.keys(migrations(sqlite)).slice(0, -1)
  expect(earlier.map((level) => `sqlite-${level}.sql`)).toStrictEqual(expect.arrayContaining(fixtures))
  expect(Object.keys(contents)).toStrictEqual(fixtures.toSorted())
})

const contentsOf = (fixture: string): Contents => {
  const known = contents[fixture]
  if (known === undefined) throw new Error(`what ${fixture} contains is not listed`)
  return known
}

const ordinals = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n + 1)

const list = (filter: OrderFilter) =>
  Effect.flatMap(OrderRepository, (orders) => orders.list(company, filter, { page: firstPage, size: 100 }))
