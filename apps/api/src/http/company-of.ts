/**
 * The company an administration path is about.
 */
import { companyIdFromPath, NotFound } from "@vintem/contract"
import { type Company, CompanyRepository, type StorageUnavailable } from "@vintem/domain"
import { Effect, Option } from "effect"

/** The path's first parameter, as it was sent. */
export interface OfCompany {
  readonly company: string
}

export const companyOf = Effect.fnUntraced(function* (
  params: OfCompany,
): Effect.fn.Return<Company, NotFound | StorageUnavailable, CompanyRepository> {
  const { find } = yield* CompanyRepository
  const id = companyIdFromPath(params.company)
  const company = Option.isSome(id) ? yield* find(id.value) : Option.none()
  return Option.isSome(company) ? company.value : yield* new NotFound()
})
