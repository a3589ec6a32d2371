/** Finds the company and the key of a caller. */
import { isExpired } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { ApiKeyRepository, type AuthenticatedKey, Secrets, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted } from "effect"
import { ApiKeyUses } from "./api-key-uses.ts"

/**
 * Makes the function that finds the company of a key, once for all requests. It finds keys by their hash, so that
 * nobody can time a comparison of key texts. None for an unknown, revoked or expired key.
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
        // A cached key expires without a write: only the clock shows it.
        if (isExpired(found.value.key, now)) return Option.none<typeof found.value>()
        note({ company: found.value.company.id, id: found.value.key.id, at: now })
        return found
      })
    })
})

/** Authenticates a key with one call of the store. */
export const authenticate = (
  key: Redacted.Redacted<string>,
): Effect.Effect<Option.Option<AuthenticatedKey>, StorageUnavailable, ApiKeyRepository | ApiKeyUses | Secrets> =>
  Effect.flatMap(authenticator, (ask) => ask(key))
