/**
 * Makes a company.
 */
import type { Company, CompanyDetails } from "@vintem/domain/company"
import { CompanyRepository, type StorageUnavailable, type Trail, UnitOfWork } from "@vintem/domain/ports"
import { Effect } from "effect"
import { recordInCompany } from "../trail/record-change.ts"
import { companyFields } from "./company-fields.ts"

/** Returns the company with its id. */
export const createCompany = Effect.fn("createCompany")(function* (
  details: CompanyDetails,
): Effect.fn.Return<Company, StorageUnavailable, Trail | CompanyRepository | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const companies = yield* CompanyRepository
  return yield* commit(
    Effect.gen(function* () {
      const company = yield* companies.add(details)
      const after = companyFields(company)
      yield* recordInCompany(company.id, { action: "company.create", subject: company.id, before: null, after })
      return company
    }),
  )
})
