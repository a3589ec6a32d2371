/**
 * What every store of the trail promises.
 */

import { ApiKeyId, inCompany, platform, type Realm, UserId } from "@vintem/domain/access"
import { beforeAll, type CompanyRepository, StorageCheck, Trail, UnitOfWork } from "@vintem/domain/ports"
import { actorName, type TrailEntryDetails } from "@vintem/domain/trail"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect } from "vitest"
import { allChecked } from "./all-checked.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - a store of its own, and empty, in every build */
export const trailContract = (
  name: string,
  layer: Layer.Layer<Trail | CompanyRepository | StorageCheck | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`Trail: ${name}`, () => {
    it(
      "returns every field of an entry, for every actor and every former state",
      Effect.gen(function* () {
        const log = yield* Trail
        const realm = inCompany((yield* storeCompany()).id)
        const details: ReadonlyArray<TrailEntryDetails> = [
          entryOf(realm, 1),
          { ...entryOf(realm, 2), actor: { _tag: "ApiKey", key: ApiKeyId.make(7) }, before: null },
          { ...entryOf(realm, 3), actor: { _tag: "Administration" }, after: null },
          { ...entryOf(realm, 4), actor: { _tag: "Command", command: "vintem api-key create" }, origin: nowhere },
          { ...entryOf(realm, 5), actor: { _tag: "System", job: null }, before: { ç: [1, null, { "“": true }] } },
        ]
        const added = yield* Effect.forEach(details, log.append)
        expect(added).toStrictEqual(details.map((one, at) => ({ ...one, sequence: at + 1 })))
        expect(yield* log.list(realm, {}, wholeList)).toStrictEqual({ entries: added.toReversed(), total: 5 })
        expect(yield* log.after(realm, 0, 100)).toStrictEqual(added)
      }),
    )

    it(
      "numbers each log separately from 1, and shows each in its own realm only",
      Effect.gen(function* () {
        const log = yield* Trail
        const [one, other] = [inCompany((yield* storeCompany()).id), inCompany((yield* storeCompany()).id)]
        for (const realm of [one, platform, one, other, platform, one]) yield* log.append(entryOf(realm, 1))
        const numbers = (realm: Realm) =>
          Effect.map(log.list(realm, {}, wholeList), ({ entries }) =>
            entries.map((entry) => [entry.realm, entry.sequence]),
          )
        expect(yield* numbers(one)).toStrictEqual([3, 2, 1].map((n) => [one, n]))
        expect(yield* numbers(other)).toStrictEqual([[other, 1]])
        expect(yield* numbers(platform)).toStrictEqual([2, 1].map((n) => [platform, n]))
        const totals = yield* Effect.forEach([one, other, platform], (realm) => log.list(realm, {}, wholeList))
        expect(totals.map(({ total }) => total)).toStrictEqual([3, 1, 2])
      }),
    )

    it(
      "uses no number for a unit that is rolled back",
      Effect.gen(function* () {
        const log = yield* Trail
        const { commit } = yield* UnitOfWork
        const realm = inCompany((yield* storeCompany()).id)
        yield* log.append(entryOf(realm, 1))
        const unit = Effect.andThen(log.append(entryOf(realm, 2)), Effect.fail("given up"))
        yield* Effect.exit(commit(unit))
        expect(yield* log.list(realm, {}, wholeList)).toMatchObject({ entries: [{ subject: "1" }], total: 1 })
        expect((yield* log.append(entryOf(realm, 3))).sequence).toBe(2)
      }),
    )

    it(
      "leaves no gap and repeats no number, although units add concurrently and some fail",
      Effect.gen(function* () {
        const log = yield* Trail
        const { commit } = yield* UnitOfWork
        const realm = inCompany((yield* storeCompany()).id)
        const units = Array.from({ length: 40 }, (_, n) => {
          const added = log.append(entryOf(realm, n))
          return Effect.exit(commit(n % 4 === 3 ? Effect.andThen(added, Effect.fail("given up")) : added))
        })
        yield* Effect.all(units, { concurrency: "unbounded" })
        const entries = yield* log.after(realm, 0, 100)
        expect(entries.map(({ sequence }) => sequence)).toStrictEqual(Array.from({ length: 30 }, (_, n) => n + 1))
        expect(new Set(entries.map(({ subject }) => subject)).size).toBe(30)
      }),
    )

    it(
      "filters by actor, action, subject and time, alone and together, page by page",
      Effect.gen(function* () {
        const log = yield* Trail
        const realm = inCompany((yield* storeCompany()).id)
        const maria = { _tag: "User", user: UserId.make(1) } as const
        const joao = { _tag: "User", user: UserId.make(11) } as const
        const all = yield* Effect.forEach(
          [
            entryOf(realm, 1, { actor: maria, action: "order.refund", subject: "A" }),
            entryOf(realm, 2, { actor: joao, action: "order.refund", subject: "B" }),
            entryOf(realm, 3, { actor: maria, action: "order.cancel", subject: "A" }),
            entryOf(realm, 4, { actor: maria, action: "order.refund", subject: "a" }),
          ],
          log.append,
        )
        yield* log.append(entryOf(platform, 1, { actor: maria, action: "order.refund", subject: "A" }))
        const found = (filter: Parameters<typeof log.list>[1], of = wholeList) =>
          Effect.map(log.list(realm, filter, of), ({ entries, total }) => [
            entries.map(({ sequence }) => sequence),
            total,
          ])
        expect(yield* found({ actor: actorName(maria) })).toStrictEqual([[4, 3, 1], 3])
        expect(yield* found({ action: "order.refund" })).toStrictEqual([[4, 2, 1], 3])
        expect(yield* found({ subject: "A" })).toStrictEqual([[3, 1], 2])
        expect(yield* found({ from: later(2), before: later(4) })).toStrictEqual([[3, 2], 2])
        expect(yield* found({ before: later(1) })).toStrictEqual([[], 0])
        const both = { actor: actorName(maria), action: "order.refund" as const }
        expect(yield* found({ ...both, subject: "A", from: later(1) })).toStrictEqual([[1], 1])
        expect(yield* found(both, page(1, 1))).toStrictEqual([[4], 2])
        expect(yield* found(both, page(2, 1))).toStrictEqual([[1], 2])
        expect(yield* found(both, page(3, 1))).toStrictEqual([[], 2])
        expect(yield* found({}, page(2, 3))).toStrictEqual([[1], 4])
        expect(yield* found({}, page(9, 3))).toStrictEqual([[], 4])
        expect(yield* log.after(realm, 1, 2)).toStrictEqual(all.slice(1, 3))
        expect(yield* log.after(realm, 4, 2)).toStrictEqual([])
      }),
    )

    it(
      "passes its own check",
      Effect.gen(function* () {
        const log = yield* Trail
        const { trailEntries, besideOrders } = yield* StorageCheck
        const realm = inCompany((yield* storeCompany()).id)
        for (const one of [realm, platform, realm]) yield* log.append(entryOf(one, 1))
        const last = yield* trailEntries.lastId
        const read = yield* allChecked(trailEntries)
        expect(read.at(-1)?.id).toBe(last)
        expect(
          read.map(({ entry, previous, breaches }) => [entry?.realm, entry?.sequence, previous, breaches]),
        ).toStrictEqual([
          [realm, 1, null, []],
          [platform, 1, null, []],
          [realm, 2, 1, []],
        ])
        const second = yield* trailEntries.scan({ after: read[0] ?? beforeAll, lastId: last, limit: 10 })
        expect(second).toStrictEqual(expect.arrayContaining(read.slice(2)))
        expect((yield* Stream.runCollect(besideOrders)).flat()).toStrictEqual([])
      }),
    )

    hidesRunningUnits(store, storeCompany(), ({ id: company }) => ({
      write: (n) => Effect.flatMap(Trail, (log) => log.append(entryOf(inCompany(company), n))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(Trail, (all) => all.list(inCompany(company), {}, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

const nowhere = { address: null, requestId: null }

const entryOf = (realm: Realm, n: number, overrides: Partial<TrailEntryDetails> = {}): TrailEntryDetails => ({
  realm,
  at: later(n),
  actor: { _tag: "User", user: UserId.make(3) },
  origin: { address: "2001:db8::1", requestId: "req-“1”" },
  action: "company.change",
  subject: String(n),
  before: { name: "Antes", fees: { pix: 99 } },
  after: { name: "Depois 🥖", fees: null },
  ...overrides,
})
