/**
 * Companies in SQL.
 */
import { platform } from "@vintem/domain/access"
import type { Company, CompanyDetails } from "@vintem/domain/company"
import { CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, type PageRequest } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { rememberedLookup } from "../engine/remembered-lookup.ts"
import { type CompanyRow, columnsOfCompany, companyFromRow } from "./company-row.ts"

export const layer = Layer.effect(
  CompanyRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const selectById = preparedQuery<{ id: number }, CompanyRow>((value) =>
      build.selectFrom("company").selectAll().where("id", "=", value("id")),
    )

    const find = rememberedLookup(executor, ["company"], (id: CompanyId) =>
      Effect.flatMap(executor.readEntry("companies.find", entryOf(id), selectById({ id })), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(companyFromRow("companies.find", row)),
      ),
    )

    return CompanyRepository.of({
      add: (details: CompanyDetails) =>
        Effect.flatMap(
          executor.write(
            "companies.add",
            build.insertInto("company").values(columnsOfCompany(details)).returning("id").compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? Effect.die("insert … returning gave no row")
              : Effect.succeed({ id: CompanyId.make(row.id), ...details }),
        ),
      save: ({ id, ...details }: Company) =>
        Effect.map(
          executor.replaceEntry(
            "companies.save",
            entryOf(id),
            build.updateTable("company").set(columnsOfCompany(details)).where("id", "=", id).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      find,
      list: (page: PageRequest) =>
        readUncountedPage(
          executor,
          platform,
          "companies.list",
          {
            count: build
              .selectFrom("company")
              .select((e) => e.fn.countAll<number>().as("total"))
              .compile(),
            rows: ({ limit, offset }) =>
              build.selectFrom("company").selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => companyFromRow("companies.list", row),
        ),
    })
  }),
)

/** What a company is held by while a unit replaces it. */
const entryOf = (id: CompanyId): string => `company ${id}`
