/**
 * Finds out for which company a caller speaks, and with which key.
 */
import { isExpired } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { ApiKeyRepository, type AuthenticatedKey, Secrets, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted } from "effect"
import { ApiKeyUses } from "./api-key-uses.ts"

/**
 * Makes the function that finds the company of a key, once for all requests. Keys are found by their hash, so that no comparison of key
 * texts can be timed. None for an unknown, revoked or expired key.
 */
export const authenticator: Effect.Effect<
  (key: Redacted.Redacted<string>) => Effect.Effect<Option.Option<AuthenticatedKey>, StorageUnavailable>,
  never,
  ApiKeyRepository | ApiKeyUses | Secrets
> = Effect.gen(function* () {
  const { authenticate } = yield* ApiKeyRepository
  const { hashApiKey } = yield* Secrets
  const { note } = yield* ApiKeyUses
  return (key: Redacted.Redacted<string>) =>
    Effect.flatMap(authenticate(hashApiKey(key)), (found) => {
      if (Option.isNone(found)) return Effect.succeedNone
      return Effect.map(Clock.currentTimeMillis, (millis) => {
        const now = instant(millis)
        // A key that the store keeps in mind expires without anything being written: only the clock knows.
        if (isExpired(found.value.key, now)) return Option.none<typeof found.value>()
        note({ company: found.value.company.id, id: found.value.key.id, at: now })
        return found
      })
    })
})

/** Authenticates a key, asking the store once. */
export const authenticate = (
  key: Redacted.Redacted<string>,
): Effect.Effect<Option.Option<AuthenticatedKey>, StorageUnavailable, ApiKeyRepository | ApiKeyUses | Secrets> =>
  Effect.flatMap(authenticator, (ask) => ask(key))
