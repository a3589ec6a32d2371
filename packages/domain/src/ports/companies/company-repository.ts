/**
 * Stores companies.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Company, CompanyDetails } from "../../company/company.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { CompanyCode } from "../../identifiers/company-code.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores companies, and gives each its number. */
export class CompanyRepository extends Context.Service<
  CompanyRepository,
  {
    /** Gives the company its id and a random code that no other company has, and returns the stored company. */
    readonly add: (details: CompanyDetails) => Effect.Effect<Company, StorageUnavailable>
    /**
     * Replaces a company's details. It keeps its code and its place in the list. Returns false and writes nothing if
     * there is no such company.
     */
    readonly save: (company: Company) => Effect.Effect<boolean, StorageUnavailable>
    /** Finds the company of a name by the code that `companyCodeOf` reads from it. None if no company has that code. */
    readonly findByCode: (code: CompanyCode) => Effect.Effect<Option.Option<Company>, StorageUnavailable>
    /** None if there is no such company. */
    readonly find: (id: CompanyId) => Effect.Effect<Option.Option<Company>, StorageUnavailable>
    /** Newest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<Company>, StorageUnavailable>
  }
>()("@vintem/domain/ports/CompanyRepository") {}
