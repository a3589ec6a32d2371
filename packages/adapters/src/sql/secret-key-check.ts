/**
 * How a database knows the secret key it was begun with: it keeps a value made under that key, and nothing the key could be had from.
 */
import { Effect, Option } from "effect"
import { isCheckValueOf, newCheckValue, type SecretKey } from "../node/secret-key.ts"
import { Settings } from "./engine/settings.ts"

/** The setting that holds the value. */
export const secretKeyCheck = "secret_key_check"

/** Whether the database was begun with a secret key: with any other nothing may be written to it. */
export const hasSecretKey = Effect.gen(function* () {
  const settings = yield* Settings
  return Option.isSome(yield* settings.find(secretKeyCheck))
})

/**
 * Begins a database with a key, or compares the key with the one it was begun with. Of two processes that begin it at once with different
 * keys, one gets the error that its key is another.
 *
 * @returns whether the key is the database's
 */
export const agreeOnSecretKey = Effect.fnUntraced(function* (key: SecretKey) {
  const settings = yield* Settings
  const kept = yield* settings.find(secretKeyCheck)
  if (Option.isSome(kept)) return isCheckValueOf(key, kept.value)
  const fresh = yield* Effect.sync(() => newCheckValue(key))
  return isCheckValueOf(key, yield* settings.keep(secretKeyCheck, fresh))
})
