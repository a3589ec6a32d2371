/**
 * API keys in memory.
 */
import { ApiKeyId } from "@vintem/domain/access"
import { ApiKeyRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  ApiKeyRepository,
  Effect.gen(function* () {
    const { apiKeyByHash, apiKeys, companies } = yield* Tables

    return ApiKeyRepository.of({
      add: (details) =>
        Effect.sync(() => {
          requireAll([
            ["api_key.company exists", companies.has(details.company)],
            ["api_key.hash is unique", !apiKeyByHash.has(details.hash)],
          ])
          const key = { id: ApiKeyId.make(apiKeys.size + 1), ...details }
          apiKeys.put(key.id, { key, isRevoked: false })
          apiKeyByHash.put(key.hash, key.id)
          return key
        }),

      authenticate: (hash) =>
        Effect.sync(() => {
          const id = apiKeyByHash.get(hash)
          const row = id === undefined ? undefined : apiKeys.get(id)
          const company = row === undefined ? undefined : companies.get(row.key.company)
          return row === undefined || row.isRevoked || company === undefined
            ? Option.none()
            : Option.some({ key: row.key, company })
        }),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            apiKeys
              .newestFirst()
              .filter(({ isRevoked, key }) => key.company === company && !isRevoked)
              .map(({ key }) => key),
            page,
          ),
        ),

      revoke: (company, id) =>
        Effect.sync(() => {
          const row = apiKeys.get(id)
          if (row === undefined || row.isRevoked || row.key.company !== company) return false
          apiKeys.put(id, { ...row, isRevoked: true })
          return true
        }),

      recordUses: (uses) =>
        Effect.sync(() => {
          for (const { at, company, id } of uses) {
            const row = apiKeys.get(id)
            if (row?.key.company === company && (row.key.lastUsedAt === null || row.key.lastUsedAt < at))
              apiKeys.put(id, { ...row, key: { ...row.key, lastUsedAt: at } })
          }
        }),
    })
  }),
)
