// The reported backlog, on either engine.
import { describe, expect, it } from "@effect/vitest"
import { type Instant, instant } from "@vintem/domain/calendar"
import { type CompanyId, firstAttempt } from "@vintem/domain/identifiers"
import type { OrderChange } from "@vintem/domain/order"
import { JobQueue, type NewJob } from "@vintem/domain/ports"
import {
  attemptReported,
  exampleAttemptKey,
  exampleCharge,
  exampleNow,
  exampleRefundKey,
  refundReported,
  refundRequested,
} from "@vintem/testing"
import { Effect, Layer } from "effect"
import * as Backlog from "../src/sql/queue/backlog.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"
import { openShop, type Shop, storeOrder } from "./sqlite-shop.ts"

const onExecutor = Layer.merge(Backlog.layer, KyselyStorage.layerNoDeps)

const stores = [
  { name: "SQLite", layer: onExecutor.pipe(Layer.provide(SqliteStorage.layer(":memory:")), Layer.orDie) },
  { name: "PostgreSQL", layer: onExecutor.pipe(Layer.provide(layerFreshDatabase), Layer.orDie) },
]

const at = (seconds: number): Instant => instant(exampleNow + seconds * 1_000)

const job = (company: CompanyId, kind: string, name: string, dueAt: Instant, order = ""): NewJob => ({
  queue: kind === "DeliverWebhook" ? "webhook" : "work",
  kind,
  name,
  company,
  orderingKey: null,
  dueAt,
  payload: JSON.stringify({ _tag: kind, company, order }),
})

const begins = (n: number, startedAt: Instant): OrderChange => ({
  _tag: "AttemptStarted",
  attempt: firstAttempt,
  key: exampleAttemptKey(n),
  ...exampleCharge("credit"),
  at: startedAt,
})

/** An order of this number, and the job that asks the acquirer about it. */
const asked = Effect.fnUntraced(function* (
  shop: Shop,
  n: number,
  startedAt: Instant,
  ...changes: ReadonlyArray<OrderChange>
) {
  const queue = yield* JobQueue
  const { details } = yield* storeOrder(n, shop, begins(n, startedAt), ...changes)
  yield* queue.enqueue([
    job(shop.company, "ResolveAttempt", `resolve:${exampleAttemptKey(n)}`, at(3_600), details.number),
  ])
})

const read = (now: Instant) => Effect.flatMap(Backlog.Backlog, (backlog) => backlog.read(now))

describe.each(stores)("the backlog in $name", ({ layer }) => {
  it.effect("of an empty store is empty", () =>
    Effect.gen(function* () {
      const nothing = { count: 0, oldest: null }
      expect(yield* read(exampleNow)).toEqual({
        queues: [
          { queue: "work", count: 0 },
          { queue: "webhook", count: 0 },
        ],
        due: [],
        held: [],
        dead: [],
        unknownOutcomes: nothing,
        unsettledRefunds: nothing,
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("counts jobs by kind that are due, claimed and given up", () =>
    Effect.gen(function* () {
      const { company } = yield* openShop
      const queue = yield* JobQueue
      yield* queue.enqueue([
        job(company, "SendReceipt", "receipt:1", at(-30)),
        job(company, "SendReceipt", "receipt:2", at(-20)),
        job(company, "SendReceipt", "receipt:3", at(1)),
        job(company, "MakeLinks", "links:1", at(0)),
        job(company, "MakeLinks", "links:2", at(-90)),
        job(company, "DeliverWebhook", "webhook:1", at(-5)),
      ])
      const [first, second] = yield* queue.claim({ queue: "work", lease: "l", now: at(-20), until: at(9), limit: 2 })
      expect([first?.name, second?.name]).toEqual(["links:2", "receipt:1"])
      if (second !== undefined) {
        yield* queue.settle(company, "l", [{ _tag: "Dead", job: second.id, reason: "no mail server", at: at(0) }])
      }
      const { queues, due, held, dead } = yield* read(at(0))
      expect(queues).toEqual([
        { queue: "work", count: 2 },
        { queue: "webhook", count: 1 },
      ])
      expect(due.toSorted((one, other) => one.earliest - other.earliest)).toEqual([
        { kind: "SendReceipt", count: 1, earliest: at(-20) },
        { kind: "DeliverWebhook", count: 1, earliest: at(-5) },
        { kind: "MakeLinks", count: 1, earliest: at(0) },
      ])
      expect(held).toEqual([{ kind: "MakeLinks", count: 1 }])
      expect(dead).toEqual([{ kind: "SendReceipt", count: 1 }])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("counts outcomes that the acquirer did not report, and since when, but no reviews", () =>
    Effect.gen(function* () {
      const shop = yield* openShop
      yield* asked(shop, 1, at(-600))
      yield* asked(shop, 2, at(-900), attemptReported(1, "unknown"))
      yield* asked(shop, 3, at(-86_400), attemptReported(1, "review"))
      yield* asked(shop, 4, at(-7_200), attemptReported(1, "unknown"), attemptReported(1, "confirmed"))
      expect((yield* read(at(0))).unknownOutcomes).toEqual({ count: 2, oldest: at(-900) })
      const { unknownCharges } = yield* Backlog.Backlog
      expect((yield* unknownCharges).map(({ company, startedAt }) => [company, startedAt])).toEqual([
        [shop.company, at(-900)],
        [shop.company, at(-600)],
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps counting an outcome after the asking was given up, until it is settled", () =>
    Effect.gen(function* () {
      const shop = yield* openShop
      const queue = yield* JobQueue
      yield* asked(shop, 1, at(-700_000), attemptReported(1, "unknown"))
      yield* asked(shop, 2, at(-800_000), attemptReported(1, "unknown"), attemptReported(1, "voided"))
      const jobs = yield* queue.claim({ queue: "work", lease: "l", now: at(9_999), until: at(99_999), limit: 2 })
      yield* queue.settle(
        shop.company,
        "l",
        jobs.map(({ id }) => ({ _tag: "Dead", job: id, reason: "seven days", at: at(0) })),
      )
      const { dead, unknownOutcomes } = yield* read(at(0))
      expect(dead).toEqual([{ kind: "ResolveAttempt", count: 2 }])
      expect(unknownOutcomes).toEqual({ count: 1, oldest: at(-700_000) })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("counts refunds that neither settled nor failed, and since when", () =>
    Effect.gen(function* () {
      const shop = yield* openShop
      const queue = yield* JobQueue
      const facts = ["requested", "processing", "failed", "settled"] as const
      for (const [n, fact] of facts.entries()) {
        const { details } = yield* storeOrder(
          n + 1,
          shop,
          begins(n + 1, at(-9_000)),
          attemptReported(1, "confirmed"),
          refundRequested(n + 1, "reversal", { at: at(-100 * (n + 1)) }),
          ...(fact === "requested" ? [] : [refundReported(n + 1, fact, { at: at(-10) })]),
        )
        yield* queue.enqueue([
          job(shop.company, "ResolveRefund", `refund:${exampleRefundKey(n + 1)}`, at(3_600), details.number),
        ])
      }
      expect((yield* read(at(0))).unsettledRefunds).toEqual({ count: 2, oldest: at(-200) })
    }).pipe(Effect.provide(layer)),
  )
})
