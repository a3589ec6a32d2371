/**
 * Companies in SQL.
 */
import { type Company, type CompanyDetails, CompanyId, CompanyRepository, type PageRequest } from "@vintem/domain"
import { Effect, Layer } from "effect"
import { columnsOfCompany, companyFromRow } from "./company-row.ts"
import { Executor } from "./executor.ts"
import { readPage } from "./page.ts"

export const layer = Layer.effect(
  CompanyRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

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
          executor.write(
            "companies.save",
            build.updateTable("company").set(columnsOfCompany(details)).where("id", "=", id).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      find: (id: CompanyId) =>
        Effect.flatMap(
          executor.read("companies.find", build.selectFrom("company").selectAll().where("id", "=", id).compile()),
          ([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(companyFromRow("companies.find", row))),
        ),
      list: (page: PageRequest) =>
        readPage(
          executor,
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
