/** The contract of every store of batches. */

import {
  type Batch,
  type BatchChange,
  type BatchDetails,
  type BatchEvent,
  batchCreated,
  batchMachine,
  type CustomerEntry,
  evolveBatch,
  itemTotals,
} from "@vintem/domain/batch"
import type { CompanyId } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import { BatchConflict, BatchRepository, type CompanyRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { batchHistories, customerEntries } from "../batch/arbitraries.ts"
import {
  batchCanceled,
  customersAdded,
  exampleBatchCreated,
  exampleBatchToken,
  exampleEntries,
  itemsClaimed,
  itemsDone,
} from "../batch/example-batch.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const batchRepositoryContract = (
  name: string,
  layer: Layer.Layer<BatchRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it, law } = store

  describe(`BatchRepository: ${name}`, () => {
    it(
      "returns a batch with its list, by company and token",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const batch = yield* storeBatch(company, 1, 3)
        yield* storeBatch(company, 2, 1)
        yield* expectStored(batch, exampleEntries(3))
      }),
    )

    it(
      "finds no unknown batch, and shows no company another one's",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const batch = yield* storeBatch(company, 1, 1)
        const failed = [itemsClaimed(1), itemsDone(1, 1, 1)]
        yield* batches.save(changed(batch, ...failed), failed)
        expect(Option.isNone(yield* batches.find(other, exampleBatchToken(1)))).toBe(true)
        expect(Option.isNone(yield* batches.find(company, exampleBatchToken(2)))).toBe(true)
        expect(yield* batches.list(other, wholeList)).toStrictEqual({ entries: [], total: 0 })
        for (const [asked, token] of [
          [company, exampleBatchToken(2)],
          [other, exampleBatchToken(1)],
        ] as const) {
          expect(yield* batches.items(asked, token, whole)).toStrictEqual([])
          expect(yield* batches.failures(asked, token, whole)).toStrictEqual([])
          expect(yield* batches.history(asked, token)).toStrictEqual([])
        }
      }),
    )

    it(
      "dies on a second batch with one token in a company, and stores nothing of it",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const batch = yield* storeBatch(company, 1, 2)
        expect(Exit.hasDies(yield* Effect.exit(storeBatch(company, 1, 3)))).toBe(true)
        yield* expectStored(batch, exampleEntries(2))
        expect((yield* (yield* BatchRepository).list(company, wholeList)).total).toBe(1)
      }),
    )

    it(
      "dies if the length of the list differs from the events, and stores nothing of it",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const created = exampleBatchCreated(2, { company })
        expect(Exit.hasDies(yield* Effect.exit(batches.add(created, exampleEntries(1))))).toBe(true)
        expect((yield* batches.list(company, wholeList)).total).toBe(0)
        const batch = yield* storeBatch(company, 1, 2)
        const more = [customersAdded(2)]
        for (const entries of [[], exampleEntries(1), exampleEntries(3)]) {
          expect(Exit.hasDies(yield* Effect.exit(batches.save(changed(batch, ...more), more, entries)))).toBe(true)
        }
        expect(
          Exit.hasDies(
            yield* Effect.exit(batches.save(changed(batch, batchCanceled), [batchCanceled], exampleEntries(1))),
          ),
        ).toBe(true)
        yield* expectStored(batch, exampleEntries(2))
      }),
    )

    it(
      "stores a changed batch, its events, and the customers they add",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const before = yield* storeBatch(company, 1, 2)
        const bystander = yield* storeBatch(company, 2, 2)
        const life = [itemsClaimed(2), itemsDone(1, 2, 2), customersAdded(2), itemsClaimed(4), itemsDone(3, 4, 3)]
        const after = changed(before, ...life)
        yield* batches.save(after, life, exampleEntries(2, 3))
        yield* expectStored(after, exampleEntries(4))
        expect((yield* batches.history(company, exampleBatchToken(1))).slice(1)).toStrictEqual(life)
        const failed = yield* batches.failures(company, exampleBatchToken(1), whole)
        expect(failed.map(({ position, reason }) => [position, reason])).toStrictEqual([
          [2, "rule_not_found"],
          [3, "rule_not_found"],
        ])
        expect(failed.map(({ entry }) => entry)).toStrictEqual(exampleEntries(2, 2))
        yield* expectStored(bystander, exampleEntries(2))
        expect(yield* batches.failures(company, exampleBatchToken(2), whole)).toStrictEqual([])
      }),
    )

    it(
      "shows part of a list, and of the failures, from any position and with any limit",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const before = yield* storeBatch(company, 1, 6)
        const changes = [itemsClaimed(6), itemsDone(1, 6, 2, 4, 5)]
        yield* batches.save(changed(before, ...changes), changes)
        const positions = (rows: ReadonlyArray<{ readonly position: number }>) => rows.map(({ position }) => position)
        const token = exampleBatchToken(1)
        expect(positions(yield* batches.items(company, token, { after: 0, limit: 2 }))).toStrictEqual([1, 2])
        expect(positions(yield* batches.items(company, token, { after: 4, limit: 9 }))).toStrictEqual([5, 6])
        expect(positions(yield* batches.items(company, token, { after: 6, limit: 9 }))).toStrictEqual([])
        expect(positions(yield* batches.failures(company, token, { after: 0, limit: 2 }))).toStrictEqual([2, 4])
        expect(positions(yield* batches.failures(company, token, { after: 4, limit: 2 }))).toStrictEqual([5])
      }),
    )

    it(
      "writes neither state nor events nor customers if the stored version differs from the read one",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const read = yield* storeBatch(company, 1, 2)
        const winner = changed(read, batchCanceled)
        yield* batches.save(winner, [batchCanceled])
        const token = exampleBatchToken(1)
        const conflict = new BatchConflict({ token, versionRead: read.version })
        const more = [customersAdded(1)]
        expect(yield* Effect.flip(batches.save(changed(read, ...more), more, exampleEntries(1)))).toStrictEqual(
          conflict,
        )
        const work = [itemsClaimed(2), itemsDone(1, 2, 1)]
        expect(yield* Effect.flip(batches.save(changed(read, ...work), work))).toStrictEqual(conflict)
        yield* expectStored(winner, exampleEntries(2))
        expect(yield* batches.failures(company, token, whole)).toStrictEqual([])
        const stranger = batchCreated(exampleBatchCreated(1, { company, token: exampleBatchToken(9) }))
        const unknown = batches.save(changed(stranger, batchCanceled), [batchCanceled])
        expect((yield* Effect.flip(unknown))._tag).toBe("BatchConflict")
      }),
    )

    it(
      "does nothing without events, whichever version was read",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const before = yield* storeBatch(company, 1, 1)
        const after = changed(before, batchCanceled)
        yield* batches.save(after, [batchCanceled])
        yield* batches.save(before, [])
        yield* expectStored(after, exampleEntries(1))
      }),
    )

    it(
      "uniqueness: of several concurrent claims of the same items, one succeeds",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const batch = yield* storeBatch(company, 1, 5)
        const claimed = changed(batch, itemsClaimed(5))
        const exits = yield* Effect.all(
          Array.from({ length: 20 }, () => Effect.exit(units.commit(batches.save(claimed, [itemsClaimed(5)])))),
          { concurrency: "unbounded" },
        )
        expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
        expect(exits.filter((exit) => !Exit.isSuccess(exit) && !Exit.hasFails(exit))).toStrictEqual([])
        yield* expectStored(claimed, exampleEntries(5))
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const batch = yield* storeBatch(company, 1, 2)
        const changes = [itemsClaimed(2), itemsDone(1, 2, 1), customersAdded(1)]
        const unit = Effect.gen(function* () {
          yield* batches.save(changed(batch, ...changes), changes, exampleEntries(1, 3))
          yield* storeBatch(company, 2, 1)
          expect((yield* batches.list(company, wholeList)).total).toBe(2)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        yield* expectStored(batch, exampleEntries(2))
        expect(yield* batches.failures(company, exampleBatchToken(1), whole)).toStrictEqual([])
        expect((yield* batches.list(company, wholeList)).total).toBe(1)
        // The rolled-back names are free again.
        yield* expectStored(yield* storeBatch(company, 2, 1), exampleEntries(1))
      }),
    )

    it(
      "lists a company's batches page by page, latest stored first; a change makes none newer",
      Effect.gen(function* () {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const first = yield* storeBatch(company, 1, 1)
        yield* storeBatch(other, 9, 1)
        const rest = yield* Effect.forEach([2, 3, 4, 5], (n) => storeBatch(company, n, 1))
        const canceled = changed(first, batchCanceled)
        yield* batches.save(canceled, [batchCanceled])
        const all = [canceled, ...rest].toReversed()
        for (const size of [1, 2, 3, 5, 6]) {
          for (const number of [1, 2, 3, 4, 5, 6]) {
            expect(yield* batches.list(company, page(number, size))).toStrictEqual({
              entries: all.slice((number - 1) * size, number * size),
              total: 5,
            })
          }
        }
      }),
    )

    law(
      "books: after every change the store returns batch and list, and the log folds to it without a gap",
      lifelogs,
      Effect.fnUntraced(function* ({ saves, entries, ...drawn }) {
        const batches = yield* BatchRepository
        const { id: company } = yield* storeCompany()
        const created = { ...drawn.created, details: { ...drawn.created.details, company } }
        const listOf = ({ items }: Batch) =>
          Array.from({ length: itemTotals(items).total }, (_, n) => entries[n % entries.length] ?? entries[0])
        let batch = batchCreated(created)
        yield* batches.add(created, listOf(batch))
        yield* expectStored(batch, listOf(batch))
        for (const changes of saves) {
          const before = itemTotals(batch.items).total
          batch = changed(batch, ...changes)
          yield* batches.save(batch, changes, listOf(batch).slice(before))
          yield* expectStored(batch, listOf(batch))
        }
        const log: ReadonlyArray<BatchEvent> = yield* batches.history(company, batch.details.token)
        expect(log).toStrictEqual([created, ...saves.flat()])
        const failures = yield* batches.failures(company, batch.details.token, whole)
        expect(failures).toHaveLength(batch.items.failed)
      }),
    )

    hidesRunningUnits(store, storeCompany(), ({ id: company }) => ({
      write: (n) => storeBatch(company, n, 1),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(BatchRepository, (all) => all.list(company, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

/** A window with the whole list. */
const whole = { after: 0, limit: 1_000 }

const changed = (batch: Batch, ...changes: ReadonlyArray<BatchChange>): Batch => changes.reduce(evolveBatch, batch)

/** Stores the batch with this number. */
const storeBatch = Effect.fnUntraced(function* (
  company: CompanyId,
  n: number,
  count: number,
  overrides: Partial<BatchDetails> = {},
) {
  const batches = yield* BatchRepository
  const created = exampleBatchCreated(count, { company, token: exampleBatchToken(n), ...overrides })
  yield* batches.add(created, exampleEntries(count))
  return batchCreated(created)
})

/** Expects the batch with this list, and a log that folds to it. */
const expectStored = Effect.fnUntraced(function* (batch: Batch, entries: ReadonlyArray<CustomerEntry>) {
  const batches = yield* BatchRepository
  const { company, token } = batch.details
  expect(Option.getOrNull(yield* batches.find(company, token))).toStrictEqual(batch)
  expect(fold(batchMachine, yield* batches.history(company, token))).toStrictEqual(batch)
  const items = yield* batches.items(company, token, whole)
  expect(items.map(({ entry }) => entry)).toStrictEqual(entries)
  expect(items.map(({ position }) => position)).toStrictEqual(items.map((_, n) => n + 1))
})

/** Whole histories, as changes to save one after the other: plain objects, like a store's results. */
const lifelogs = fc
  .tuple(batchHistories, fc.tuple(customerEntries, customerEntries))
  .map(([{ created, steps }, entries]) =>
    structuredClone({
      created,
      saves: steps.map(({ changes }) => changes).filter((changes) => changes.length > 0),
      entries,
    }),
  )
