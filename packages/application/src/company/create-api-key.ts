/**
 * Makes an API key for a company. The key itself is in the answer and nowhere else.
 */
import { ApiKeyRepository, type CompanyId, CompanyRepository, instant, Secrets } from "@vintem/domain"
import { Clock, Effect, Option, Redacted } from "effect"

/** @returns none where there is no such company */
export const createApiKey = Effect.fn("createApiKey")(function* (company: CompanyId, name: string) {
  const companies = yield* CompanyRepository
  const apiKeys = yield* ApiKeyRepository
  const secrets = yield* Secrets
  if (Option.isNone(yield* companies.find(company))) return Option.none()
  const key = yield* secrets.newApiKey
  const createdAt = instant(yield* Clock.currentTimeMillis)
  const stored = yield* apiKeys.add({
    company,
    name,
    hash: secrets.hashApiKey(key),
    lastDigits: Redacted.value(key).slice(-4),
    createdAt,
  })
  return Option.some({ key, stored })
})
