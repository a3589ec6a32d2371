/** The contract of every store of sheet mappings. */

import { type SheetMapping, type SheetMappings, withMapping } from "@vintem/domain/batch"
import { type CompanyRepository, SheetMappingRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { storeCompany } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const sheetMappingRepositoryContract = (
  name: string,
  layer: Layer.Layer<SheetMappingRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`SheetMappingRepository: ${name}`, () => {
    it(
      "returns the last mappings, in their order, and no earlier ones",
      Effect.gen(function* () {
        const mappings = yield* SheetMappingRepository
        const { id: company } = yield* storeCompany()
        expect(yield* mappings.find(company)).toStrictEqual([])
        for (const all of [[numbered(1)], [numbered(2), numbered(1)], [], [numbered(3)]]) {
          yield* mappings.put(company, all)
          expect(yield* mappings.find(company)).toStrictEqual(all)
        }
      }),
    )

    it(
      "shows no company another one's mappings",
      Effect.gen(function* () {
        const mappings = yield* SheetMappingRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        yield* mappings.put(company, [numbered(1)])
        expect(yield* mappings.find(other)).toStrictEqual([])
        yield* mappings.put(other, [numbered(2)])
        expect(yield* mappings.find(company)).toStrictEqual([numbered(1)])
      }),
    )

    it(
      "loses no mapping of concurrent units",
      Effect.gen(function* () {
        const mappings = yield* SheetMappingRepository
        const { commit } = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        yield* mappings.put(company, [])
        const add = (n: number) =>
          commit(
            Effect.flatMap(mappings.find(company), (known) => mappings.put(company, withMapping(known, numbered(n)))),
          )
        yield* Effect.forEach([1, 2, 3, 4, 5], add, { concurrency: "unbounded", discard: true })
        const kept: SheetMappings = yield* mappings.find(company)
        expect(kept.map(([column]) => column?.name).toSorted()).toStrictEqual([1, 2, 3, 4, 5].map((n) => `coluna ${n}`))
      }),
    )

    hidesRunningUnits(store, Effect.all([storeCompany(), storeCompany()]), (companies) => ({
      write: (n) =>
        Effect.flatMap(SheetMappingRepository, (all) =>
          all.put(companies[n - 1]?.id ?? companies[0].id, [numbered(n)]),
        ),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(SheetMappingRepository, (all) => all.find(companies[n - 1]?.id ?? companies[0].id)),
          (known) => known.length > 0,
        ),
    }))
  })
}

const numbered = (n: number): SheetMapping => [
  { name: `coluna ${n}`, field: "amount" },
  { name: "", field: null },
]
