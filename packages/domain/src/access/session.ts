/**
 * A session: a user is signed in at one browser. It ends if the user signs out, if it is unused for too long, or after
 * a fixed time.
 *
 * The browser has a token, the store its hash. The token changes from time to time, so a stolen one soon stops working.
 * The previous token is accepted a little longer, for requests that were on their way.
 */
import * as Schema from "effect/Schema"
import { Instant, instant } from "../calendar/instant.ts"
import { TokenHash } from "./token-hash.ts"
import { UserId } from "./user.ts"

/** Numbered from 1 across all sessions. */
export const SessionId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** Where the user signed in from, so that they recognise the session. */
export const SessionOrigin = Schema.Struct({
  /** The IP address. Null if it is not known. */
  address: Schema.NullOr(Schema.String.check(Schema.isMaxLength(64))),
  /** The browser's user agent, at most 200 characters. Empty if it sends none. */
  agent: Schema.String.check(Schema.isMaxLength(200)),
})
export type SessionOrigin = typeof SessionOrigin.Type

export const Session = Schema.Struct({
  id: SessionId,
  user: UserId,
  hash: TokenHash,
  /** The previous token, accepted until an instant. Null if there is none. */
  previous: Schema.NullOr(Schema.Struct({ hash: TokenHash, until: Instant })),
  origin: SessionOrigin,
  createdAt: Instant,
  /** Accurate to the minute. */
  seenAt: Instant,
  rotatedAt: Instant,
  /** When the user last entered their password in the session, apart from signing in. Null if never. */
  provedAt: Schema.NullOr(Instant),
  /** The session ends at this instant. Moves with `seenAt`. */
  expiresAt: Instant,
})
export type Session = typeof Session.Type

/** All milliseconds. */
export const sessionPolicy = {
  /** An unused session ends after 12 hours. */
  idle: 43_200_000,
  /** Every session ends after 7 days. */
  absolute: 604_800_000,
  /** A token changes after an hour. */
  rotate: 3_600_000,
  /** The previous token is accepted for a minute. */
  grace: 60_000,
  /** `seenAt` is accurate to a minute, so that not every request writes. */
  seen: 60_000,
  /** An entered password counts for five minutes. */
  proof: 300_000,
} as const

/** When a session ends, given when it began and was last seen. */
export const sessionExpiry = (createdAt: Instant, seenAt: Instant): Instant =>
  instant(Math.min(createdAt + sessionPolicy.absolute, seenAt + sessionPolicy.idle))

/** A session at its beginning. */
export const newSession = (
  user: UserId,
  hash: TokenHash,
  origin: SessionOrigin,
  now: Instant,
): Omit<Session, "id"> => ({
  user,
  hash,
  previous: null,
  origin,
  createdAt: now,
  seenAt: now,
  rotatedAt: now,
  provedAt: null,
  expiresAt: sessionExpiry(now, now),
})

/** True if this token belongs to the session at an instant. */
export const isTokenOf = (session: Session, hash: TokenHash, now: Instant): boolean => {
  if (now >= session.expiresAt) return false
  if (hash === session.hash) return true
  return session.previous !== null && hash === session.previous.hash && now < session.previous.until
}

/**
 * True if the user entered their password recently. Signing in with it is not enough: somebody else may have taken over
 * the session since.
 */
export const isProved = ({ provedAt }: Session, now: Instant): boolean =>
  provedAt !== null && now - provedAt < sessionPolicy.proof

/** True if `seenAt` is old enough to write again. */
export const isSeenAnew = ({ seenAt }: Session, now: Instant): boolean => now - seenAt >= sessionPolicy.seen

/**
 * True if the browser gets another token. A browser that sends the previous token is about to receive the current one.
 */
export const isRotationDue = ({ hash, rotatedAt }: Session, used: TokenHash, now: Instant): boolean =>
  used === hash && now - rotatedAt >= sessionPolicy.rotate
