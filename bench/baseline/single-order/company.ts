/**
 * Finds out for which company a key speaks, by one statement a request: a revocation counts from its commit.
 */
import { createHash } from "node:crypto"
import type BetterSqlite from "better-sqlite3"

export interface Company {
  readonly id: number
  readonly keyId: number
  readonly isUnderModeration: boolean
  /** Percentages in basis points, fixed parts in centavos. */
  readonly fees: {
    readonly credit: ReadonlyArray<{ readonly upTo: number; readonly percent: number; readonly fixed: number }>
  }
}

interface Row {
  readonly id: number
  readonly key_id: number
  readonly under_moderation: number
  readonly fees: string
}

/** @returns the company, or nothing for a header that carries no known key */
export const authenticator = (database: BetterSqlite.Database) => {
  const select = database.prepare<unknown[], Row>(
    `select company.*, api_key.id as key_id, api_key.name as key_name, api_key.last_digits as key_last_digits,
     api_key.created_at as key_created_at
     from api_key inner join company on company.id = api_key.company_id
     where api_key.revoked_at is null and api_key.hash = ?`,
  )
  return (authorization: string | undefined): Company | undefined => {
    if (authorization === undefined || !/^bearer /iu.test(authorization)) return undefined
    const hash = createHash("sha256").update(authorization.slice("bearer ".length)).digest("hex")
    const row = select.get(hash)
    if (row === undefined) return undefined
    return { id: row.id, keyId: row.key_id, isUnderModeration: row.under_moderation === 1, fees: JSON.parse(row.fees) }
  }
}
