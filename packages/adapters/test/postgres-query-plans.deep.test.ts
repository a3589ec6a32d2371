/**
 * Frequent queries, and those over many rows, find theirs by an index on PostgreSQL too: its plans say so, for tables
 * with enough rows, and after it has counted them.
 */

import { ApiKeyHash } from "@vintem/domain/access"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { CompanyId, OrderNumber, PublicKey } from "@vintem/domain/identifiers"
import {
  ApiKeyRepository,
  CardAttempts,
  type CheckPlace,
  type CheckWalk,
  IdempotencyStore,
  JobQueue,
  type OrderFilter,
  OrderRepository,
  PageNumber,
  PaymentLinkRepository,
  StorageCheck,
  SubscriptionRepository,
  UnitOfWork,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { webhookEventId } from "@vintem/domain/webhook"
import { exampleAttemptKey, exampleNow, examplePlacedAt, exampleSlug } from "@vintem/testing"
import { Effect, Exit, Layer, Scope } from "effect"
import { CompiledQuery } from "kysely"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postgres } from "../src/sql/engine/dialect.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import type { Procedure } from "../src/sql/engine/procedure.ts"
import * as Backlog from "../src/sql/queue/backlog.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshDatabase } from "./postgres-database.ts"
import { documentOf } from "./sqlite-shop.ts"

const company = CompanyId.make(1)
const page = (number: number) => ({ page: PageNumber.make(number), size: 15 })

/** Twenty thousand rows in large tables, most of them one company's. */
const fill = `
  insert into company (code, name, city, under_moderation, fees, pages, created_at)
    select 'c0mp' || n, 'c', 'x', 0, '{}', '{}', 0 from generate_series(10, 14) n;
  insert into api_key (company_id, name, hash, last_digits, scopes, created_at)
    select 1 + n % 5, 'k', md5(n::text), 'abcd', '[]', 0 from generate_series(1, 2000) n;
  insert into customer (company_id, token, document, fullname, email, email_key, telephone, created_at)
    select 1 + ((n - 1) % 10) / 8, n::text, n::text, 'f', 'e', 'e', 't', 0 from generate_series(1, 2000) n;
  insert into orders (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, updated_at, details, progress, figures)
    select 'N' || n, 1 + (n % 10) / 8, 'P' || n, (array['created', 'paid', 'pending', 'canceled'])[1 + n % 4], 1,
      case when n % 100 = 0 then 'rare' else 'common' end, case when n % 100 = 0 then 'rare' else 'common' end,
      1 + n % 2000, case when n % 500 = 0 then '${documentOf(2)}' else '${documentOf(1)}' end, ${examplePlacedAt} + n * 1000::bigint, ${examplePlacedAt} + n * 1000::bigint, '{}', '{}', '[]'
    from generate_series(1, 20000) n;
  insert into order_count (company_id, status, day, shard, count)
    select company_id, status, (placed_at - 10800000) / 86400000, 0, count(*) from orders group by 1, 2, 3;
  insert into order_product select company_id, 1 + id % 50, placed_at, id from orders;
  insert into order_attempt select company_id, 'A' || id, number, 0, null from orders;
  insert into order_event select company_id, number, 1, placed_at, 'OrderPlaced', '{}' from orders;
  insert into job (queue, kind, name, company_id, payload, claims, due_at, ready_at, is_blocked)
    select 'work', 'k', 'job ' || n, 1 + n % 5, '{}', 0, n, n, 0 from generate_series(1, 20000) n;
  insert into idempotency (company_id, scope, key, fingerprint, expires_at, alive_until)
    select 1, 's', 'k' || n, 'f', n, 0 from generate_series(1, 20000) n;
  insert into payment_link (slug, company_id, created_at, version, terms, progress, rule_token, expired_at)
    select 's' || n, 1, 0, 1, '{}', '{}', 'r' || n % 50, '2026-11-' || 10 + n % 20 from generate_series(1, 20000) n;
  insert into subscription (token, company_id, version, status, checkout_slug, email_key, next_charge, first_order, details, progress, created_at)
    select 't' || n, 1, 1, case when n % 100 = 0 then 'canceled' else 'active' end, 'c' || n % 30, 'e' || n, '2026-11-' || 10 + n % 20, 'N' || n, '{}', '{}', 0
    from generate_series(1, 20000) n;
  insert into subscription_count (company_id, checkout_slug, status, shard, count)
    select company_id, checkout_slug, status, 0, count(*) from subscription group by 1, 2, 3;
  insert into card_attempt (key, visitor, link_slug, at, is_counted, is_refused)
    select 'C' || n, 'v' || n % 500, 'exempl0' || lpad((n % 200)::text, 13, '0'), ${exampleNow} - n, case when n % 4 = 0 then 0 else 1 end, case when n % 2 = 0 then 0 else 1 end
    from generate_series(1, 20000) n;
  insert into card_stop (subject, cap, times, first_at, last_at)
    select 'order N' || n, 'order', 1, n, n from generate_series(1, 20000) n;
  insert into batch (token, company_id, version, details, progress)
    select 't' || n, 1 + n % 5, 1, '{}', '{}' from generate_series(1, 20000) n;
  insert into webhook_delivery (company_id, order_number, sequence, kind, occurred_at, state, attempts, tries, ended_at)
    select 1 + n % 5, 'N' || n, 1, 'k', n, 'delivered', '[]', 1, n from generate_series(1, 20000) n;
  insert into webhook_body select company_id, id, '{}' from webhook_delivery;
  insert into trail_entry (company_id, sequence, at, actor, action, subject, body)
    select n % 5, n, n, 'a' || n % 50, 'k', 's' || n, '{}' from generate_series(1, 20000) n;
  analyze;
`

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Plan Rows": number
  readonly Plans?: ReadonlyArray<PlanNode>
}

const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tables as small as this may be read whole. */
const few = 100

/** Steps that would take longer with more rows in the table, although the requested rows stay the same. */
const faultsOf = (plan: PlanNode): ReadonlyArray<string> =>
  nodesOf(plan).flatMap((node) => {
    const isWalk = node["Node Type"] === "Seq Scan" && large.includes(node["Relation Name"] ?? "")
    const isSort = node["Node Type"] === "Sort" && node["Plan Rows"] > few
    return isWalk || isSort ? [`${node["Node Type"]} ${node["Relation Name"] ?? ""} ${node["Plan Rows"]}`] : []
  })

const large = [
  "orders",
  "order_product",
  "order_attempt",
  "order_event",
  "job",
  "idempotency",
  "payment_link",
  "subscription",
  "api_key",
  "card_attempt",
  "card_stop",
  "batch",
  "webhook_delivery",
  "webhook_body",
  "trail_entry",
]

type Services = Layer.Success<typeof KyselyStorage.layerNoDeps> | Backlog.Backlog

const orders = <A, E>(use: (repository: OrderRepository["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(OrderRepository, use)

const listed = (filter: OrderFilter, number = 1): readonly [string, Effect.Effect<unknown, unknown, Services>] => [
  `a list of orders by ${Object.entries(filter).flat().join(" ") || "nothing"}, page ${number}`,
  orders((repository) => repository.list(company, filter, page(number))),
]

const now = exampleNow
const asked: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Services>]> = [
  ["a key", Effect.flatMap(ApiKeyRepository, (keys) => keys.authenticate(ApiKeyHash.make("0".repeat(64))))],
  ["an order", orders((repository) => repository.find(company, OrderNumber.make("EXEMPLO1")))],
  ["an order by its attempt", orders((repository) => repository.findByAttempt(company, exampleAttemptKey(1)))],
  ["attempts without an answer", orders((repository) => repository.takeUnanswered(exampleNow, 10))],
  [
    "an order by its key",
    orders((repository) => repository.findByPublicKey(company, PublicKey.make("exemplo_publicKey_000001"))),
  ],
  ["a history", orders((repository) => repository.history(company, OrderNumber.make("EXEMPLO1")))],
  listed({}),
  listed({}, 3),
  listed({ statuses: ["created"] }),
  listed({ statuses: ["created", "paid", "pending"] }),
  listed({ src: "rare" }),
  listed({ ref: "rare" }),
  listed({ document: documentOf(2) }),
  listed({ productId: 7 }),
  listed({ from: instant(examplePlacedAt + 19_000_000) }),
  listed({
    statuses: ["paid"],
    from: instant(examplePlacedAt + 1_000_000),
    before: instant(examplePlacedAt + 2_000_000),
  }),
  ["jobs", Effect.flatMap(JobQueue, (queue) => queue.claim({ queue: "work", lease: "l", now, until: now, limit: 50 }))],
  ["the next job", Effect.flatMap(JobQueue, ({ nextDue }) => nextDue)],
  ["what waits", Effect.flatMap(Backlog.Backlog, (backlog) => backlog.read(now))],
  [
    "an idempotency key",
    Effect.flatMap(IdempotencyStore, (store) =>
      store.claim({ company, scope: "s", key: "k1", fingerprint: "f", now, aliveAt: 0, aliveUntil: 1 }),
    ),
  ],
  [
    "a card attempt of a payer",
    Effect.flatMap(CardAttempts, ({ start }) =>
      start({ key: exampleAttemptKey(2), visitor: "v7", link: exampleSlug(7), at: now }),
    ),
  ],
  ["a refused card", Effect.flatMap(CardAttempts, ({ settle }) => settle(exampleAttemptKey(1), "refused"))],
  [
    "old card attempts",
    Effect.flatMap(CardAttempts, ({ forgetAttempts }) => forgetAttempts(instant(now - 19_000), 50)),
  ],
  ["old stops", Effect.flatMap(CardAttempts, ({ forgetStops }) => forgetStops(instant(1_000), 50))],
  [
    "stopped cards of an order",
    Effect.flatMap(CardAttempts, ({ stops }) => stops({ _tag: "order", number: OrderNumber.make("N7") })),
  ],
  [
    "claimed webhooks of several companies",
    Effect.flatMap(WebhookDeliveryRepository, ({ findAll }) =>
      findAll([1, 2, 3].map((n) => ({ company: CompanyId.make(n), id: webhookEventId(OrderNumber.make(`N${n}`), 1) }))),
    ),
  ],
  ["payment links", Effect.flatMap(PaymentLinkRepository, (links) => links.list(company, page(1)))],
  [
    "links to remind of",
    Effect.flatMap(PaymentLinkRepository, (links) =>
      links.ofRule(company, Object("r7"), LocalDate.make("2026-11-17"), { after: null, limit: 50 }),
    ),
  ],
  [
    "subscriptions by the day of their next charge",
    Effect.flatMap(SubscriptionRepository, (subscriptions) =>
      subscriptions.list(company, { nextCharge: LocalDate.make("2026-11-17") }, page(1)),
    ),
  ],
  [
    "subscriptions by status",
    Effect.flatMap(SubscriptionRepository, (subscriptions) =>
      subscriptions.list(company, { status: "canceled" }, page(1)),
    ),
  ],
]

type Check = StorageCheck["Service"]
const walked: ReadonlyArray<readonly [string, (stored: Check) => CheckWalk<CheckPlace>]> = [
  ["orders", (stored) => stored],
  ["payment_link", ({ links }) => links],
  ["batch", ({ batches }) => batches],
  ["subscription", ({ subscriptions }) => subscriptions],
  ["webhook_delivery", ({ deliveries }) => deliveries],
  ["trail_entry", ({ trailEntries }) => trailEntries],
]

/** Runs nothing, and returns a row for each question, so that the next question is asked. */
const noting = (queries: Array<CompiledQuery>) => {
  const note = <O>(query: CompiledQuery<O>) => {
    queries.push(query)
    const row = {
      id: 1,
      company_id: 1,
      total: 20_000,
      ready_at: 0,
      held: 1,
      count: 1,
      earliest: 0,
      progress: '{"attempts":[],"refunds":[]}',
    }
    return [row] as ReadonlyArray<unknown> as ReadonlyArray<O>
  }
  const ended = <A>(procedure: Procedure<A>): A => {
    let step = procedure.next()
    while (step.done !== true) {
      step = procedure.next({ rows: "query" in step.value ? note<never>(step.value.query) : [], changes: 0 })
    }
    return step.value
  }
  return Layer.mergeAll(
    Layer.succeed(
      Executor,
      Executor.of({
        dialect: postgres,
        epochOf: () => Effect.succeed(null),
        read: (_, query) => Effect.sync(() => note(query)),
        readLong: (_, __, query) => Effect.sync(() => note(query)),
        readShared: (_, query) => Effect.sync(() => note(query)),
        readEntry: (_, __, query) => Effect.sync(() => note(query)),
        run: (_, begun) => Effect.sync(() => ended(begun())),
        attempt: (_, begun) => Effect.suspend(() => Effect.fromResult(ended(begun()))),
        commitSet: (_, __, begun) =>
          Effect.suspend(() => {
            const set = begun()
            let step = set.next([])
            while (step.done !== true) step = set.next(step.value.map((procedure) => ended(procedure)))
            return Effect.succeed(step.value)
          }),
        write: (_, query) => Effect.sync(() => ({ rows: note(query), changes: 0 })),
      }),
    ),
    Layer.succeed(UnitOfWork, UnitOfWork.of({ commit: (unit) => unit })),
  )
}

describe("PostgreSQL finds by an index", () => {
  const scope = Scope.makeUnsafe()
  let client: Client

  beforeAll(async () => {
    const url = await Effect.runPromise(Scope.provide(freshDatabase, scope))
    client = new Client({ connectionString: url })
    await client.connect()
    await client.query(fill)
  })

  afterAll(async () => {
    await client.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const planOf = async ({ parameters, sql }: CompiledQuery): Promise<PlanNode> => {
    const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters])
    return rows[0]["QUERY PLAN"][0].Plan
  }

  const faultsIn = async (query: CompiledQuery): Promise<ReadonlyArray<string>> => {
    const faults = faultsOf(await planOf(query))
    return faults.length === 0 ? [] : [query.sql, ...faults]
  }

  const queriesOf = async (ask: Effect.Effect<unknown, unknown, Services>) => {
    const queries: Array<CompiledQuery> = []
    const stores = Layer.merge(Backlog.layer, KyselyStorage.layerNoDeps).pipe(Layer.provide(noting(queries)))
    await Effect.runPromiseExit(Effect.provide(ask, stores))
    expect(queries).not.toStrictEqual([])
    return queries
  }

  it.each(asked)("%s", async (_, ask) => {
    const queries = await queriesOf(ask)
    const faults: Array<string> = []
    for (const query of queries) faults.push(...(await faultsIn(query)))
    expect(faults).toStrictEqual([])
  })

  it.each(walked)("a piece of the check, and where it ends, by the primary key of %s", async (table, walkOf) => {
    const [last, first, ...more] = await queriesOf(
      Effect.gen(function* () {
        const { lastId, scan } = walkOf(yield* StorageCheck)
        yield* lastId
        yield* scan({ after: { company: 1, id: 5_000 }, lastId: 20_000, limit: 50 })
      }),
    )
    for (const query of [last, first]) {
      const nodes = query === undefined ? [] : nodesOf(await planOf(query))
      const [{ "Index Name": index } = {}] = nodes.filter((node) => node["Relation Name"] === table)
      expect([query?.sql, index]).toStrictEqual([query?.sql, `${table}_pkey`])
    }
    expect(
      (await Promise.all([last, first, ...more].flatMap((query) => query ?? []).map(faultsIn))).flat(),
    ).toStrictEqual([])
  })

  it.each([
    ["a table that is read from end to end", "select * from orders where details = 'x'"],
    ["a list that is sorted whole", "select * from orders where company_id = 1 order by version, details"],
  ])("and would be caught with %s", async (_, sql) => {
    expect(await faultsIn(CompiledQuery.raw(sql))).not.toStrictEqual([])
  })
})
