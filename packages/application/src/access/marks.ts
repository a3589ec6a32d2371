/** Marks of browsers: finds a user's mark among a visitor's, and makes new ones. */
import { type Credentials, type DeviceMark, isMarkOf, noCredentials, type User, UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, type StorageUnavailable, UserRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted } from "effect"
import type { Visitor } from "./visitor.ts"

/** An account that a visitor tries to enter. */
interface SoughtAccount {
  /** Null if there is none: then there are no credentials, and no mark. */
  readonly user: User | null
  readonly credentials: Credentials
  readonly mark: DeviceMark | null
}

/** The account of an address, and the visitor's mark of it. The lookup takes as long if there is no account. */
export const soughtAccount = Effect.fnUntraced(function* (
  email: string,
  visitor: Visitor,
): Effect.fn.Return<SoughtAccount, StorageUnavailable, AccessSecrets | UserRepository> {
  const users = yield* UserRepository
  const user = Option.getOrNull(yield* users.findByEmail(email))
  const id = user?.id ?? nobody
  const credentials = Option.getOrElse(yield* users.credentials(id), () => noCredentials)
  return { user, credentials, mark: yield* markOf(visitor, id, credentials) }
})

/** This user has no credentials. */
const nobody = UserId.make(Number.MAX_SAFE_INTEGER)

/** Null if the visitor has no valid one. */
export const markOf = Effect.fnUntraced(function* (
  { marks }: Visitor,
  user: UserId,
  { generation }: Credentials,
): Effect.fn.Return<DeviceMark | null, never, AccessSecrets> {
  const { openedMark } = yield* AccessSecrets
  const now = instant(yield* Clock.currentTimeMillis)
  const opened = marks.flatMap((mark) => Option.toArray(openedMark(mark)))
  return opened.find((mark) => isMarkOf(mark, { user, generation }, now)) ?? null
})

/**
 * Makes a mark for the browser of a user who has just identified themselves.
 *
 * @param before - the browser's current mark, whose guess counter is kept
 */
export const newMark = Effect.fnUntraced(function* (
  user: UserId,
  { generation }: Credentials,
  before: DeviceMark | null,
): Effect.fn.Return<Redacted.Redacted<string>, never, AccessSecrets> {
  const { newDeviceSlot, sealedMark } = yield* AccessSecrets
  const slot = before?.slot ?? (yield* newDeviceSlot)
  return sealedMark({ user, generation, slot, markedAt: instant(yield* Clock.currentTimeMillis) })
})
