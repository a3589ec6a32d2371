/** The company in an administration path. */
import { companyIdFromPath, NotFound } from "@vintem/contract"
import type { Company } from "@vintem/domain/company"
import { CompanyRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { CompanyCaller } from "../company/company-caller.ts"
import { operatorScope } from "../edge/keys/keyed.ts"

/** The path's first parameter, unparsed. */
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

/** An operator who works on the path's company. */
export const operatorAt = (params: OfCompany) =>
  Effect.map(companyOf(params), (company): CompanyCaller => ({ company, keyScope: operatorScope(company.id) }))
