/**
 * The company of an identifier. An order's number or key, an attempt's key and a link's slug may come from a caller who
 * names no company.
 */
import type { Company } from "@vintem/domain/company"
import { companyCodeOf } from "@vintem/domain/identifiers"
import { CompanyRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** None if no company has the code at the beginning. */
export const companyOfName = Effect.fnUntraced(function* (
  name: string,
): Effect.fn.Return<Option.Option<Company>, StorageUnavailable, CompanyRepository> {
  const { findByCode } = yield* CompanyRepository
  const code = companyCodeOf(name)
  return Option.isNone(code) ? Option.none() : yield* findByCode(code.value)
})
