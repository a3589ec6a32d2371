/**
 * Companies in SQL.
 */
import { platform } from "@vintem/domain/access"
import type { Company, CompanyDetails } from "@vintem/domain/company"
import { type CompanyCode, CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, type PageRequest, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { randomCompanyCode } from "../../random-company-code.ts"
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

    const selectByCode = preparedQuery<{ code: string }, CompanyRow>((value) =>
      build.selectFrom("company").selectAll().where("code", "=", value("code")),
    )

    const findByCode = rememberedLookup(executor, ["company"], (code: CompanyCode) =>
      Effect.flatMap(executor.read("companies.findByCode", selectByCode({ code })), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(companyFromRow("companies.findByCode", row)),
      ),
    )

    /** Draws another code while the drawn one is taken. */
    const insertedWithNewCode = (details: CompanyDetails): Effect.Effect<Company, StorageUnavailable> =>
      Effect.flatMap(randomCompanyCode, (code) =>
        Effect.flatMap(
          executor.write(
            "companies.add",
            build
              .insertInto("company")
              .values({ code, ...columnsOfCompany(details) })
              .onConflict((conflict) => conflict.column("code").doNothing())
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? insertedWithNewCode(details)
              : Effect.succeed({ id: CompanyId.make(row.id), code, ...details }),
        ),
      )

    return CompanyRepository.of({
      add: insertedWithNewCode,
      save: ({ id, code: _code, ...details }: Company) =>
        Effect.map(
          executor.write(
            "companies.save",
            build.updateTable("company").set(columnsOfCompany(details)).where("id", "=", id).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      find,
      findByCode,
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

/** The name that a unit locks while it replaces a company. */
const entryOf = (id: CompanyId): string => `company ${id}`
