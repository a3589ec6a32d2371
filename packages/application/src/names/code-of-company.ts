/** The code at the beginning of a company's identifiers. */
import type { CompanyCode, CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** A missing company is a defect. */
export const codeOfCompany = Effect.fnUntraced(function* (
  company: CompanyId,
): Effect.fn.Return<CompanyCode, StorageUnavailable, CompanyRepository> {
  const { find } = yield* CompanyRepository
  const found = yield* find(company)
  return Option.isNone(found) ? yield* Effect.die(new Error(`Company ${company} is not stored.`)) : found.value.code
})
