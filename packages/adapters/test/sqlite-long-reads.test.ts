/** Reads that may take long, from a file: a thread runs them, and everybody else continues. */
import { defaultMaxListeners } from "node:events"
import { setImmediate } from "node:timers/promises"
import { inCompany, platform } from "@vintem/domain/access"
import { LocalDate } from "@vintem/domain/calendar"
import { Email } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import {
  BatchRepository,
  CompanyRepository,
  CouponRepository,
  CustomerRepository,
  OrderFigures,
  OrderRepository,
  PageNumber,
  PaymentLinkRepository,
  ProductRepository,
  SubscriptionRepository,
  Trail,
  UnitOfWork,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Effect, Fiber, Layer } from "effect"
import { CompiledQuery, sql } from "kysely"
import { describe, expect, it } from "vitest"
import { idOfRealm } from "../src/sql/engine/company-or-platform.ts"
import { sqlite } from "../src/sql/engine/dialect.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshFile } from "./sqlite-file.ts"

const shop = inCompany(CompanyId.make(1))

const valueOf = (name: string) => sqlite.build.selectFrom("setting").select("value").where("name", "=", name).compile()

/** One by one, in SQLite. */
const countTo = (last: number) =>
  sql<{ last: number }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${last})
    select max(n) as last from counted`.compile(sqlite.build)

const put = (name: string, value: string) =>
  Effect.flatMap(Executor, ({ write }) =>
    write("test.put", sqlite.build.insertInto("setting").values({ name, value }).compile()),
  )

const onFile = <A, E>(test: Effect.Effect<A, E, Executor | UnitOfWork>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(test, layerFreshFile)))

describe("a long read of a file", () => {
  it("keeps no other read waiting", () =>
    onFile(
      Effect.gen(function* () {
        yield* put("name", "value")
        const { read, readLong } = yield* Executor
        const long = yield* Effect.forkChild(readLong("test.count", shop, countTo(100_000)), { startImmediately: true })
        expect(yield* read("test.find", valueOf("name"))).toEqual([{ value: "value" }])
        expect(long.pollUnsafe()).toBeUndefined()
        expect(yield* Fiber.join(long)).toEqual([{ last: 100_000 }])
      }),
    ))

  it("finds everything committed before it, each time", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        expect(yield* readLong("test.find", shop, valueOf("name"))).toEqual([])
        yield* put("name", "value")
        expect(yield* readLong("test.find", shop, valueOf("name"))).toEqual([{ value: "value" }])
      }),
    ))

  it("finds the unit's own writes in a unit", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const { commit } = yield* UnitOfWork
        const unit = Effect.andThen(put("name", "value"), readLong("test.find", shop, valueOf("name")))
        expect(yield* commit(unit)).toEqual([{ value: "value" }])
      }),
    ))

  it("answers each concurrent caller with its own result, even if others have gone", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const asks = (caller: typeof shop, last: number) =>
          Effect.forkChild(readLong("test.count", caller, countTo(last)), { startImmediately: true })
        const first = yield* asks(shop, 50_000)
        const second = yield* asks(shop, 2)
        const third = yield* asks(platform, 3)
        const fourth = yield* asks(shop, 4)
        yield* Fiber.interrupt(second)
        yield* Fiber.interrupt(first)
        expect(yield* Fiber.join(third)).toEqual([{ last: 3 }])
        expect(yield* Fiber.join(fourth)).toEqual([{ last: 4 }])
      }),
    ))

  it("is refused as busy beyond its company's queue, without affecting another's", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const asks = (caller: typeof shop, last: number) =>
          Effect.forkChild(readLong("test.count", caller, countTo(last)), { startImmediately: true })
        const waiting = yield* Effect.forEach(Array(11).keys(), (n) => asks(shop, n === 0 ? 50_000 : n))
        expect(yield* Effect.flip(readLong("test.count", shop, countTo(2)))).toMatchObject({
          _tag: "StorageUnavailable",
          fault: "busy",
          operation: "test.count",
        })
        expect(yield* readLong("test.count", platform, countTo(3))).toEqual([{ last: 3 }])
        expect(yield* Effect.forEach(waiting, Fiber.join)).toHaveLength(11)
      }),
    ))

  it("leaves nothing behind with its thread, however often it runs", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const warned: Array<string> = []
        const note = ({ name }: Error) => warned.push(name)
        process.on("warning", note)
        const reads = defaultMaxListeners + 1
        yield* Effect.forEach(Array(reads).keys(), (n) => readLong("test.count", shop, countTo(n + 1)))
        yield* Effect.promise(() => setImmediate())
        process.off("warning", note)
        expect(warned).toEqual([])
      }),
    ))

  it("fails with the code of SQLite's error, and the next is answered", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const wrong = sql<never>`select value from nowhere`.compile(sqlite.build)
        expect(yield* Effect.flip(readLong("test.find", shop, wrong))).toMatchObject({
          _tag: "StorageUnavailable",
          fault: "unknown",
          operation: "test.find",
          cause: { code: "SQLITE_ERROR", message: "no such table: nowhere" },
        })
        expect(yield* readLong("test.count", shop, countTo(2))).toEqual([{ last: 2 }])
      }),
    ))

  it("fails if its thread ends, and the next gets a new thread", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const unbindable = { ...valueOf("name"), parameters: [{}] }
        expect(yield* Effect.flip(readLong("test.find", shop, unbindable))).toMatchObject({
          _tag: "StorageUnavailable",
          operation: "test.find",
          cause: { message: expect.stringContaining("SQLite3 can only bind") },
        })
        expect(yield* readLong("test.count", shop, countTo(2))).toEqual([{ last: 2 }])
      }),
    ))
})

describe("a list of a company", () => {
  const company = CompanyId.make(1)
  const { build } = sqlite
  const page = (n: number) => ({ page: PageNumber.make(n), size: 15 })

  const open = Effect.flatMap(CompanyRepository, ({ add }) => add(exampleCompany())).pipe(
    Effect.provide(KyselyStorage.layerNoDeps),
  )

  /** Gives each list this many entries in its counts. */
  const count = Effect.fnUntraced(function* (entries: number) {
    yield* open
    const { write } = yield* Executor
    const counts = [
      build.insertInto("order_count").values({ company_id: company, status: "paid", day: 1, count: entries }),
      build
        .insertInto("subscription_count")
        .values({ company_id: company, checkout_slug: "s", status: "active", count: entries }),
      build.insertInto("trail_length").values({ company_id: idOfRealm(shop), length: entries }),
      ...(["payment_link", "batch", "webhook_failed"] as const).map((list) =>
        build.insertInto("list_count").values({ company_id: company, list, count: entries }),
      ),
    ]
    for (const counted of counts) yield* write("test.count", counted.compile())
  })

  /** Which lists are read by long reads. */
  const longReadsIn = <A, E, R>(read: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const executor = yield* Executor
      const long: Array<string> = []
      const noting = Executor.of({
        ...executor,
        readLong: (operation, caller, query) => {
          expect(caller).toEqual(shop)
          long.push(operation)
          return executor.readLong(operation, caller, query)
        },
      })
      yield* Effect.provide(read, KyselyStorage.layerNoDeps.pipe(Layer.provide(Layer.succeed(Executor, noting))))
      return [...new Set(long)]
    })

  const filtered = Effect.gen(function* () {
    const { list: orders } = yield* OrderRepository
    const { list: subscriptions } = yield* SubscriptionRepository
    const { list: entries } = yield* Trail
    yield* orders(company, { src: "shelf" }, page(1))
    yield* subscriptions(company, { email: Email.make("maria@example.com") }, page(1))
    yield* entries(shop, { subject: "order 1" }, page(1))
  })

  const figures = Effect.gen(function* () {
    const { byDay, overall, refusals } = yield* OrderFigures
    const period = { from: LocalDate.make("2026-01-01"), to: LocalDate.make("2026-11-26") }
    yield* byDay(company, period)
    yield* refusals(company, period, 5)
    yield* overall(company, ["confirmed"])
  })

  /** Each list, by its count. */
  const counted = (n: number) =>
    Effect.gen(function* () {
      yield* (yield* OrderRepository).list(company, { statuses: ["paid"] }, page(n))
      yield* (yield* SubscriptionRepository).list(company, { status: "active" }, page(n))
      yield* (yield* PaymentLinkRepository).list(company, page(n))
      yield* (yield* BatchRepository).list(company, page(n))
      yield* (yield* WebhookDeliveryRepository).list(company, { state: "failed" }, page(n))
      yield* (yield* Trail).list(shop, {}, page(n))
    })

  it("that is filtered is read at once if the company has few entries", () =>
    onFile(
      Effect.gen(function* () {
        yield* count(5_000)
        expect(yield* longReadsIn(filtered)).toEqual([])
      }),
    ))

  it("that is filtered keeps nobody waiting if it has many", () =>
    onFile(
      Effect.gen(function* () {
        yield* count(5_001)
        expect(yield* longReadsIn(filtered)).toEqual(["orders.list", "subscriptions.list", "trail.list"])
      }),
    ))

  it("keeps nobody waiting at a page far from its ends, and is read at once near them", () =>
    onFile(
      Effect.gen(function* () {
        yield* count(12_000)
        expect(yield* longReadsIn(counted(1))).toEqual([])
        expect(yield* longReadsIn(counted(400))).toEqual([
          "orders.list",
          "subscriptions.list",
          "paymentLinks.list",
          "batches.list",
          "webhookDeliveries.list",
        ])
        // Orders are read from the newest on.
        expect(yield* longReadsIn(counted(800))).toEqual(["orders.list"])
      }),
    ))

  it("without a stored length keeps nobody waiting if it has many entries", () =>
    onFile(
      Effect.gen(function* () {
        const { write } = yield* Executor
        yield* open
        const numbered = (last: number, insert: string) =>
          write(
            "test.fill",
            CompiledQuery.raw(
              `with recursive counted(n) as (select ${last - 4_999} union all select n + 1 from counted where n < ${last}) ${insert} from counted`,
            ),
          )
        const fillTo = Effect.fnUntraced(function* (last: number) {
          yield* numbered(
            last,
            `insert into customer (company_id, token, document, fullname, email, email_key, telephone, created_at)
              select 1, 't' || n, 'd' || n, 'Maria', 'm@example.com', 'm@example.com', '1133334444', 1`,
          )
          yield* numbered(
            last,
            `insert into product (company_id, sku, title, unit_price, price_cost, created_at)
              select 1, 's' || n, 'Livro', 100, null, 1`,
          )
          yield* numbered(
            last,
            `insert into coupon (company_id, code, code_key, percent, uses, kept_uses, created_at) select 1, 'C' || n, 'C' || n, 10, 0, 0, 1`,
          )
        })
        const lists = Effect.gen(function* () {
          yield* Effect.exit((yield* CustomerRepository).list(company, {}, page(1)))
          yield* Effect.exit((yield* ProductRepository).list(company, page(1)))
          yield* Effect.exit((yield* CouponRepository).list(company, page(1)))
        })
        yield* fillTo(5_000)
        expect(yield* longReadsIn(lists)).toEqual([])
        yield* fillTo(10_000)
        expect(yield* longReadsIn(lists)).toEqual(["customers.list", "products.list", "coupons.list"])
      }),
    ))

  it("of figures makes no other query wait, even if the company has many orders", () =>
    onFile(
      Effect.gen(function* () {
        yield* count(5_001)
        expect(yield* longReadsIn(figures)).toEqual([
          "orderFigures.byDay",
          "orderFigures.refusals",
          "orderFigures.overall",
        ])
      }),
    ))
})
