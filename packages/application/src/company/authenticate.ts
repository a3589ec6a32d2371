/**
 * Finds out for which company a caller speaks.
 */
import { ApiKeyRepository, Secrets } from "@vintem/domain"
import { Effect, type Redacted } from "effect"

/**
 * Gives the question whose key this is, for whoever asks it with every request. Keys are found by their hash, so that no comparison of
 * key texts can be timed. None for an unknown or revoked key.
 */
export const authenticator = Effect.gen(function* () {
  const { authenticate } = yield* ApiKeyRepository
  const { hashApiKey } = yield* Secrets
  return (key: Redacted.Redacted<string>) => authenticate(hashApiKey(key))
})

/** The same, asked once. */
export const authenticate = (key: Redacted.Redacted<string>) => Effect.flatMap(authenticator, (ask) => ask(key))
