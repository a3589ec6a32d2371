/**
 * What every store of a company's own entries promises, whatever the entries are: products, checkouts, coupons, reminder rules.
 */

import type { CompanyId } from "@vintem/domain/identifiers"
import { type CompanyRepository, type Page, type PageRequest, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import type { onFreshStore } from "./on-fresh-store.ts"
import { page, storeCompany, wholeList } from "./stored-examples.ts"

/** A store of this kind, by the methods of its port. */
export interface OwnedEntries<Entry extends { readonly company: CompanyId }, R> {
  /** Adds a company's entry by number, and returns the stored entry. */
  readonly add: (company: CompanyId, n: number) => Effect.Effect<Entry, unknown, R>
  /** The entry with everything changed that may change. */
  readonly changed: (entry: Entry) => Effect.Effect<Entry, unknown, R>
  /** The entry with one more of something that it can have any number of. */
  readonly grown: (entry: Entry) => Entry
  /** Finds it by its name, in its own company. */
  readonly find: (entry: Entry) => Effect.Effect<Option.Option<Entry>, unknown, R>
  readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Entry>, unknown, R>
  readonly save: (entry: Entry) => Effect.Effect<boolean, unknown, R>
  readonly remove: (entry: Entry) => Effect.Effect<boolean, unknown, R>
}

export const ownedEntriesContract = <Entry extends { readonly company: CompanyId }, R>(
  store: ReturnType<typeof onFreshStore<R | CompanyRepository | UnitOfWork>>,
  entries: OwnedEntries<Entry, R>,
): void => {
  const { it } = store

  hidesRunningUnits(store, storeCompany(), ({ id: company }) => ({
    write: (n) => entries.add(company, n),
    isWritten: (n) => Effect.map(entries.list(company, wholeList), ({ total }) => total >= n),
  }))

  it(
    "replaces the parts that may change, of one entry only, and keeps its place in the list",
    Effect.gen(function* () {
      const { id: company } = yield* storeCompany()
      const first = yield* entries.add(company, 1)
      const second = yield* entries.add(company, 2)
      const next = yield* entries.changed(first)
      expect(next).not.toStrictEqual(first)
      expect(yield* entries.save(next)).toBe(true)
      expect(yield* entries.find(first)).toMatchObject({ value: next })
      expect(yield* entries.list(company, wholeList)).toStrictEqual({ entries: [second, next], total: 2 })
    }),
  )

  it(
    "removes an entry, and no other, once",
    Effect.gen(function* () {
      const { id: company } = yield* storeCompany()
      const first = yield* entries.add(company, 1)
      const second = yield* entries.add(company, 2)
      expect(yield* entries.remove(second)).toBe(true)
      expect(yield* entries.find(second)).toMatchObject({ _tag: "None" })
      expect(yield* entries.list(company, wholeList)).toStrictEqual({ entries: [first], total: 1 })
      expect(yield* entries.remove(second)).toBe(false)
      expect(yield* entries.save(second)).toBe(false)
      const third = yield* entries.add(company, 3)
      expect(yield* entries.list(company, wholeList)).toStrictEqual({ entries: [third, first], total: 2 })
    }),
  )

  it(
    "shows no company another one's entry, and lets none change or remove it",
    Effect.gen(function* () {
      const { id: company } = yield* storeCompany()
      const { id: other } = yield* storeCompany()
      const entry = yield* entries.add(company, 1)
      const claimed = { ...(yield* entries.changed(entry)), company: other }
      expect(yield* entries.find(claimed)).toMatchObject({ _tag: "None" })
      expect(yield* entries.list(other, wholeList)).toStrictEqual({ entries: [], total: 0 })
      expect(yield* entries.save(claimed)).toBe(false)
      expect(yield* entries.remove(claimed)).toBe(false)
      expect(yield* entries.list(company, wholeList)).toStrictEqual({ entries: [entry], total: 1 })
    }),
  )

  it(
    "no lost update: of units that read and change an entry concurrently, none undoes another's change",
    Effect.gen(function* () {
      const units = yield* UnitOfWork
      const { id: company } = yield* storeCompany()
      const entry = yield* entries.add(company, 1)
      const grow = Effect.gen(function* () {
        const found = yield* Effect.fromOption(yield* entries.find(entry))
        return yield* entries.save(entries.grown(found))
      })
      const times = Array.from({ length: 10 }, (_, n) => n)
      const saved = yield* Effect.forEach(times, () => units.commit(grow), { concurrency: "unbounded" })
      expect(saved).toStrictEqual(times.map(() => true))
      const value = times.reduce(entries.grown, entry)
      expect(yield* entries.find(entry)).toMatchObject({ value })
    }),
  )

  it(
    "lists a company's entries page by page, the latest first",
    Effect.gen(function* () {
      const { id: company } = yield* storeCompany()
      const { id: other } = yield* storeCompany()
      const first = yield* entries.add(company, 1)
      yield* entries.add(other, 2)
      const second = yield* entries.add(company, 3)
      const third = yield* entries.add(company, 4)
      expect(yield* entries.list(company, page(1, 2))).toStrictEqual({ entries: [third, second], total: 3 })
      expect(yield* entries.list(company, page(2, 2))).toStrictEqual({ entries: [first], total: 3 })
      expect(yield* entries.list(company, page(3, 2))).toStrictEqual({ entries: [], total: 3 })
    }),
  )

  it(
    "joins the unit of work around it",
    Effect.gen(function* () {
      const units = yield* UnitOfWork
      const { id: company } = yield* storeCompany()
      const kept = yield* entries.add(company, 1)
      const spared = yield* entries.add(company, 2)
      const unit = Effect.gen(function* () {
        yield* entries.save(yield* entries.changed(kept))
        yield* entries.remove(spared)
        yield* entries.add(company, 3)
        return yield* Effect.fail("given up")
      })
      yield* Effect.exit(units.commit(unit))
      expect(yield* entries.list(company, wholeList)).toStrictEqual({ entries: [spared, kept], total: 2 })
      expect(yield* entries.find(spared)).toMatchObject({ value: spared })
    }),
  )
}
