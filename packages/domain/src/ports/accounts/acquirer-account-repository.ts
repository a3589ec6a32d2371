/**
 * Stores the accounts at institutions, with their credentials sealed.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { AccountId, AcquirerAccount } from "../../acquirer-account/acquirer-account.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores accounts: a few for each company, and those that companies share. */
export class AcquirerAccountRepository extends Context.Service<
  AcquirerAccountRepository,
  {
    /** Returns false, and stores nothing, if the owner has an account with this name. */
    readonly add: (account: AcquirerAccount) => Effect.Effect<boolean, StorageUnavailable>
    /** In a unit, other units wait with this account until the unit ends. */
    readonly find: (id: AccountId) => Effect.Effect<Option.Option<AcquirerAccount>, StorageUnavailable>
    /** A company's own accounts, or the shared ones, ordered by name. */
    readonly list: (company: CompanyId | null) => Effect.Effect<ReadonlyArray<AcquirerAccount>, StorageUnavailable>
    /** The owners of at least one account: the shared accounts' null first, then companies by id. */
    readonly owners: Effect.Effect<ReadonlyArray<CompanyId | null>, StorageUnavailable>
    /** Replaces an account that is stored. */
    readonly save: (account: AcquirerAccount) => Effect.Effect<void, StorageUnavailable>
    /** Returns false if there is no such account. */
    readonly remove: (id: AccountId) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/AcquirerAccountRepository") {}
