/**
 * Stores what the columns of each company's sheets hold.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SheetMappings } from "../../batch/sheet-mapping.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores the mappings that people chose for the columns of their sheets: a few for each company. */
export class SheetMappingRepository extends Context.Service<
  SheetMappingRepository,
  {
    /** The latest first. Empty if the company has none. */
    readonly find: (company: CompanyId) => Effect.Effect<SheetMappings, StorageUnavailable>
    /** Replaces all mappings of the company. */
    readonly put: (company: CompanyId, mappings: SheetMappings) => Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/domain/ports/SheetMappingRepository") {}
