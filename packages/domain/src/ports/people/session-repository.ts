/**
 * Stores sessions, by the hashes of their tokens.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Session, SessionId } from "../../access/session.ts"
import type { TokenHash } from "../../access/token-hash.ts"
import type { UserId } from "../../access/user.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A change of a session's token. */
export interface SessionRotation {
  readonly id: SessionId
  /** The current token. */
  readonly from: TokenHash
  readonly to: TokenHash
  readonly at: Instant
  /** The replaced token is accepted until this instant. */
  readonly graceUntil: Instant
}

/** Stores sessions until they end or are ended. */
export class SessionRepository extends Context.Service<
  SessionRepository,
  {
    /** Gives the session its id. */
    readonly add: (session: Omit<Session, "id">) => Effect.Effect<Session, StorageUnavailable>
    /** The session with this token, current or previous. `isTokenOf` decides if it still counts. */
    readonly find: (hash: TokenHash) => Effect.Effect<Option.Option<Session>, StorageUnavailable>
    /**
     * Records when a session was last seen and until when it lives. Does nothing if it has ended, or was seen later.
     */
    readonly touch: (id: SessionId, seenAt: Instant, expiresAt: Instant) => Effect.Effect<void, StorageUnavailable>
    /** Records that the user entered their password. Does nothing if the session has ended. */
    readonly prove: (id: SessionId, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * Returns false and writes nothing if the session has ended, or no longer has the token `from`. Of several
     * concurrent calls, one returns true.
     */
    readonly rotate: (rotation: SessionRotation) => Effect.Effect<boolean, StorageUnavailable>
    /** A user's sessions that have not expired at `now`, newest first. */
    readonly list: (user: UserId, now: Instant, page: PageRequest) => Effect.Effect<Page<Session>, StorageUnavailable>
    /** Returns false if the user has no such session. */
    readonly end: (user: UserId, id: SessionId) => Effect.Effect<boolean, StorageUnavailable>
    /** Ends all sessions of a user except `kept`; all of them if it is null. @returns how many */
    readonly endAll: (user: UserId, kept: SessionId | null) => Effect.Effect<number, StorageUnavailable>
    /** Forgets sessions that expired before an instant, at most `limit`. @returns how many */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/SessionRepository") {}
