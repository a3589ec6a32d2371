/**
 * Companies in memory.
 */
import { type CompanyCode, CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { randomCompanyCode } from "../random-company-code.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  CompanyRepository,
  Effect.gen(function* () {
    const { companies } = yield* Tables

    const withCode = (code: CompanyCode) => companies.newestFirst().find((company) => company.code === code)
    const isTaken = (code: CompanyCode) => withCode(code) !== undefined

    return CompanyRepository.of({
      add: (details) =>
        Effect.map(Effect.repeat(randomCompanyCode, { while: isTaken }), (code) => {
          const company = { id: CompanyId.make(companies.size + 1), code, ...details }
          companies.put(company.id, company)
          return company
        }),

      save: (company) =>
        Effect.sync(() => {
          const held = companies.get(company.id)
          if (held === undefined) return false
          companies.put(company.id, { ...company, code: held.code })
          return true
        }),

      findByCode: (code) => Effect.sync(() => Option.fromUndefinedOr(withCode(code))),

      find: (id) => Effect.sync(() => Option.fromUndefinedOr(companies.get(id))),

      list: (page) => Effect.sync(() => pageOf(companies.newestFirst(), page)),
    })
  }),
)
