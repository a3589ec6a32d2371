/**
 * How a database knows its secret keys: it keeps a value made under the key that its data is under, and while that key is being changed one
 * under the key that follows. Neither reveals anything of a key.
 */
import { Effect, Option } from "effect"
import { everyKey, isCheckValueOf, newCheckValue, type SecretKeys } from "../node/secret-key.ts"
import { Settings } from "./engine/settings.ts"

/** The setting that holds the value of the key that the data is under. */
export const secretKeyCheck = "secret_key_check"

/** The setting that holds the value of the key that follows: data may be under either until all of it was sealed anew. */
const followingKeyCheck = "secret_key_check_following"

/** Whether the database was begun with a secret key: with any other nothing may be written to it. */
export const hasSecretKey = Effect.gen(function* () {
  const settings = yield* Settings
  return Option.isSome(yield* settings.find(secretKeyCheck))
})

/**
 * Whether these keys are the database's. `other`: its data is under a key that is none of them. `following`: a change was begun to a key
 * that is none of them. `unfinished`: they have both keys of a change that is not finished, and a third is the current one.
 */
type SecretKeyAgreement = "agreed" | "other" | "following" | "unfinished"

/**
 * Begins a database with the current key, or compares the keys with those that it knows. A current key that is new to it becomes the one
 * that follows. If two processes begin a database, or a change, at once with different keys, one of them does not agree.
 */
export const agreeOnSecretKeys = Effect.fnUntraced(function* (keys: SecretKeys) {
  const settings = yield* Settings
  const { current } = keys
  const isOfAny = (kept: string): boolean => everyKey(keys).some((key) => isCheckValueOf(key, kept))
  const fresh = yield* Effect.sync(() => newCheckValue(current))
  const found = yield* settings.find(secretKeyCheck)
  const check = Option.isSome(found) ? found.value : yield* settings.keep(secretKeyCheck, fresh)
  if (!isOfAny(check)) return "other"
  const begun = yield* settings.find(followingKeyCheck)
  const isCurrent = isCheckValueOf(current, check)
  if (Option.isNone(begun) && isCurrent) return "agreed"
  const following = Option.isSome(begun) ? begun.value : yield* settings.keep(followingKeyCheck, fresh)
  if (!isOfAny(following)) return "following"
  return isCurrent || isCheckValueOf(current, following) ? "agreed" : "unfinished"
}) satisfies (keys: SecretKeys) => Effect.Effect<SecretKeyAgreement, unknown, unknown>

/** Ends a change, once everything is sealed under the current key: no other key is needed to open anything. */
export const settleSecretKey = Effect.fnUntraced(function* ({ current }: SecretKeys) {
  const settings = yield* Settings
  const check = yield* settings.find(secretKeyCheck)
  if (Option.isNone(check) || !isCheckValueOf(current, check.value)) {
    const fresh = yield* Effect.sync(() => newCheckValue(current))
    yield* settings.replace(secretKeyCheck, fresh)
  }
  yield* settings.remove(followingKeyCheck)
})
