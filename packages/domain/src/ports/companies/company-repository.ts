/**
 * Stores companies.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Company, CompanyDetails } from "../../company/company.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { CompanyCode } from "../../identifiers/company-code.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Keeps companies, and gives each its number. */
export class CompanyRepository extends Context.Service<
  CompanyRepository,
  {
    /** Gives the company its id and a random code that no other company has, and gives back the company as it is kept. */
    readonly add: (details: CompanyDetails) => Effect.Effect<Company, StorageUnavailable>
    /** Replaces what is known of a company, which keeps its code and its place in the list; false, and nothing is written, if there is none such. */
    readonly save: (company: Company) => Effect.Effect<boolean, StorageUnavailable>
    /** The company that a name leads to: `companyCodeOf` reads its code. None if no company has it. */
    readonly findByCode: (code: CompanyCode) => Effect.Effect<Option.Option<Company>, StorageUnavailable>
    /** None if there is none such. */
    readonly find: (id: CompanyId) => Effect.Effect<Option.Option<Company>, StorageUnavailable>
    /** Newest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<Company>, StorageUnavailable>
  }
>()("@vintem/domain/ports/CompanyRepository") {}
