/**
 * No query reads a whole table, and no list is sorted whole: SQLite says so of every query that the repositories send.
 *
 * The plans come from an engine that knows nothing about the rows, as in production, and from one that has counted them
 * (`analyze`), for values that many orders share and for values that few do.
 */

import { ApiKeyHash } from "@vintem/domain/access"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { type Email, parseEmail } from "@vintem/domain/customer"
import { CompanyId, OrderNumber, SavedCardToken } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { evolve, OrderStatus } from "@vintem/domain/order"
import {
  ApiKeyRepository,
  BatchRepository,
  CardAttempts,
  CheckoutRepository,
  CompanyRepository,
  CouponRepository,
  CustomerRepository,
  GuessLog,
  IdempotencyStore,
  JobQueue,
  MembershipRepository,
  type NewJob,
  OrderFigures,
  type OrderFilter,
  OrderRepository,
  PageNumber,
  PaymentLinkRepository,
  PersonalData,
  ProductRepository,
  ReminderLog,
  ReminderRuleRepository,
  SavedCardRepository,
  SessionRepository,
  StorageCheck,
  type StorageUnavailable,
  type SubscriptionFilter,
  SubscriptionRepository,
  TicketRepository,
  Trail,
  UnitOfWork,
  UserRepository,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import {
  attemptReported,
  exampleAttemptKey,
  exampleCustomer,
  exampleLastDay,
  exampleNow,
  examplePlacedAt,
  notifiedOrder,
  orderCanceled,
} from "@vintem/testing"
import type BetterSqlite from "better-sqlite3"
import { Context, Effect, Layer, ManagedRuntime, Result, Stream } from "effect"
import { CompiledQuery } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Executor } from "../src/sql/engine/executor.ts"
import * as Settings from "../src/sql/engine/settings.ts"
import * as Backlog from "../src/sql/queue/backlog.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { noting } from "./noting-executor.ts"
import { countCardAttempts, useCardAttempts } from "./sqlite-card-attempts.ts"
import { overuseCoupon, setUp, tokenOfRule, useSetUp } from "./sqlite-catalogue.ts"
import { slugOfLink, storeLinks, useLinks } from "./sqlite-payment-links.ts"
import { storePeople, usePeople } from "./sqlite-people.ts"
import { documentOf, openShop, paymentBegins, type Shop, storeOrder, uuid } from "./sqlite-shop.ts"
import {
  emailOfSubscription,
  slugOfSubscription,
  tokenOfSubscription,
  updateSubscription,
  useSubscriptions,
} from "./sqlite-subscriptions.ts"
import { storeDeliveries, useDeliveries } from "./sqlite-webhooks.ts"

interface Step {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

const daysOfCompanies =
  'select "company_id", "day" from "order_count" where (company_id, day) > (?, ?) union select "company_id", "day" from "order_figure" ' +
  'where (company_id, day) > (?, ?) order by "company_id", "day" limit ?'

/** The queries that may walk a table or an index, the one permitted step, and the reason. */
const walks: Readonly<Record<string, readonly [step: RegExp, why: string]>> = {
  'select * from "company" order by "id" desc limit ? offset ?': [
    /^SCAN company$/u,
    "The administration's list of all companies: the table itself, from its end, is the order of the list, and the limit stops the walk.",
  ],
  'select count(*) as "total" from "company"': [
    /^SCAN company USING COVERING INDEX sqlite_autoindex_company_1$/u,
    "All companies of a service are counted for its administration alone.",
  ],
  'select "id", "email", "name", "language", "created_at" from "users" order by "id" desc limit ? offset ?': [
    /^SCAN users$/u,
    "The operators' list of all users: the same.",
  ],
  'select count(*) as "total" from "users"': [
    /^SCAN users/u,
    "All users of a service are counted for its operators alone.",
  ],
  'select count(*) as "total" from "job" where "died_at" is not null': [
    /^SEARCH job USING COVERING INDEX job_dead /u,
    "Jobs that were given up are few; where they are many, an operator has to act at once.",
  ],
  'select "name" from "job" where "company_id" = ? and "name" in (?, ?) and "died_at" is not null': [
    /^SEARCH job USING INDEX job_dead /u,
    "The same: of those given up one is looked for by its name.",
  ],
  'select "id" from "job" where "lease" is not null and "ready_at" > ? limit ?': [
    /^SEARCH job USING INDEX job_held /u,
    "Jobs that are held are as many as workers have in hand, and the first one found is enough.",
  ],
  'update "job" set "ready_at" = "due_at" where "lease" is not null': [
    /^SCAN job USING INDEX job_held$/u,
    "At the start all those are given back that a process held when it died.",
  ],
  'update "idempotency" set "alive_until" = ? where "expires_at" >= ? and "status" is null and "alive_until" > ?': [
    /^SEARCH idempotency USING INDEX idempotency_expired /u,
    "At the start the keys are read whose claim may still run: those of the last minute or two.",
  ],
  [daysOfCompanies]: [
    /^(MERGE \(UNION\)|LEFT|RIGHT|SEARCH order_\w+ USING PRIMARY KEY \(company_id>\?\)|USE TEMP B-TREE FOR LAST TERM OF ORDER BY)$/u,
    "The check goes through the days of one company after the other, and sorts those of one: counts, of which there are few a day.",
  ],
}

/** SQLite's steps that only combine others. */
const structure =
  /^((CO-ROUTINE|MATERIALIZE) \w+|MERGE \(UNION ALL\)|COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION ALL|LEFT|RIGHT|SETUP|RECURSIVE STEP|((CORRELATED )?SCALAR|LIST) SUBQUERY \d+|SCAN CONSTANT ROW|SCAN \d+ CONSTANT ROWS|SCAN \d+-ROW VALUES CLAUSE|CREATE BLOOM FILTER)$/u

/**
 * Parts that are read whole: the positions of one page, which its limit ends, companies with work, rows chosen for a
 * change, up to a limit or by id, the statement's own values, and figures of an order, a period, or a day.
 */
const wholes: ReadonlyArray<readonly [step: string, query: RegExp]> = [
  ["SCAN page", /limit \? offset \?\) as "page"/u],
  ["SCAN own", /limit \?\) as "own"/u],
  ["SCAN piece", /limit \?\) as "piece"/u],
  ["USE TEMP B-TREE FOR GROUP BY", /limit \?\) as "piece" group by "piece"\."kind"$/u],
  ["SCAN entry VIRTUAL TABLE INDEX 1:", /json_each\("\w+"\."figures"\) as entry/u],
  ["SCAN figure", /\) as "figure" group by /u],
  ["USE TEMP B-TREE FOR GROUP BY", /\) as "figure" group by /u],
  ["USE TEMP B-TREE FOR GROUP BY", /from "order_figure" where "company_id" = \? and "kind" in \(.*\) .*group by /u],
  // Orders of the customers with one address, who are few, unless one address is entered for all.
  ["USE TEMP B-TREE FOR ORDER BY", /"customer"\."email_key" = \?/u],
  // A period's changes are sorted by placing time, without their rows, and are as many as are counted for the total.
  ["USE TEMP B-TREE FOR ORDER BY", /"changed"\."updated_at" [<>]/u],
  ["SCAN changed", /limit \?\) as "changed"$/u],
  ["SCAN ahead", /limit 1\) as ahead/u],
  ["SCAN waiting", /^with recursive "waiting"/u],
  ["SCAN wanted", /^with "wanted"\([^()]+\) as \(values /u],
  ["SCAN delivered", /^with "delivered"\([^()]+\) as \(values /u],
  ["SCAN progress", /^\s*with progress \([^()]+\) as \(\s*values /u],
  [
    "SCAN chosen",
    /^with "chosen" as materialized \(select .* (limit \?|\(company_id, id\) in \(values .*)\) (delete|update) /u,
  ],
]

/** Entries of an index that are equal in its first columns, or one row by its key. */
const searchByEquality = /^SEARCH \w+ (EXISTS )?USING (?!AUTOMATIC).*\(\w+=\?/u

/** Entries from a position on, in index order: the query's limit ends them, or a second position does. */
const stretch = /^SEARCH \w+ USING (?!AUTOMATIC).*[<>]\(?\?/u
const endsByLimit = /order by [^()]* limit \?( offset \?)?(\) as "piece".*|\) (delete from|update) .*)?$/u
const endsByPlace = /\((rowid|link_id|subscription_id)>\? AND \1<\?\)$/u

/** The first entry there is, or the first from a place on. */
const firstEntry = /^SEARCH \w+( USING (COVERING )?INDEX \w+( \(\w+>\?\))?)?$/u
const asksForFirst = /select (min|max)\(/u

/** Steps that would take longer with more rows in the table, although the requested rows stay the same. */
const faultsOf = (query: CompiledQuery, plan: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const sql = query.sql.replaceAll("+?", "?")
  const isAllowed = ({ detail }: Step): boolean =>
    structure.test(detail) ||
    searchByEquality.test(detail) ||
    (stretch.test(detail) && (endsByLimit.test(sql) || endsByPlace.test(detail))) ||
    (firstEntry.test(detail) && asksForFirst.test(sql)) ||
    wholes.some(([step, query]) => detail === step && query.test(sql))
  const walk = walks[sql]
  return walk !== undefined && plan.every(({ detail }) => walk[0].test(detail))
    ? []
    : plan.filter((step) => !isAllowed(step)).map(({ detail }) => detail)
}

/**
 * An insert is explained without foreign keys. SQLite plans to look for rows that refer to a new one, and skips that unless some
 * reference is already broken (`FkIfZero`), which is never so between our statements.
 */
const explain = (database: BetterSqlite.Database, { sql, parameters }: CompiledQuery): ReadonlyArray<Step> => {
  database.pragma(`foreign_keys = ${sql.startsWith("insert") ? "off" : "on"}`)
  return database.prepare<unknown[], Step>(`explain query plan ${sql}`).all(...parameters)
}

/** Each bad plan under its query, readable in a failed test. */
const badPlans = (database: BetterSqlite.Database, queries: ReadonlyArray<CompiledQuery>): ReadonlyArray<string> =>
  queries.flatMap((query) => {
    const plan = explain(database, query)
    const faults = faultsOf(query, plan)
    if (faults.length === 0) return []
    return [[query.sql, ...plan.map(({ detail }) => `  ${detail}${faults.includes(detail) ? "  <--" : ""}`)].join("\n")]
  })

// The questions

type Services = Layer.Success<typeof KyselyStorage.layerNoDeps> | Backlog.Backlog | Settings.Settings

/** The services by the name that their operations begin with. */
const servicesOf = (context: Context.Context<Services>) => ({
  apiKeys: Context.get(context, ApiKeyRepository),
  trail: Context.get(context, Trail),
  backlog: Context.get(context, Backlog.Backlog),
  batches: Context.get(context, BatchRepository),
  cardAttempts: Context.get(context, CardAttempts),
  checkouts: Context.get(context, CheckoutRepository),
  companies: Context.get(context, CompanyRepository),
  coupons: Context.get(context, CouponRepository),
  customers: Context.get(context, CustomerRepository),
  idempotency: Context.get(context, IdempotencyStore),
  jobs: Context.get(context, JobQueue),
  orderFigures: Context.get(context, OrderFigures),
  orders: Context.get(context, OrderRepository),
  paymentLinks: Context.get(context, PaymentLinkRepository),
  reminderRules: Context.get(context, ReminderRuleRepository),
  products: Context.get(context, ProductRepository),
  reminders: Context.get(context, ReminderLog),
  savedCards: Context.get(context, SavedCardRepository),
  settings: Context.get(context, Settings.Settings),
  storageCheck: Context.get(context, StorageCheck),
  subscriptions: Context.get(context, SubscriptionRepository),
  webhookDeliveries: Context.get(context, WebhookDeliveryRepository),
  guesses: Context.get(context, GuessLog),
  memberships: Context.get(context, MembershipRepository),
  sessions: Context.get(context, SessionRepository),
  tickets: Context.get(context, TicketRepository),
  users: Context.get(context, UserRepository),
  webhookEndpoints: Context.get(context, WebhookEndpointRepository),
})

const pages = [1, 3].map((page) => ({ page: PageNumber.make(page), size: 15 }))

const parsedEmail = (text: string): Email => Result.getOrThrow(parseEmail(text))

/** Every filter with a value that many orders have, and one that few have. */
const conditions: Readonly<Record<string, readonly [common: OrderFilter, rare: OrderFilter]>> = {
  status: [{ statuses: ["created"] }, { statuses: ["canceled"] }],
  statuses: [{ statuses: ["created", "pending"] }, { statuses: OrderStatus.literals }],
  src: [{ src: "common" }, { src: "rare" }],
  ref: [{ ref: "common" }, { ref: "rare" }],
  productId: [{ productId: 1 }, { productId: 2 }],
  document: [{ document: documentOf(1) }, { document: documentOf(2) }],
  email: [{ email: exampleCustomer.email }, { email: parsedEmail("nobody@example.com") }],
  from: [{ from: examplePlacedAt }, { from: instant(examplePlacedAt + 1_900_000) }],
  before: [{ before: instant(examplePlacedAt + 1_900_000) }, { before: instant(examplePlacedAt + 100_000) }],
  updatedFrom: [{ updatedFrom: examplePlacedAt }, { updatedFrom: instant(examplePlacedAt + 1_900_000) }],
  updatedBefore: [
    { updatedBefore: instant(examplePlacedAt + 1_900_000) },
    { updatedBefore: instant(examplePlacedAt + 100_000) },
  ],
}

const filters: ReadonlyArray<OrderFilter> = [
  {},
  ...Object.values(conditions).flat(),
  ...pairs(Object.values(conditions)).flatMap(([left, right]) =>
    left.flatMap((one) => right.map((other) => ({ ...one, ...other }))),
  ),
  Object.assign({}, ...Object.values(conditions).map(([common]) => common)),
]

/** For subscriptions: a value that many have, and one that few have. */
const subscriptionConditions: Readonly<
  Record<string, readonly [common: SubscriptionFilter, rare: SubscriptionFilter]>
> = {
  status: [{ status: "overdue" }, { status: "canceled" }],
  token: [{ token: tokenOfSubscription(9_998) }, { token: "nobody's" }],
  checkout: [{ checkout: "clube" }, { checkout: slugOfSubscription(3) }],
  email: [{ email: "maria@example.com" }, { email: emailOfSubscription(3) }],
  nextCharge: [{ nextCharge: LocalDate.make("2026-04-02") }, { nextCharge: LocalDate.make("2027-04-02") }],
}

const subscriptionFilters: ReadonlyArray<SubscriptionFilter> = [
  {},
  ...Object.values(subscriptionConditions).flat(),
  ...pairs(Object.values(subscriptionConditions)).flatMap(([left, right]) =>
    left.flatMap((one) => right.map((other) => ({ ...one, ...other }))),
  ),
  Object.assign({}, ...Object.values(subscriptionConditions).map(([common]) => common)),
]

function pairs<A>(all: ReadonlyArray<A>): ReadonlyArray<readonly [A, A]> {
  return all.flatMap((left, n) => all.slice(n + 1).map((right): readonly [A, A] => [left, right]))
}

/**
 * Companies with their own keys, customers and cards; one has a quarter of the orders, which are alike but for a few.
 */
const fill = Effect.gen(function* () {
  const units = yield* UnitOfWork
  const shop = yield* openShop
  const shops = [...(yield* Effect.forEach(ordinals(20), () => openShop)), shop]
  const store = (n: number) => {
    const isRare = n % 500 === 4
    return storeOrder(
      n,
      {
        ...(n % 4 === 0 ? shop : (shops[n % shops.length] ?? shop)),
        placedAt: instant(examplePlacedAt + 1_000 * n),
        src: isRare ? "rare" : "common",
        ref: isRare ? "rare" : "common",
        customer: { ...exampleCustomer, document: documentOf(isRare ? 2 : 1) },
        items: [1, ...(isRare ? [2] : [])].map((productId) => ({ ...item, productId })),
      },
      ...(isRare ? [orderCanceled] : n % 5 === 0 ? [paymentBegins(n)] : []),
    )
  }
  yield* units.commit(Effect.forEach(ordinals(4_000), store, { discard: true }))
  yield* units.commit(Effect.forEach(ordinals(500), (n) => keep(n, shops[n % shops.length] ?? shop), { discard: true }))
  return shop
})

/** A company's other objects, one of each. */
const keep = Effect.fnUntraced(function* (n: number, { company, customerId }: Shop) {
  const keys = yield* ApiKeyRepository
  const customers = yield* CustomerRepository
  const idempotency = yield* IdempotencyStore
  const cards = yield* SavedCardRepository
  const settings = yield* Settings.Settings
  const hash = ApiKeyHash.make(n.toString(16).padStart(64, "0"))
  yield* keys.add({
    company,
    name: "loja",
    hash,
    lastDigits: "abcd",
    scopes: ["orders:read"],
    expiresAt: null,
    lastUsedAt: null,
    createdAt: exampleNow,
  })
  const details = { ...exampleCustomer, document: documentOf(n) }
  yield* customers.put({ company, token: uuid(n), details, createdAt: exampleNow })
  yield* idempotency.claim({ ...claim, key: `key-${n}` })
  yield* cards.add({ ...card, token: SavedCardToken.make(uuid(n)), company, customer: customerId })
  yield* settings.keep(`setting-${n}`, `value-${n}`)
  yield* setUp({ company }, n)
  yield* storeLinks({ company }, n)
  yield* updateSubscription({ company }, n)
  yield* storeDeliveries({ company }, n)
  yield* countCardAttempts(n)
  yield* storePeople({ company }, n)
  const queue = yield* JobQueue
  yield* queue.enqueue([numberedJob(company, `kept ${n}`, n % 3 === 0 ? `line ${n % 7}` : null)])
})

/** Reads everything of a customer, and then erases it: a customer who is not looked up later. */
const usePersonalData = Effect.fnUntraced(function* ({ company, customerId }: Shop) {
  const { begin, beside, erase, glance, isUnderWay, orders, survey } = yield* PersonalData
  yield* survey(company, customerId)
  yield* orders(company, customerId, { after: 0, limit: 50 })
  yield* Stream.runDrain(beside(company, customerId))
  yield* glance(company, customerId, 15)
  const erasure = { company, customer: customerId, at: exampleNow }
  yield* begin(erasure)
  yield* isUnderWay(company, customerId)
  yield* erase(erasure, {
    scopes: ["company"],
    orders: () => Effect.succeed(["order:1"]),
    scopeOfLink: ({ slug }) => `link:${slug}`,
    ended: () => Effect.void,
  })
})

/** Calls every method of every repository, those of a single order in the order of its life. */
const useAll = Effect.fnUntraced(function* ({ company, customerId }: Shop) {
  const keys = yield* ApiKeyRepository
  const companies = yield* CompanyRepository
  const customers = yield* CustomerRepository
  const idempotency = yield* IdempotencyStore
  const orders = yield* OrderRepository
  const cards = yield* SavedCardRepository
  const settings = yield* Settings.Settings

  yield* settings.keep("secret_key_check", "value")
  yield* settings.raise("name", 1)
  yield* settings.replace("name", "value")
  yield* settings.remove("name")
  yield* settings.find("name")
  const hash = ApiKeyHash.make("f".repeat(64))
  const key = yield* keys.add({
    company,
    name: "loja",
    hash,
    lastDigits: "abcd",
    scopes: ["orders:read"],
    expiresAt: null,
    lastUsedAt: null,
    createdAt: exampleNow,
  })
  yield* keys.authenticate(hash)
  yield* keys.recordUses([{ company: key.company, id: key.id, at: exampleNow }])
  yield* idempotency.claim(claim)
  yield* customers.put({ company, token: uuid(1), details: exampleCustomer, createdAt: exampleNow })
  const unseen = { ...exampleCustomer, document: documentOf(9_999) }
  yield* customers.register({ company, token: uuid(9_999), details: unseen, createdAt: exampleNow })
  yield* customers.find(company, customerId)
  const token = SavedCardToken.make(uuid(9_999))
  yield* cards.find(company, token)
  const order = yield* storeOrder(9_999, { company, customerId }, paymentBegins(9_999))
  const { number, publicKey } = order.details
  yield* idempotency.attach(claim, claim.key, OrderNumber.make(number))
  yield* orders.findByAttempt(company, exampleAttemptKey(9_999))
  yield* orders.takeUnanswered(exampleNow, 10)
  const report = attemptReported(1, "confirmed")
  yield* orders.save(order, evolve(order, report), [report])
  yield* cards.add({ ...card, token, company, customer: customerId })
  yield* idempotency.release(claim, claim.key)
  yield* idempotency.claim({ ...claim, aliveAt: 1, aliveUntil: 2 })
  yield* idempotency.answer(claim, claim.key, { status: 200, body: "{}" })
  yield* idempotency.forget(exampleNow, 10)
  yield* idempotency.releaseAll(exampleNow)

  yield* usePersonalData({ company, customerId })
  yield* orders.find(company, number)
  yield* orders.findByPublicKey(company, publicKey)
  yield* orders.history(company, number)
  yield* companies.add({ ...(yield* openCompany(company)) })
  const known = yield* openCompany(company)
  yield* companies.save(known)
  yield* companies.findByCode(known.code)
  yield* keys.revoke(company, key.id)
  yield* useJobs(company)
  yield* (yield* Backlog.Backlog).read(exampleNow)
  yield* (yield* Backlog.Backlog).unknownCharges
  yield* overuseCoupon({ company }, 9_997)
  yield* useTrail
  yield* useDeliveries({ company }, 9_998)
  yield* usePeople({ company }, 9_000)
  yield* useCardAttempts(9_998)
  yield* useSetUp({ company }, 9_999)
  yield* useLinks({ company }, 9_998)
  yield* useSubscriptions({ company }, 9_998)
  for (const page of pages) {
    yield* companies.list(page)
    yield* customers.list(company, {}, page)
    yield* customers.list(company, { document: documentOf(1) }, page)
    yield* customers.list(company, { email: exampleCustomer.email }, page)
    yield* keys.list(company, page)
    yield* (yield* ProductRepository).list(company, page)
    yield* (yield* CheckoutRepository).list(company, page)
    yield* (yield* CouponRepository).list(company, page)
    yield* (yield* ReminderRuleRepository).list(company, page)
    for (const filter of filters) yield* orders.list(company, filter, page)
    for (const filter of subscriptionFilters) yield* (yield* SubscriptionRepository).list(company, filter, page)
  }
})

/** Every way of a job, in a backlog that makes the queue read companies one by one. */
const useJobs = Effect.fnUntraced(function* (company: CompanyId) {
  const queue = yield* JobQueue
  yield* queue.enqueue(ordinals(20).map((n) => numberedJob(company, `${n}`, n % 2 === 0 ? "line" : null)))
  const now = exampleNow
  const [done, again, dead] = yield* queue.claim({
    queue: "work",
    lease: "one",
    now,
    until: instant(now + 1),
    limit: 3,
  })
  if (done === undefined || again === undefined || dead === undefined) return yield* Effect.die("too few were claimed")
  yield* queue.settle(company, "one", [
    { _tag: "Done", job: done.id },
    { _tag: "Again", job: again.id, dueAt: now },
    { _tag: "Dead", job: dead.id, reason: "given up", at: now },
  ])
  yield* queue.reschedule(company, again.name, now)
  yield* queue.hasten({ kinds: [again.kind], after: null, from: now, stepMillis: 1, limit: 10 })
  yield* queue.claim({ queue: "work", lease: "two", now, until: instant(now + 1), limit: 1 })
  yield* queue.nextDue
  yield* queue.nextDueIn("webhook")
  yield* queue.isAnyHeld(exampleNow)
  yield* queue.known(company, [dead.name, "nobody's"])
  for (const page of pages) yield* queue.dead(page)
  yield* queue.revive(dead.id, now)
  yield* queue.forgetDead(now, 10)
  yield* queue.withdraw(company, [dead.name])
  yield* queue.endLeases
})

const useTrail = Effect.gen(function* () {
  const figures = yield* OrderFigures
  const company = CompanyId.make(1)
  const period = { from: LocalDate.make("2026-03-01"), to: LocalDate.make("2026-03-31") }
  yield* figures.byDay(company, period)
  yield* figures.refusals(company, period, 20)
  yield* figures.overall(company, ["open", "disputed"])

  const stored = yield* StorageCheck
  yield* stored.lastId
  const piece = { after: { company, id: 100 }, lastId: 1_000, limit: 50 }
  yield* stored.scan(piece)
  for (const { lastId, scan } of [
    stored.links,
    stored.batches,
    stored.subscriptions,
    stored.deliveries,
    stored.trailEntries,
  ]) {
    yield* lastId
    yield* scan({ ...piece, after: { company: -1, id: 0 } })
  }
  yield* Stream.runDrain(stored.besideOrders)
  yield* Stream.runDrain(stored.overusedCoupons)
})

const numberedJob = (company: CompanyId, name: string, orderingKey: string | null): NewJob => ({
  queue: "work",
  kind: "example",
  name,
  company,
  orderingKey,
  dueAt: exampleNow,
  payload: "{}",
})

const openCompany = Effect.fnUntraced(function* (id: Shop["company"]) {
  const companies = yield* CompanyRepository
  return yield* Effect.fromOption(yield* companies.find(id))
})

const claim = {
  company: null,
  scope: "company",
  key: "a-key",
  fingerprint: "f",
  now: exampleNow,
  aliveAt: 0,
  aliveUntil: 1,
}
const card = {
  acquirerToken: "card_1",
  brand: "visa",
  firstDigits: "424242",
  lastDigits: "4242",
  createdAt: exampleNow,
} as const
const item = { sku: "curso", title: "Curso", unitPrice: centavos(10_000), priceCost: null, quantity: 1 }
const ordinals = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n + 1)

/** A question to the deliveries. */
type Asking = (all: WebhookDeliveryRepository["Service"]) => Effect.Effect<unknown, StorageUnavailable>

// The tests

describe("every query of the repositories", () => {
  const queries: Array<CompiledQuery> = []
  const operations = new Set<string>()

  const layerNoting = Layer.effect(
    Executor,
    Effect.map(Executor, (executor) => ({
      ...noting(executor, (operation, query) => {
        operations.add(operation)
        queries.push(query)
      }),
      epochOf: () => Effect.succeed(null),
    })),
  )
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(KyselyStorage.layerNoDeps, Backlog.layer, Settings.layer).pipe(
      Layer.provide(layerNoting),
      Layer.provideMerge(SqliteStorage.layer(":memory:")),
    ),
  )
  let database: BetterSqlite.Database
  let company: CompanyId

  beforeAll(async () => {
    database = (await runtime.runPromise(SqliteStorage.SqliteDatabase)).raw
    const shop = await runtime.runPromise(fill)
    company = shop.company
    queries.length = 0
    operations.clear()
    await runtime.runPromise(useAll(shop))
  })
  afterAll(() => runtime.dispose())

  it("is covered: each method of each repository sends one", async () => {
    const context = await runtime.context()
    for (const [name, service] of Object.entries(servicesOf(context))) {
      const methods = Object.keys(service)
      expect([...operations]).toEqual(expect.arrayContaining(methods.map((method) => `${name}.${method}`)))
    }
  })

  it("finds its rows by an index, if the engine knows nothing about them", () => {
    expect(badPlans(database, queries)).toStrictEqual([])
  })

  it.each([
    ["status", { statuses: ["created"] }, "(company_id=? AND status=?)"],
    ["statuses", { statuses: ["created", "paid"] }, "(company_id=? AND status=?)"],
    ["src", { src: "common" }, "(company_id=? AND src=?)"],
    ["ref", { ref: "common" }, "(company_id=? AND ref=?)"],
    ["productId", { productId: 1 }, "(company_id=? AND product_id=?)"],
    ["document", { document: documentOf(1) }, "(company_id=? AND document=?)"],
    ["from", { from: examplePlacedAt }, "(company_id=? AND placed_at>?)"],
    ["before", { before: instant(examplePlacedAt + 1_900_000) }, "(company_id=? AND placed_at<?)"],
    [
      "changes",
      { updatedFrom: examplePlacedAt, updatedBefore: instant(examplePlacedAt + 100_000) },
      "orders_by_change (company_id=? AND updated_at>? AND updated_at<?)",
    ],
    [
      "changes and status",
      { updatedFrom: examplePlacedAt, statuses: ["created"] },
      "orders_by_change (company_id=? AND updated_at>?)",
    ],
    ["nothing", {}, "(company_id=?)"],
  ] satisfies ReadonlyArray<readonly [string, OrderFilter, string]>)(
    "filters a list by its %s with an index, for the page and the total",
    async (_, filter, columns) => {
      const before = queries.length
      const page = { page: PageNumber.make(1), size: 15 }
      await runtime.runPromise(Effect.flatMap(OrderRepository, (orders) => orders.list(company, filter, page)))
      const asked = queries.slice(before)
      expect(asked.length).toBeGreaterThanOrEqual(2)
      const plans = asked.map((query) => explain(database, query).map(({ detail }) => detail))
      for (const details of plans) {
        expect(details).toContainEqual(expect.stringMatching(/^SEARCH \w+ USING (COVERING INDEX|PRIMARY KEY)/u))
      }
      expect(plans.flat()).toContainEqual(expect.stringContaining(columns))
    },
  )

  it.each([
    [
      "status",
      { status: "overdue" },
      ["subscription_count USING PRIMARY KEY (company_id=?)", "(company_id=? AND status=?)"],
    ],
    [
      "token",
      { token: tokenOfSubscription(9_998) },
      ["subscription_count USING PRIMARY KEY (company_id=?)", "(company_id=? AND token=?)"],
    ],
    [
      "checkout",
      { checkout: "clube" },
      ["USING PRIMARY KEY (company_id=? AND checkout_slug=?)", "(company_id=? AND checkout_slug=?)"],
    ],
    [
      "email",
      { email: "maria@example.com" },
      ["subscription_count USING PRIMARY KEY (company_id=?)", "(company_id=? AND email_key=?)"],
    ],
    [
      "nextCharge",
      { nextCharge: LocalDate.make("2026-04-02") },
      ["subscription_count USING PRIMARY KEY (company_id=?)", "(company_id=? AND next_charge=?)"],
    ],
    [
      "status and email",
      { status: "overdue", email: "maria@example.com" },
      ["subscription_count USING PRIMARY KEY (company_id=?)", "(company_id=? AND email_key=?)"],
    ],
    ["nothing", {}, ["subscription_count USING PRIMARY KEY (company_id=?)", "(company_id=?)"]],
  ] satisfies ReadonlyArray<readonly [string, SubscriptionFilter, ReadonlyArray<string>]>)(
    "filters a list of subscriptions by its %s with an index, for the page and the total",
    async (_, filter, searches) => {
      const isCounted = Object.keys(filter).every((name) => ["checkout", "status"].includes(name))
      const before = queries.length
      const page = { page: PageNumber.make(1), size: 15 }
      await runtime.runPromise(Effect.flatMap(SubscriptionRepository, (all) => all.list(company, filter, page)))
      const plans = queries.slice(before).map((query) => explain(database, query).map(({ detail }) => detail))
      expect(plans).toHaveLength(isCounted ? 2 : 3) // the counts do not answer this: the whole list's length, first
      for (const search of searches) expect(plans.flat()).toContainEqual(expect.stringContaining(search))
      for (const plan of plans) expect(plan).toContainEqual(expect.stringMatching(/^SEARCH \w+ USING/u))
    },
  )

  it("finds the links to remind of, and the next piece of them, in one index", async () => {
    const before = queries.length
    const window = { after: slugOfLink(1), limit: 15 }
    await runtime.runPromise(
      Effect.flatMap(PaymentLinkRepository, ({ ofRule }) => ofRule(company, tokenOfRule(1), exampleLastDay, window)),
    )
    const plans = queries.slice(before).map((query) => explain(database, query).map(({ detail }) => detail))
    expect(plans).toStrictEqual([
      [
        "SEARCH payment_link USING INDEX payment_link_of_rule (company_id=? AND rule_token=? AND expired_at=? AND slug>?)",
      ],
    ])
  })

  const stretch = { from: examplePlacedAt, before: instant(examplePlacedAt + 1) }
  const first = { page: PageNumber.make(1), size: 15 }

  it.each([
    [
      "of an order, whatever their state, by the order alone",
      ({ list }) => list(company, { order: notifiedOrder(1), state: "pending" }, first),
      [
        [
          "SEARCH webhook_delivery USING INDEX webhook_delivery_of_order (company_id=? AND order_number=?)",
          "SEARCH webhook_body USING INTEGER PRIMARY KEY (rowid=?)",
        ],
      ],
    ],
    [
      "of a stretch of time in the order of their time",
      ({ within }) => within(company, stretch, { after: null, limit: 15 }),
      [
        [
          "SEARCH webhook_delivery USING INDEX webhook_delivery_by_time (company_id=? AND occurred_at>? AND occurred_at<?)",
          "SEARCH webhook_body USING INTEGER PRIMARY KEY (rowid=?)",
        ],
      ],
    ],
    [
      "that have ended, of each order the first",
      ({ forget }) => forget(instant(0), 15),
      [
        [
          "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_of_company (company_id=? AND id=?)",
          "LIST SUBQUERY 4",
          "MATERIALIZE chosen",
          "SEARCH webhook_delivery USING INDEX webhook_delivery_ended (ended_at<?)",
          "CORRELATED SCALAR SUBQUERY 1",
          "SEARCH earlier USING COVERING INDEX webhook_delivery_of_order (company_id=? AND order_number=? AND sequence<?)",
          "SCAN chosen",
          "SEARCH webhook_body USING INTEGER PRIMARY KEY (rowid=?)",
        ],
      ],
    ],
  ] satisfies ReadonlyArray<readonly [string, Asking, ReadonlyArray<ReadonlyArray<string>>]>)(
    "finds the deliveries %s in one index",
    async (_, ask: Asking, expected) => {
      const before = queries.length
      await runtime.runPromise(Effect.flatMap(WebhookDeliveryRepository, ask))
      const plans = queries.slice(before).map((query) => explain(database, query).map(({ detail }) => detail))
      expect(plans).toStrictEqual(expected)
    },
  )

  it("filters a list of deliveries by a state with an index in the order of the list", async () => {
    const before = queries.length
    await runtime.runPromise(
      Effect.flatMap(WebhookDeliveryRepository, ({ list }) => list(company, { state: "delivered" }, first)),
    )
    const [total, page] = queries.slice(before).map((query) => explain(database, query).map(({ detail }) => detail))
    expect(total).toStrictEqual(["SEARCH list_count USING PRIMARY KEY (company_id=? AND list=?)"])
    expect(page).toContain(
      "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_by_state (company_id=? AND state=?)",
    )
  })

  it.each([
    ["a table read from end to end", "select id from orders where details = ?", "SCAN orders"],
    ["an index read from end to end", "select count(*) from orders", "SCAN orders USING COVERING INDEX"],
    ["a whole list sorted", "select id from orders where company_id = ? order by version", "USE TEMP B-TREE"],
    ["a part of an index without an equal column", "select id from orders where id > ?", "SEARCH orders USING INTEGER"],
    [
      "a page without a limit",
      'select * from (select distinct src from orders where company_id = ?) as "page"',
      "SCAN page",
    ],
    [
      "an index made for one query",
      "select 1 from order_event e join (select distinct src from orders) o on o.src = e.type",
      "AUTOMATIC",
    ],
  ])("would be caught with %s", (_, sql, fault) => {
    const parameters = sql.includes("?") ? [1] : []
    expect(badPlans(database, [CompiledQuery.raw(sql, parameters)]).join("\n")).toContain(fault)
  })

  it.each(["payment_link_event", "batch_item"])("searches contacts by the company first: %s", (table) => {
    const lookups = queries.filter(
      ({ sql: text }) => text.includes(`from "${table}"`) && text.includes("$.") && text.includes("document"),
    )
    expect(lookups.length).toBeGreaterThan(0)
    for (const lookup of lookups) {
      const details = explain(database, lookup).map(({ detail }) => detail)
      expect(details.join("\n")).toMatch(/_by_(document|email) \(company_id=\? AND <expr>=\?\)/u)
    }
  })

  // Last: nothing makes the connection forget its statistics.
  it("finds its rows by an index, if the engine has counted them", () => {
    database.exec("analyze")
    expect(badPlans(database, queries)).toStrictEqual([])
  })
})
