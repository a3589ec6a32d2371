/** Seals the secrets of authenticators again after the service's secret key was changed. */
import type { UserId } from "@vintem/domain/access"
import { AccessSecrets, type StorageUnavailable, UnitOfWork, UserRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** The result of one batch. */
export interface ResealedBatch {
  /** The last user read, for the next batch. Null at the end. */
  readonly last: UserId | null
  readonly resealed: number
  /** Already under the current key. */
  readonly current: number
  /** No key of the service opens their secret. It is kept unchanged. */
  readonly unopened: ReadonlyArray<UserId>
}

/** Users in one commit, so that other writers wait a few milliseconds at most. */
const batchSize = 50

/**
 * Seals one batch again, as one commit. Takes the id of the previous batch's last user; 0 at the beginning. May run
 * while the service runs, and repeatedly: secrets under the current key are kept.
 */
export const resealSecondFactors = Effect.fn("resealSecondFactors")(function* (
  after: number,
): Effect.fn.Return<ResealedBatch, StorageUnavailable, AccessSecrets | UnitOfWork | UserRepository> {
  const { commit } = yield* UnitOfWork
  const users = yield* UserRepository
  const ids = yield* users.withSecondFactor(after, batchSize)
  const outcomes = yield* commit(Effect.forEach(ids, (id) => Effect.map(resealOne(id), (outcome) => ({ id, outcome }))))
  const count = (wanted: Outcome) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    last: ids.at(-1) ?? null,
    resealed: count("resealed"),
    current: count("current"),
    unopened: outcomes.flatMap(({ id, outcome }) => (outcome === "unopened" ? [id] : [])),
  }
})

/** `none`: the factor was turned off meanwhile. */
type Outcome = "resealed" | "current" | "unopened" | "none"

const resealOne = Effect.fnUntraced(function* (id: UserId) {
  const users = yield* UserRepository
  const { resealTotp } = yield* AccessSecrets
  const credentials = Option.getOrNull(yield* users.credentials(id))
  if (credentials === null || credentials.secondFactor === null) return "none"
  const { secret } = credentials.secondFactor
  const sealed = Option.getOrNull(resealTotp(id, secret))
  if (sealed === null) return "unopened"
  if (sealed === secret) return "current"
  yield* users.saveCredentials(id, { ...credentials, secondFactor: { ...credentials.secondFactor, secret: sealed } })
  return "resealed"
}) satisfies (id: UserId) => Effect.Effect<Outcome, unknown, unknown>
