/**
 * Stores each user's roles.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Grant, Realm } from "../../access/grant.ts"
import type { Member, UserId } from "../../access/user.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** How many roles of one user are read, oldest first. No real user works for more companies. */
export const grantsReadMax = 1_000

/** Keeps who may do what at which company. */
export class MembershipRepository extends Context.Service<
  MembershipRepository,
  {
    /** Everything that a user has, the oldest first and at most `grantsReadMax`. Nothing if there is no such user. */
    readonly grantsOf: (user: UserId) => Effect.Effect<ReadonlyArray<Grant>, StorageUnavailable>
    /**
     * How many owners a company has, or operators the platform. Units that ask this of the same realm run one after the other, so that a unit
     * may remove an owner after it has counted the others.
     */
    readonly heads: (realm: Realm) => Effect.Effect<number, StorageUnavailable>
    /** Gives a user a role in a realm, in place of the one they have there, which keeps its place in the list and its `since`. */
    readonly put: (user: UserId, grant: Grant, since: Instant) => Effect.Effect<void, StorageUnavailable>
    /** False if the user has no role there. */
    readonly remove: (user: UserId, realm: Realm) => Effect.Effect<boolean, StorageUnavailable>
    /** Who has a role in a realm, the one who came last first. Roles of the platform are listed there, not in every company. */
    readonly list: (realm: Realm, page: PageRequest) => Effect.Effect<Page<Member>, StorageUnavailable>
  }
>()("@vintem/domain/ports/MembershipRepository") {}
