/**
 * Stores API keys, as hashes.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ApiKey, ApiKeyHash, ApiKeyId } from "../../access/api-key.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { Company } from "../../company/company.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A key, with the company it speaks for as that is now. */
export interface AuthenticatedKey {
  readonly key: ApiKey
  readonly company: Company
}

/** When a key of a company was used. */
export interface ApiKeyUse {
  readonly company: CompanyId
  readonly id: ApiKeyId
  readonly at: Instant
}

/** Keeps the API keys of companies, by their hashes. */
export class ApiKeyRepository extends Context.Service<
  ApiKeyRepository,
  {
    /** Gives the key its id, and gives back the key as it is kept. */
    readonly add: (key: Omit<ApiKey, "id">) => Effect.Effect<ApiKey, StorageUnavailable>
    /**
     * A key by its hash, with the company it speaks for as that is now. None if no key has this hash, and none once the key is
     * revoked, from the moment the revocation is committed. A key that has expired is found: by which clock it has, the store does not know.
     */
    readonly authenticate: (hash: ApiKeyHash) => Effect.Effect<Option.Option<AuthenticatedKey>, StorageUnavailable>
    /** A company's keys that are not revoked, newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<ApiKey>, StorageUnavailable>
    /** False if the company has no such key, or has it no longer. */
    readonly revoke: (company: CompanyId, id: ApiKeyId) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Notes when keys were used last, of any company. A time before the one that is noted changes nothing, nor does a key that is not
     * there.
     */
    readonly recordUses: (uses: ReadonlyArray<ApiKeyUse>) => Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/domain/ports/ApiKeyRepository") {}
