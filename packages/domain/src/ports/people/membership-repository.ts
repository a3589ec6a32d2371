/**
 * Stores each user's roles.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Grant, Realm } from "../../access/grant.ts"
import type { Member, UserId } from "../../access/user.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** The most roles of one user that are read, oldest first. No real user works for more companies. */
export const grantsReadMax = 1_000

/** Stores the role of each user in each company. */
export class MembershipRepository extends Context.Service<
  MembershipRepository,
  {
    /** All roles of a user, the oldest first and at most `grantsReadMax`. Empty if there is no such user. */
    readonly grantsOf: (user: UserId) => Effect.Effect<ReadonlyArray<Grant>, StorageUnavailable>
    /**
     * How many owners a company has, or operators the platform. Units that call this for one realm run one after the
     * other, so that a unit may remove an owner after it counted the others.
     */
    readonly heads: (realm: Realm) => Effect.Effect<number, StorageUnavailable>
    /**
     * Gives a user a role in a realm. If they have one there, it is replaced, and keeps its place in the list and its
     * `since`.
     */
    readonly put: (user: UserId, grant: Grant, since: Instant) => Effect.Effect<void, StorageUnavailable>
    /** Returns false if the user has no role there. */
    readonly remove: (user: UserId, realm: Realm) => Effect.Effect<boolean, StorageUnavailable>
    /** The members of a realm, latest first. Members of the platform are listed there, not in every company. */
    readonly list: (realm: Realm, page: PageRequest) => Effect.Effect<Page<Member>, StorageUnavailable>
  }
>()("@vintem/domain/ports/MembershipRepository") {}
