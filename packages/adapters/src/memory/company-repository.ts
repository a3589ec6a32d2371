/**
 * Companies in memory.
 */
import { CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  CompanyRepository,
  Effect.gen(function* () {
    const { companies } = yield* Tables

    return CompanyRepository.of({
      add: (details) =>
        Effect.sync(() => {
          const company = { id: CompanyId.make(companies.size + 1), ...details }
          companies.put(company.id, company)
          return company
        }),

      save: (company) =>
        Effect.sync(() => {
          const isHeld = companies.has(company.id)
          if (isHeld) companies.put(company.id, company)
          return isHeld
        }),

      find: (id) => Effect.sync(() => Option.fromUndefinedOr(companies.get(id))),

      list: (page) => Effect.sync(() => pageOf(companies.newestFirst(), page)),
    })
  }),
)
