/**
 * Mappings of sheets in memory.
 */
import { SheetMappingRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { requireAll } from "./constraint-broken.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  SheetMappingRepository,
  Effect.gen(function* () {
    const { companies, sheetMappings } = yield* Tables

    return SheetMappingRepository.of({
      find: (company) => Effect.sync(() => sheetMappings.get(company) ?? []),

      put: (company, mappings) =>
        Effect.sync(() => {
          requireAll([["sheet_mapping.company exists", companies.has(company)]])
          sheetMappings.put(company, mappings)
        }),
    })
  }),
)
