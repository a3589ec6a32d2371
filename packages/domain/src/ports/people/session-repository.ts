/**
 * Stores sessions, by the hashes of their tokens.
 *
 * What every store promises is said at `UnitOfWork`.
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

/** Another token for a session. */
export interface SessionRotation {
  readonly id: SessionId
  /** The token it has. */
  readonly from: TokenHash
  readonly to: TokenHash
  readonly at: Instant
  /** Until when the token it had is taken. */
  readonly graceUntil: Instant
}

/** Keeps sessions, until they end or are ended. */
export class SessionRepository extends Context.Service<
  SessionRepository,
  {
    /** Gives the session its id. */
    readonly add: (session: Omit<Session, "id">) => Effect.Effect<Session, StorageUnavailable>
    /** The session that has this token, or had it before its present one. Whether it still counts is said by `isTokenOf`. */
    readonly find: (hash: TokenHash) => Effect.Effect<Option.Option<Session>, StorageUnavailable>
    /** Writes down when a session was seen and until when it lives. Nothing happens if it has ended, or was seen later than that. */
    readonly touch: (id: SessionId, seenAt: Instant, expiresAt: Instant) => Effect.Effect<void, StorageUnavailable>
    /** Writes down that the user has given their password. Nothing happens if the session has ended. */
    readonly prove: (id: SessionId, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** False, and nothing is written, if the session has ended or has not the token `from` any more: of many at once one is told true. */
    readonly rotate: (rotation: SessionRotation) => Effect.Effect<boolean, StorageUnavailable>
    /** A user's sessions that have not expired at `now`, newest first. */
    readonly list: (user: UserId, now: Instant, page: PageRequest) => Effect.Effect<Page<Session>, StorageUnavailable>
    /** False if the user has no such session. */
    readonly end: (user: UserId, id: SessionId) => Effect.Effect<boolean, StorageUnavailable>
    /** Ends all sessions of a user but one; all of them if `kept` is null. @returns how many that were */
    readonly endAll: (user: UserId, kept: SessionId | null) => Effect.Effect<number, StorageUnavailable>
    /** Forgets sessions that expired before an instant, at most so many. @returns how many it has forgotten */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/SessionRepository") {}
