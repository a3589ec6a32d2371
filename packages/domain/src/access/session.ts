/**
 * A session: a user is signed in at one browser, until they sign out, do not use it for too long, or have been signed in for too long.
 *
 * The browser has a token, the store its hash. The token changes from time to time: a stolen one is soon worth nothing, and the one before
 * is taken a little longer, for requests that were on their way.
 */
import * as Schema from "effect/Schema"
import { Instant, instant } from "../calendar/instant.ts"
import { TokenHash } from "./token-hash.ts"
import { UserId } from "./user.ts"

/** Counted from 1 over all sessions. */
export const SessionId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** From where the user signed in, for them to recognise. */
export const SessionOrigin = Schema.Struct({
  /** The address; null if it is not known. */
  address: Schema.NullOr(Schema.String.check(Schema.isMaxLength(64))),
  /** What the browser calls itself, at most 200 characters; empty if it says nothing. */
  agent: Schema.String.check(Schema.isMaxLength(200)),
})
export type SessionOrigin = typeof SessionOrigin.Type

export const Session = Schema.Struct({
  id: SessionId,
  user: UserId,
  hash: TokenHash,
  /** The token before, taken until an instant; null if there is none. */
  previous: Schema.NullOr(Schema.Struct({ hash: TokenHash, until: Instant })),
  origin: SessionOrigin,
  createdAt: Instant,
  /** To the minute. */
  seenAt: Instant,
  rotatedAt: Instant,
  /** When the user last gave their password in the session, besides signing in; null if never. */
  provedAt: Schema.NullOr(Instant),
  /** From this instant on it is none any more. Moves with `seenAt`. */
  expiresAt: Instant,
})
export type Session = typeof Session.Type

/** All milliseconds. */
export const sessionPolicy = {
  /** How long an unused session lives: 12 hours. */
  idle: 43_200_000,
  /** How long a session lives, however it is used: 7 days. */
  absolute: 604_800_000,
  /** How old a token becomes: an hour. */
  rotate: 3_600_000,
  /** How long the token before is taken: a minute. */
  grace: 60_000,
  /** How exactly `seenAt` is kept: a minute, so that not every request writes. */
  seen: 60_000,
  /** How long a password that was given counts for what asks for it: five minutes. */
  proof: 300_000,
} as const

/** When a session ends that was begun at one instant and seen at another. */
export const sessionExpiry = (createdAt: Instant, seenAt: Instant): Instant =>
  instant(Math.min(createdAt + sessionPolicy.absolute, seenAt + sessionPolicy.idle))

/** A session as it begins. */
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

/** Whether this token speaks for the session at an instant. */
export const isTokenOf = (session: Session, hash: TokenHash, now: Instant): boolean => {
  if (now >= session.expiresAt) return false
  if (hash === session.hash) return true
  return session.previous !== null && hash === session.previous.hash && now < session.previous.until
}

/** Whether the user has given their password lately. To have signed in with it is not enough: the session may be somebody else's by now. */
export const isProved = ({ provedAt }: Session, now: Instant): boolean =>
  provedAt !== null && now - provedAt < sessionPolicy.proof

/** Whether a request is worth writing down. */
export const isSeenAnew = ({ seenAt }: Session, now: Instant): boolean => now - seenAt >= sessionPolicy.seen

/** Whether the browser gets another token. A browser that comes with the previous token has one on its way. */
export const isRotationDue = ({ hash, rotatedAt }: Session, used: TokenHash, now: Instant): boolean =>
  used === hash && now - rotatedAt >= sessionPolicy.rotate
