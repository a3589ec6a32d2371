/** PostgreSQL's behavior beyond the contract, and waits that the contract can only provoke by luck. */
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { evolve, type OrderChange } from "@vintem/domain/order"
import {
  CompanyRepository,
  CustomerRepository,
  firstPage,
  JobQueue,
  type NewJob,
  OrderRepository,
  PersonalData,
  StorageCheck,
  StorageUnavailable,
  UnitOfWork,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { SubscriptionStatus } from "@vintem/domain/subscription"
import { givenUp, newDelivery, WebhookDeliveryState } from "@vintem/domain/webhook"
import { exampleCustomer, exampleNow, exampleWebhookEvent } from "@vintem/testing"
import { Effect, Exit, Fiber, Layer, Option, type Scope, Stream } from "effect"
import { CompiledQuery } from "kysely"
import type { Client } from "pg"
import { describe, expect, it } from "vitest"
import { numberCheck } from "../src/sql/check/storage-check-numbers.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import * as Settings from "../src/sql/engine/settings.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshDatabase } from "./postgres-database.ts"
import { connected, untilSomebodyWaits } from "./postgres-others.ts"
import { openShop, type Shop, storeOrder, uuid } from "./sqlite-shop.ts"

const nobody = CompanyId.make(404)

describe("a setting", () => {
  it("is stored once, however many processes offer theirs at once", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const keep = (value: string) =>
          Effect.flatMap(Settings.Settings, (settings) => settings.keep("shared", value)).pipe(
            Effect.provide(Settings.layer.pipe(Layer.provide(PostgresStorage.layer(url)))),
          )
        const kept = yield* Effect.forEach(["one", "two", "three"], keep, { concurrency: "unbounded" })
        expect(new Set(kept).size).toBe(1)
        expect(yield* keep("four")).toBe(kept[0])
      }),
    ))
})

describe("data that this version did not write", () => {
  it("is not guessed at: an unknown status of an order is named", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        const shop = yield* openShop
        yield* storeOrder(1, shop)
        yield* write("update orders set status = 'teleported'")
        const orders = yield* OrderRepository
        const failure = yield* Effect.flip(orders.list(shop.company, {}, { page: firstPage, size: 15 }))
        expect(failure).toBeInstanceOf(StorageUnavailable)
        const message = expect.stringContaining("Status teleported of order EXEMPLO1")
        expect(failure).toMatchObject({ fault: "corrupt", operation: "orders.list", cause: { message } })
      }),
    ))

  it("cannot be an unknown status of a subscription", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const client = yield* connected(url)
        const { rows } = yield* told(
          client.query(
            "select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'subscription'::regclass and contype = 'c'",
          ),
        )
        for (const status of SubscriptionStatus.literals) expect(rows[0].text).toContain(`'${status}'`)
      }),
    ))
})

describe("a row that names a missing one", () => {
  const strayJob: NewJob = {
    queue: "work",
    kind: "example",
    name: "job",
    company: nobody,
    orderingKey: null,
    dueAt: exampleNow,
    payload: "{}",
  }
  const strays: ReadonlyArray<readonly [string, Effect.Effect<unknown, StorageUnavailable, Store>]> = [
    ["a job of no company", Effect.flatMap(JobQueue, (queue) => queue.enqueue([strayJob]))],
    [
      "a customer of no company",
      Effect.flatMap(CustomerRepository, (customers) =>
        customers.put({ company: nobody, token: uuid(2), details: exampleCustomer, createdAt: exampleNow }),
      ),
    ],
    [
      "an order of no company",
      Effect.flatMap(openShop, ({ customerId }) => storeOrder(1, { company: nobody, customerId })),
    ],
  ]

  it.each(strays)("is a defect, and not stored: %s", (_, stray) =>
    onDatabase(() =>
      Effect.gen(function* () {
        expect(Exit.hasDies(yield* Effect.exit(stray))).toBe(true)
        const orders = yield* OrderRepository
        expect((yield* orders.list(nobody, {}, { page: firstPage, size: 1 })).total).toBe(0)
        expect(yield* (yield* JobQueue).nextDue).toBe(null)
      }),
    ),
  )
})

/** @param orders - the part of the unit that erases some orders */
const erasing = Effect.fnUntraced(function* <R = never>(
  { company, customerId: customer }: Shop,
  orders: () => Effect.Effect<ReadonlyArray<string>, StorageUnavailable, R> = () => Effect.succeed([]),
) {
  const { begin, erase } = yield* PersonalData
  const erasure = { company, customer, at: exampleNow }
  yield* begin(erasure)
  return yield* erase(erasure, { scopes: [], orders, scopeOfLink: () => "", ended: () => Effect.void })
})

describe("erasing a person", () => {
  it.each([
    ["has found the customer", "put", true],
    ["has found the customer that a payer names", "register", true],
    ["has added the order", "put", false],
  ] as const)("waits for a unit that %s, and then erases the order, too", (_, how, isBeforeOrder) =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const { company, customerId: customer } = yield* openShop
        const { commit } = yield* UnitOfWork
        const customers = yield* CustomerRepository
        const placing = Effect.gen(function* () {
          const customerId = yield* customers[how]({
            company,
            token: uuid(2),
            details: exampleCustomer,
            createdAt: exampleNow,
          })
          if (isBeforeOrder) yield* waitsForLock
          yield* storeOrder(1, { company, customerId })
          if (!isBeforeOrder) yield* waitsForLock
        })
        const outcome = yield* whileUnderWay(url, commit(placing), erasing({ company, customerId: customer }))
        expect(outcome).toMatchObject({ counts: { orders: 1 } })
      }),
    ),
  )

  it("waits for a unit that changes an order, and then erases the changed order", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const { company, customerId: customer } = yield* openShop
        const { commit } = yield* UnitOfWork
        const orders = yield* OrderRepository
        const order = yield* storeOrder(1, { company, customerId: customer })
        const canceled: OrderChange = { _tag: "OrderCanceled", at: exampleNow }
        const canceling = orders.save(order, evolve(order, canceled), [canceled]).pipe(Effect.andThen(waitsForLock))
        yield* whileUnderWay(url, commit(canceling), erasing({ company, customerId: customer }))
        const { order: left } = Option.getOrThrow(yield* orders.find(company, order.details.number))
        expect(left).toMatchObject({ canceledAt: exampleNow, version: 2 })
        expect(left.details.customer.fullname).not.toBe(order.details.customer.fullname)
      }),
    ))

  it("makes a unit read again that read an order before it, and changes it afterwards", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const { company, customerId: customer } = yield* openShop
        const { commit } = yield* UnitOfWork
        const orders = yield* OrderRepository
        const { details } = yield* storeOrder(1, { company, customerId: customer })
        const untilLocked = erasing({ company, customerId: customer }, () => Effect.as(waitsForLock, []))
        const canceling = Effect.gen(function* () {
          const { order } = Option.getOrThrow(yield* orders.find(company, details.number))
          const canceled: OrderChange = { _tag: "OrderCanceled", at: exampleNow }
          yield* orders.save(order, evolve(order, canceled), [canceled])
          return order.details.customer.fullname
        })
        const conflict = yield* whileUnderWay(url, untilLocked, Effect.flip(commit(canceling)))
        expect(conflict).toMatchObject({ _tag: "OrderConflict", versionRead: 1 })
        expect(yield* commit(canceling)).not.toBe(details.customer.fullname)
      }),
    ))
})

describe("giving a webhook up", () => {
  it("counts it in the state that a concurrent attempt leaves", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const { company } = yield* openShop
        const { commit } = yield* UnitOfWork
        const deliveries = yield* WebhookDeliveryRepository
        const read = newDelivery(exampleWebhookEvent(company, 1))
        yield* deliveries.add([read.event])
        const delivered = { ...read, state: "delivered" as const, tries: 1, nextAttemptAt: null, endedAt: exampleNow }
        const delivering = deliveries.saveAsRead([{ read, after: delivered }]).pipe(Effect.andThen(waitsForLock))
        yield* whileUnderWay(url, commit(delivering), deliveries.save(givenUp(read, "erased", exampleNow)))
        const totals = yield* Effect.forEach(WebhookDeliveryState.literals, (state) =>
          Effect.map(deliveries.list(company, { state }, { page: firstPage, size: 1 }), ({ total }) => [state, total]),
        )
        expect(Object.fromEntries(totals)).toEqual({ pending: 0, delivered: 0, failed: 1 })
      }),
    ))
})

describe("completing a job", () => {
  it("waits for a unit that requests it again meanwhile, and then sees its writes", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const companies = yield* CompanyRepository
        const { commit } = yield* UnitOfWork
        const { company: id } = yield* openShop
        const company = Option.getOrThrow(yield* companies.find(id))
        const job: NewJob = {
          queue: "work",
          kind: "k",
          name: "n",
          company: id,
          orderingKey: null,
          dueAt: exampleNow,
          payload: "{}",
        }
        yield* queue.enqueue([job])
        const claim = { queue: "work", lease: "l", now: exampleNow, until: instant(exampleNow + 1), limit: 1 } as const
        const [held] = yield* queue.claim(claim)
        if (held === undefined) throw new Error("nothing was claimed")

        const client = yield* connected(url)
        yield* told(client.query("select pg_advisory_lock(1)"))
        const asks = Effect.gen(function* () {
          yield* companies.save({ ...company, name: "asked" })
          yield* queue.enqueue([job])
          yield* write("select pg_advisory_xact_lock(1)") // has asked, and not committed yet
        })
        const ends = Effect.gen(function* () {
          yield* queue.settle(id, "l", [{ _tag: "Done", job: held.id }])
          return Option.getOrThrow(yield* companies.find(id)).name
        })
        const asking = yield* Effect.forkChild(commit(asks))
        yield* told(untilWaiting(client, "advisory"))
        const ending = yield* Effect.forkChild(commit(ends))
        yield* told(untilWaiting(client, "transactionid"))
        yield* told(client.query("select pg_advisory_unlock(1)"))
        yield* Fiber.join(asking)
        expect(yield* Fiber.join(ending)).toBe("asked")
      }),
    ))
})

describe("the numbers of rows", () => {
  const wrongNumbers = Effect.flatMap(StorageCheck, ({ besideOrders }) =>
    Effect.map(Stream.runCollect(besideOrders), (pieces) => pieces.flat()),
  )

  it("are behind after a copy without sequences, until the named statement has run", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        const shop = yield* openShop
        for (const n of [1, 2, 3]) yield* storeOrder(n, shop)
        expect(yield* wrongNumbers).toEqual([])
        yield* write("select setval('orders_id_seq', 2), setval('customer_id_seq', 1, false)")
        const [ofCustomers, ofOrders] = yield* wrongNumbers
        expect(ofCustomers).toMatchObject({ number: "table customer", breach: { next: 1, highest: 1 } })
        expect(ofOrders).toMatchObject({ number: "table orders", breach: { _tag: "NumberTaken", next: 3, highest: 3 } })

        for (const found of [ofCustomers, ofOrders, ofOrders]) {
          if (found?.breach._tag === "NumberTaken") yield* write(found.breach.remedy)
        }
        expect(yield* wrongNumbers).toEqual([])
        yield* storeOrder(4, shop)
        const orders = yield* OrderRepository
        expect((yield* orders.list(shop.company, {}, { page: firstPage, size: 1 })).total).toBe(4)
      }),
    ))

  it("may be set to the next one", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        yield* storeOrder(1, yield* openShop)
        yield* write("select setval('orders_id_seq', 2, false)")
        expect(yield* wrongNumbers).toEqual([])
      }),
    ))

  it("are not behind because of a row inserted between two looks", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        const executor = yield* Executor
        const shop = yield* openShop
        yield* storeOrder(1, shop)
        const jobAdded = executor.write(
          "test.write",
          CompiledQuery.raw(
            "insert into job (queue, kind, name, company_id, payload, claims, due_at, ready_at, is_blocked) select 'work', 'k', gen_random_uuid(), id, '{}', 0, 1, 1, 0 from company",
          ),
        )
        const busy = Executor.of({
          ...executor,
          read: (operation, query) =>
            jobAdded.pipe(Effect.andThen(executor.read(operation, query)), Effect.tap(jobAdded)),
        })
        expect((yield* Stream.runCollect(numberCheck(busy))).flat()).toEqual([])
      }),
    ))
})

type Store = Layer.Success<typeof KyselyStorage.layerNoDeps> | PostgresStorage.Provided

const onDatabase = <A, E>(test: (url: string) => Effect.Effect<A, E, Store | Scope.Scope>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(freshDatabase, (url) =>
        Effect.provide(
          Effect.scoped(test(url)),
          KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(PostgresStorage.layer(url))),
        ),
      ),
    ),
  )

const told = <A>(answer: Promise<A>): Effect.Effect<A> => Effect.promise(() => answer)

const write = (sql: string) =>
  Effect.flatMap(Executor, (executor) => executor.write("test.write", CompiledQuery.raw(sql)))

const waitsForLock = Effect.flatMap(Executor, ({ read }) =>
  Effect.asVoid(read("test.wait", CompiledQuery.raw("select pg_advisory_xact_lock_shared(7)"))),
)

/** The result of `work` that begins while another unit, which has reached `waitsForLock`, is not committed yet. */
const whileUnderWay = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  url: string,
  unit: Effect.Effect<unknown, E, R>,
  work: Effect.Effect<A, E2, R2>,
) {
  const other = yield* connected(url)
  yield* told(other.query("begin; select pg_advisory_xact_lock(7)"))
  const looking = yield* connected(url) // what others do is looked up once in a transaction
  const first = yield* Effect.forkChild(unit, { startImmediately: true })
  yield* untilSomebodyWaits(looking)
  const second = yield* Effect.forkChild(work, { startImmediately: true })
  yield* Effect.raceFirst(untilSomebodyWaits(looking, 2), Fiber.await(second))
  yield* told(other.query("commit"))
  yield* Fiber.join(first)
  return yield* Fiber.join(second)
})

/** Waits until a connection to this database waits for a lock of this type. */
const untilWaiting = async (client: Client, type: string): Promise<void> => {
  const query = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and locktype = $1 and datname = current_database()`
  while ((await client.query(query, [type])).rowCount === 0) await new Promise(setImmediate)
}
