/**
 * Finds out for which company a caller speaks.
 */
import { ApiKeyRepository, Secrets } from "@vintem/domain"
import { Effect, type Redacted } from "effect"

/** Keys are found by their hash, so that no comparison of key texts can be timed. None for an unknown or revoked key. */
export const authenticate = Effect.fnUntraced(function* (key: Redacted.Redacted<string>) {
  const apiKeys = yield* ApiKeyRepository
  const secrets = yield* Secrets
  return yield* apiKeys.authenticate(secrets.hashApiKey(key))
})
