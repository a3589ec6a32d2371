/**
 * How a database recognizes its secret keys: it stores a value made under the key of its data, and during a change of
 * the key also one made under the new key. Neither reveals anything of a key.
 */
import { Effect, Option } from "effect"
import { everyKey, isCheckValueOf, newCheckValue, type SecretKeys } from "../node/secret-key.ts"
import { Settings } from "./engine/settings.ts"

/** The setting with the value of the data's key. */
export const secretKeyCheck = "secret_key_check"

/** The setting with the value of the new key: data may be under either key until all of it is resealed. */
const followingKeyCheck = "secret_key_check_following"

/** Whether the database has a secret key: nothing may be written to it with another one. */
export const hasSecretKey = Effect.gen(function* () {
  const settings = yield* Settings
  return Option.isSome(yield* settings.find(secretKeyCheck))
})

/**
 * Whether these keys are the database's. `other`: they lack the key of the data. `following`: they lack the new key of
 * a change that has begun. `unfinished`: they have both keys of an unfinished change, but the current one is a third.
 */
type SecretKeyAgreement = "agreed" | "other" | "following" | "unfinished"

/**
 * Begins a database with the current key, or compares the keys with those that it knows. If the current key is new to
 * it, a change to that key begins. If two processes begin a database, or a change, at once with different keys, one of
 * them is refused.
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
