/**
 * An API key as a row, and a row as an API key.
 */
import { ApiKey } from "@vintem/domain/access"
import { rememberingReader } from "../engine/remembering-reader.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export interface ApiKeyRow {
  readonly id: number
  readonly company_id: number
  readonly name: string
  readonly hash: string
  readonly last_digits: string
  readonly scopes: string
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly created_at: number
}

const readKey = readerOf(ApiKey)

/** Every request reads the row of its key. */
export const apiKeyFromRow = rememberingReader(
  "id",
  {
    id: true,
    company_id: true,
    name: true,
    hash: true,
    last_digits: true,
    scopes: true,
    expires_at: true,
    last_used_at: true,
    created_at: true,
  },
  (operation, row: ApiKeyRow) =>
    readKey(operation, `API key ${row.id}`, {
      id: row.id,
      company: row.company_id,
      name: row.name,
      hash: row.hash,
      lastDigits: row.last_digits,
      scopes: parsedJson(row.scopes),
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      createdAt: row.created_at,
    }),
)

export const columnsOfApiKey = (key: Omit<ApiKey, "id">) => ({
  company_id: key.company,
  name: key.name,
  hash: key.hash,
  last_digits: key.lastDigits,
  scopes: JSON.stringify(key.scopes),
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  created_at: key.createdAt,
})
