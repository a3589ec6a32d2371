/**
 * What every store of the mappings of sheets promises.
 */

import { type SheetMapping, type SheetMappings, withMapping } from "@vintem/domain/batch"
import { type CompanyRepository, SheetMappingRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { storeCompany } from "./stored-examples.ts"

/** @param layer - a store of its own, and empty, in every build */
export const sheetMappingRepositoryContract = (
  name: string,
  layer: Layer.Layer<SheetMappingRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const { it } = onFreshStore(layer)

  describe(`SheetMappingRepository: ${name}`, () => {
    it(
      "gives back what was put last, in its order, and nothing before",
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
      "shows a company nothing of another one's",
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
      "loses none of those that units add at once",
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
  })
}

const numbered = (n: number): SheetMapping => [
  { name: `coluna ${n}`, field: "amount" },
  { name: "", field: null },
]
