/** Stores a person's choices for the columns of a sheet, for the company's next sheet with the same column names. */
import { type SheetMapping, type SheetMappings, withMapping } from "@vintem/domain/batch"
import type { CompanyId } from "@vintem/domain/identifiers"
import { SheetMappingRepository, type StorageUnavailable, type Trail, UnitOfWork } from "@vintem/domain/ports"
import { Effect } from "effect"
import { recordInCompany } from "../trail/record-change.ts"

/** Reads and writes in one unit, so that concurrent mappings are not lost. */
export const keepSheetMapping = Effect.fn("keepSheetMapping")(function* (
  company: CompanyId,
  mapping: SheetMapping,
): Effect.fn.Return<SheetMappings, StorageUnavailable, Trail | SheetMappingRepository | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const { find, put } = yield* SheetMappingRepository
  return yield* commit(
    Effect.gen(function* () {
      const before = yield* find(company)
      const after = withMapping(before, mapping)
      // A known mapping changes nothing.
      if (JSON.stringify(after) === JSON.stringify(before)) return before
      yield* put(company, after)
      yield* recordInCompany(company, {
        action: "sheet.map",
        subject: "sheet",
        before: null,
        after: Object.fromEntries(mapping.map(({ field, name }) => [name, field])),
      })
      return after
    }),
  )
})
