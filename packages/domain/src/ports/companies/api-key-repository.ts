/**
 * Stores API keys, as hashes.
 *
 * `UnitOfWork` lists the promises of every store.
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

/** A key, with the current state of its company. */
export interface AuthenticatedKey {
  readonly key: ApiKey
  readonly company: Company
}

/** A use of a company's key. */
export interface ApiKeyUse {
  readonly company: CompanyId
  readonly id: ApiKeyId
  readonly at: Instant
}

/** Stores the API keys of companies by their hashes. */
export class ApiKeyRepository extends Context.Service<
  ApiKeyRepository,
  {
    /** Gives the key its id, and returns the stored key. */
    readonly add: (key: Omit<ApiKey, "id">) => Effect.Effect<ApiKey, StorageUnavailable>
    /**
     * A key by its hash, with the current state of its company. None if no key has this hash, or from the commit of its
     * revocation on. An expired key is still found, because the store has no clock.
     */
    readonly authenticate: (hash: ApiKeyHash) => Effect.Effect<Option.Option<AuthenticatedKey>, StorageUnavailable>
    /** A company's keys that are not revoked, newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<ApiKey>, StorageUnavailable>
    /** Returns false if the company has no such key, or revoked it already. */
    readonly revoke: (company: CompanyId, id: ApiKeyId) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Records the last uses of keys, of any company. Ignores a time before the recorded one, and a key that does not
     * exist.
     */
    readonly recordUses: (uses: ReadonlyArray<ApiKeyUse>) => Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/domain/ports/ApiKeyRepository") {}
