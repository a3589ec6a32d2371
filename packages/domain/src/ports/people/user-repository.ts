/**
 * Stores users and, separately, their credentials.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Credentials, User, UserDetails, UserId } from "../../access/user.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores users, one for each e-mail address, and their credentials. */
export class UserRepository extends Context.Service<
  UserRepository,
  {
    /**
     * Gives the user their id, and no credentials. Returns none and writes nothing if another user has the address,
     * however it is spelled (`emailKey`). Of several concurrent calls for one address, one succeeds.
     */
    readonly add: (details: UserDetails) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** None if there is no such user. */
    readonly find: (id: UserId) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** Finds a user by their address, however it is spelled. */
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<User>, StorageUnavailable>
    /** Newest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<User>, StorageUnavailable>
    /** A user's credentials. None if there is no such user. */
    readonly credentials: (id: UserId) => Effect.Effect<Option.Option<Credentials>, StorageUnavailable>
    /**
     * Replaces a user's credentials. If several units read and then replace them, each sees what the previous one
     * wrote. A unit that saves them unchanged makes sure that no other unit changes them meanwhile. Returns false and
     * writes nothing if there is no such user.
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
