/**
 * Stores users and, apart from them, their credentials.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Credentials, User, UserDetails, UserId } from "../../access/user.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Keeps users, one per e-mail address, and their credentials. */
export class UserRepository extends Context.Service<
  UserRepository,
  {
    /**
     * Gives the user their id, and no credentials. None, and nothing is written, if another has the address, however it is spelled
     * (`emailKey`). However many ask at once for one address, one gets it.
     */
    readonly add: (details: UserDetails) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** None if there is no such user. */
    readonly find: (id: UserId) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** By their address, however it is spelled. */
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** Newest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<User>, StorageUnavailable>
    /** What a user signs in with; none if there is no such user. */
    readonly credentials: (id: UserId) => Effect.Effect<Option.Option<Credentials>, StorageUnavailable>
    /**
     * Replaces what a user signs in with. Of units that read it and then replace it, each sees what the one before wrote: a unit that saves
     * it unchanged makes sure that no other unit changes it meanwhile. False, and nothing is written, if there is no such user.
     */
    readonly saveCredentials: (id: UserId, credentials: Credentials) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Users with a second factor, in the order of their ids, at most `limit`.
     *
     * @param after - id of the last one read; 0 at the beginning
     */
    readonly withSecondFactor: (
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
  }
>()("@vintem/domain/ports/UserRepository") {}
