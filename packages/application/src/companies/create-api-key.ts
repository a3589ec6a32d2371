/**
 * Makes an API key for a company. Only the answer has the key.
 */
import { type ApiKey, type ApiKeyRefused, decideApiKey } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  ApiKeyRepository,
  CompanyRepository,
  firstPage,
  type MembershipRepository,
  Secrets,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import { type Actor, grantsOfActor } from "../access/actor.ts"
import { recordInCompany } from "../trail/record-change.ts"

/** The request. */
export interface CreateApiKey extends Pick<ApiKey, "company" | "name" | "scopes" | "expiresAt"> {
  readonly actor: Actor
}

/** A new key. */
interface NewApiKey {
  /** Shown once. */
  readonly key: Redacted.Redacted<string>
  readonly stored: ApiKey
}

/**
 * Fails with `ApiKeyRefused` if the maker may not give one of the scopes, the end is past, or the company has too many
 * keys.
 *
 * @returns none if there is no such company
 */
export const createApiKey = Effect.fn("createApiKey")(function* ({
  actor,
  ...asked
}: CreateApiKey): Effect.fn.Return<
  Option.Option<NewApiKey>,
  ApiKeyRefused | StorageUnavailable,
  ApiKeyRepository | Trail | CompanyRepository | MembershipRepository | Secrets | UnitOfWork
> {
  const { commit } = yield* UnitOfWork
  const companies = yield* CompanyRepository
  const apiKeys = yield* ApiKeyRepository
  const secrets = yield* Secrets
  const key = yield* secrets.newApiKey
  return yield* commit(
    Effect.gen(function* () {
      if (Option.isNone(yield* companies.find(asked.company))) return Option.none()
      const now = instant(yield* Clock.currentTimeMillis)
      const { total: present } = yield* apiKeys.list(asked.company, { page: firstPage, size: 1 })
      const judged = { ...asked, actor: yield* grantsOfActor(actor), now, present }
      const scopes = yield* Effect.fromResult(decideApiKey(judged))
      const stored = yield* apiKeys.add({
        ...asked,
        scopes,
        hash: secrets.hashApiKey(key),
        lastDigits: Redacted.value(key).slice(-4),
        lastUsedAt: null,
        createdAt: now,
      })
      const { expiresAt, lastDigits, name } = stored
      const after = {
        name,
        lastDigits,
        scopes,
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      }
      yield* recordInCompany(asked.company, { action: "api_key.create", subject: stored.id, before: null, after })
      return Option.some({ key, stored })
    }),
  )
})
