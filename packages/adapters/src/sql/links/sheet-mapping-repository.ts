/**
 * Mappings of sheets in SQL: one row for each company.
 */
import { SheetMappings } from "@vintem/domain/batch"
import type { CompanyId } from "@vintem/domain/identifiers"
import { SheetMappingRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  SheetMappingRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    return SheetMappingRepository.of({
      find: (company: CompanyId) =>
        Effect.flatMap(
          executor.readEntry(
            "sheetMappings.find",
            entryOf(company),
            build.selectFrom("sheet_mapping").select("mappings").where("company_id", "=", company).compile(),
          ),
          ([row]) =>
            row === undefined
              ? Effect.succeed([])
              : readMappings("sheetMappings.find", `The sheets of company ${company}`, parsedJson(row.mappings)),
        ),
      put: (company: CompanyId, found: SheetMappings) => {
        const mappings = JSON.stringify(found)
        return Effect.asVoid(
          executor.write(
            "sheetMappings.put",
            build
              .insertInto("sheet_mapping")
              .values({ company_id: company, mappings })
              .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ mappings }))
              .compile(),
          ),
        )
      },
    })
  }),
)

/** The name that a unit locks while it replaces a company's mappings. */
const entryOf = (company: CompanyId): string => `sheet_mapping ${company}`

const readMappings = readerOf(SheetMappings)
