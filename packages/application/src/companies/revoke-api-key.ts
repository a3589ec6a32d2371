/**
 * Revokes an API key of a company, at once in every process.
 */
import type { ApiKeyId } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ApiKeyRepository, type StorageUnavailable, type Trail, UnitOfWork } from "@vintem/domain/ports"
import { Effect } from "effect"
import { recordInCompany } from "../trail/record-change.ts"

/** @returns false if the company has no such key, or revoked it already */
export const revokeApiKey = Effect.fn("revokeApiKey")(function* (
  company: CompanyId,
  id: ApiKeyId,
): Effect.fn.Return<boolean, StorageUnavailable, ApiKeyRepository | Trail | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const { revoke } = yield* ApiKeyRepository
  return yield* commit(
    Effect.gen(function* () {
      if (!(yield* revoke(company, id))) return false
      const [before, after] = [{ isRevoked: false }, { isRevoked: true }]
      yield* recordInCompany(company, { action: "api_key.revoke", subject: id, before, after })
      return true
    }),
  )
})
