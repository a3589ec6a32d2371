/**
 * An erasure in pieces, on both engines: the data agrees with its logs after each piece, and data that is added for the
 * person in between is erased, too.
 */
import { checkBatch } from "@vintem/domain/batch"
import { emailKey, parseEmail } from "@vintem/domain/customer"
import { checkOrder } from "@vintem/domain/order"
import { checkLink, unknownCustomer } from "@vintem/domain/payment-link"
import {
  BatchRepository,
  CustomerRepository,
  PaymentLinkRepository,
  PersonalData,
  StorageCheck,
  UnitOfWork,
} from "@vintem/domain/ports"
import {
  allChecked,
  exampleBatchCreated,
  exampleBatchToken,
  exampleCustomer,
  exampleEntry,
  exampleLinkCreated,
  exampleLinkTerms,
  exampleNow,
  exampleSlug,
} from "@vintem/testing"
import { Effect, Layer, Result } from "effect"
import { sql } from "kysely"
import { describe, expect, it } from "vitest"
import { Executor } from "../src/sql/engine/executor.ts"
import * as PersonalDataKysely from "../src/sql/personal-data/personal-data.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"
import { layerFreshFile } from "./sqlite-file.ts"
import { openShop, type Shop, storeOrder, uuid } from "./sqlite-shop.ts"

/** More than a piece, which has fifty of a kind. */
const many = 51

/** The domain of every address of the person. */
const mark = "pessoa-marcada.example"
const address = (n: number) => Result.getOrThrow(parseEmail(`endereco${n}@${mark}`))
const detailsWith = (n: number) => ({ ...exampleCustomer, email: address(n) })

/** An order with its own address, and a link and a batch's list that contain only that address. */
const place = Effect.fnUntraced(function* ({ company, customerId }: Shop, n: number) {
  const customer = detailsWith(n)
  const { put } = yield* CustomerRepository
  yield* put({ company, token: uuid(2), details: customer, createdAt: exampleNow })
  yield* storeOrder(n, { company, customerId, customer })
  const terms = { ...exampleLinkTerms(), customer: { ...unknownCustomer, email: customer.email } }
  yield* (yield* PaymentLinkRepository).add([exampleLinkCreated({ details: { company, slug: exampleSlug(n) }, terms })])
  yield* (yield* BatchRepository).add(exampleBatchCreated(1, { company, token: exampleBatchToken(n) }), [
    exampleEntry(1, { email: customer.email }),
  ])
})

const breaches = Effect.gen(function* () {
  const stored = yield* StorageCheck
  return [
    ...(yield* allChecked(stored)).flatMap((order) => [...order.breaches, ...checkOrder(order)]),
    ...(yield* allChecked(stored.links)).flatMap((link) => [...link.breaches, ...checkLink(link)]),
    ...(yield* allChecked(stored.batches)).flatMap((batch) => [...batch.breaches, ...checkBatch(batch)]),
    ...(yield* (yield* PersonalData).toRepeat(10)),
  ]
})

/** The tables that contain an address of the person. */
const tablesWithPerson = Effect.gen(function* () {
  const { dialect, read } = yield* Executor
  const found: Array<string> = []
  for (const { name } of yield* read("test.tables", dialect.tableNames.compile(dialect.build))) {
    const rows = yield* read("test.rows", sql`select * from ${sql.table(name)}`.compile(dialect.build))
    if (JSON.stringify(rows).includes(emailKey(Result.getOrThrow(parseEmail(`x@${mark}`))).slice(1))) found.push(name)
  }
  return found
})

/** Erases the person, with an optional action between pieces. @returns the number of pieces */
const erasedWhile = <E, R>(
  { company, customerId: customer }: Shop,
  afterPiece: (n: number) => Effect.Effect<void, E, R>,
) =>
  Effect.gen(function* () {
    const units = yield* UnitOfWork
    let pieces = 0
    const context = yield* Effect.context<R>()
    const watched = UnitOfWork.of({
      ...units,
      commit: (unit) =>
        Effect.tap(units.commit(unit), () =>
          Effect.suspend(() => {
            pieces += 1
            return Effect.orDie(Effect.provideContext(afterPiece(pieces), context))
          }),
        ),
    })
    const layer = Layer.fresh(PersonalDataKysely.layer).pipe(Layer.provide(Layer.succeed(UnitOfWork, watched)))
    const erasure = { company, customer, at: exampleNow }
    const atOnce: Array<number> = []
    const outcome = yield* Effect.gen(function* () {
      const { begin, erase } = yield* PersonalData
      yield* begin(erasure)
      return yield* erase(erasure, {
        scopes: ["company"],
        orders: (some) =>
          Effect.sync(() => {
            atOnce.push(some.length)
            return []
          }),
        scopeOfLink: () => "link",
        ended: () => Effect.void,
      })
    }).pipe(Effect.provide(layer))
    expect(Math.max(...atOnce)).toBe(50)
    return { outcome, pieces }
  })

const engines: ReadonlyArray<readonly [string, Layer.Layer<Executor | UnitOfWork, unknown>]> = [
  ["SQLite", layerFreshFile],
  ["PostgreSQL", layerFreshDatabase],
]

describe.each(engines)("an erasure in pieces on %s", (_, engine) => {
  const onEngine = <A, E>(
    test: Effect.Effect<A, E, Layer.Success<typeof KyselyStorage.layerNoDeps> | Executor | UnitOfWork>,
  ) =>
    Effect.runPromise(Effect.scoped(Effect.provide(test, KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(engine)))))

  /** Adds so much data of the person that each kind needs several pieces. */
  const openMany = Effect.gen(function* () {
    const shop = yield* openShop
    for (let n = 1; n <= many; n += 1) yield* place(shop, n)
    return shop
  })

  it("leaves consistent data after each, and ends although data is added again and again", () =>
    onEngine(
      Effect.gen(function* () {
        const shop = yield* openMany
        expect(yield* tablesWithPerson).toContain("batch_item")
        let placed = many
        const { outcome } = yield* erasedWhile(
          shop,
          Effect.fnUntraced(function* (n) {
            expect(yield* breaches).toStrictEqual([])
            if (n % 2 !== 0 || n > 20) return
            placed += 1
            yield* place(shop, placed)
          }),
        )
        expect(outcome?.counts).toMatchObject({ orders: many + 10, links: many + 10, entries: many + 10 })
        expect(yield* tablesWithPerson).toStrictEqual([])
      }),
    ))

  it("erases data that is added between any two of them", async () => {
    const { pieces } = await onEngine(Effect.flatMap(openMany, (shop) => erasedWhile(shop, () => Effect.void)))
    expect(pieces).toBeGreaterThan(6)
    for (let last = 1; last < pieces; last += 1) {
      const left = await onEngine(
        Effect.gen(function* () {
          const shop = yield* openMany
          yield* erasedWhile(shop, (n) => (n === last ? place(shop, many + 1) : Effect.void))
          return yield* tablesWithPerson
        }),
      )
      expect([last, left]).toStrictEqual([last, []])
    }
  })
})
