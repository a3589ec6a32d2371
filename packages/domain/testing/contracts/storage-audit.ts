/**
 * What every store promises to whoever checks it.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { auditOrder } from "../../src/order/audit.ts"
import type { OrderChange } from "../../src/order/events.ts"
import { placed } from "../../src/order/evolve.ts"
import { ledgerOf } from "../../src/order/ledger.ts"
import type { Order } from "../../src/order/order.ts"
import { statusOf } from "../../src/order/status-rules.ts"
import type { CompanyRepository } from "../../src/ports/company-repository.ts"
import type { CustomerRepository } from "../../src/ports/customer-repository.ts"
import { OrderRepository } from "../../src/ports/order-repository.ts"
import { type AuditedOrder, StorageAudit } from "../../src/ports/storage-audit.ts"
import { histories } from "../order/arbitraries.ts"
import { orderCanceled } from "../order/example-moves.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { changed, numberedOrder, started, storeOrder, storeParties } from "./stored-examples.ts"

/** @param layer - a store of its own, and empty, in every build */
export const storageAuditContract = (
  name: string,
  layer: Layer.Layer<StorageAudit | OrderRepository | CompanyRepository | CustomerRepository, unknown>,
): void => {
  const { it, law } = onFreshStore(layer)

  describe(`StorageAudit: ${name}`, () => {
    it(
      "finds nothing where nothing is stored",
      Effect.gen(function* () {
        const audit = yield* StorageAudit
        expect(yield* audit.lastId).toBe(0)
        expect(yield* audit.scan(0, 10)).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )

    it(
      "shows orders of all companies by id, from a place on and so many at a time",
      Effect.gen(function* () {
        const audit = yield* StorageAudit
        const [left, right] = [yield* storeParties, yield* storeParties]
        for (const n of [1, 2, 3, 4, 5]) yield* storeOrder({ ...(n % 2 === 0 ? left : right), ...numberedOrder(n) })
        expect(yield* audit.lastId).toBe(5)
        const numbers = (found: ReadonlyArray<AuditedOrder>) => found.map(({ id, number }) => [id, number])
        const all = [1, 2, 3, 4, 5].map((n) => [n, numberedOrder(n).number])
        expect(numbers(yield* audit.scan(0, 10))).toStrictEqual(all)
        expect(numbers(yield* audit.scan(0, 2))).toStrictEqual(all.slice(0, 2))
        expect(numbers(yield* audit.scan(2, 2))).toStrictEqual(all.slice(2, 4))
        expect(numbers(yield* audit.scan(5, 2))).toStrictEqual([])
      }),
    )

    it(
      "shows each order with its own log, as they are now",
      Effect.gen(function* () {
        const audit = yield* StorageAudit
        const orders = yield* OrderRepository
        const parties = yield* storeParties
        const before = yield* storeOrder({ ...parties, ...numberedOrder(1) }, started(1, 1))
        const other = yield* storeOrder({ ...parties, ...numberedOrder(2) })
        const after = changed(before, orderCanceled)
        yield* orders.save(after, [orderCanceled])
        const [first, second] = yield* audit.scan(0, 10)
        expect(first).toStrictEqual(yield* asFound(1, after))
        expect(second).toStrictEqual(yield* asFound(2, other))
      }),
    )

    law(
      "cleanness: what was stored through the repositories is as it should be, save money that went back beyond what came in",
      fc.array(lifelogs, { maxLength: 4 }),
      Effect.fnUntraced(function* (lives) {
        const audit = yield* StorageAudit
        const orders = yield* OrderRepository
        const parties = yield* storeParties
        const excesses: Array<number> = []
        for (const [n, { placing, saves, attemptKeys }] of lives.entries()) {
          // Of two lives with a key in common only the first can be stored.
          if (lives.slice(0, n).some((life) => life.attemptKeys.some((key) => attemptKeys.includes(key)))) continue
          const own = { ...placing, details: { ...placing.details, ...parties, ...numberedOrder(n) } }
          let order = placed(own)
          yield* orders.add(order, [own])
          for (const changes of saves) {
            order = changed(order, ...changes)
            yield* orders.save(order, changes)
          }
          excesses.push(ledgerOf(order).excess)
        }
        const found = yield* audit.scan(0, 10)
        expect(found.flatMap(({ breaches }) => breaches)).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
        for (const [at, order] of found.entries()) {
          const expected = (excesses[at] ?? 0) > 0 ? ["MoneyExceeded"] : []
          expect(auditOrder(order).map(({ _tag }) => _tag)).toStrictEqual(expected)
        }
        expect(found).toHaveLength(excesses.length)
      }),
    )
  })
}

const besideOrders = Effect.gen(function* () {
  const audit = yield* StorageAudit
  return (yield* Stream.runCollect(audit.besideOrders)).flat()
})

/** An order as a scan shows it where nothing is wrong with it. */
const asFound = Effect.fnUntraced(function* (id: number, order: Order) {
  const orders = yield* OrderRepository
  const { number } = order.details
  const log = (yield* orders.history(number)).map((event, position) => ({ sequence: position + 1, event }))
  const found: AuditedOrder = { id, number, status: statusOf(order), order, log, breaches: [] }
  return found
})

/** Whole histories, as the changes to be saved one after the other. */
const lifelogs = histories.map(({ cast, steps }) => {
  const saves: ReadonlyArray<ReadonlyArray<OrderChange>> = steps
    .map(({ changes }) => changes)
    .filter((changes) => changes.length > 0)
  return structuredClone({ placing: cast.placing, attemptKeys: cast.attempts.map(({ key }) => key), saves })
})
