/**
 * Finds out for which company a key speaks, by one statement a request: a revocation counts from its commit.
 */
import { hash } from "node:crypto"
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

export interface CompanyRow {
  readonly id: number
  readonly key_id: number
  readonly under_moderation: number
  readonly fees: string
}

/**
 * Takes the hash of a key, in place of the question mark.
 *
 * The key first, by itself: SQLite plans a join anew whenever a value is bound that a table is searched by.
 */
export const companyByHash = `select company.*, key.key_id, key.key_name, key.key_last_digits, key.key_created_at
  from (select company_id, id as key_id, name as key_name, last_digits as key_last_digits, created_at as key_created_at
        from api_key where revoked_at is null and hash = ? limit 1) as key
  inner join company on company.id = key.company_id`

/** @returns the hash of the key in a header, or nothing for one that carries none */
export const keyHashOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined || !/^bearer /iu.test(authorization)
    ? undefined
    : hash("sha256", authorization.slice("bearer ".length))

export const companyFromRow = (row: CompanyRow): Company => ({
  id: row.id,
  keyId: row.key_id,
  isUnderModeration: row.under_moderation === 1,
  fees: JSON.parse(row.fees),
})

/** @returns the company, or nothing for a header that carries no known key */
export const authenticator = (database: BetterSqlite.Database) => {
  const select = database.prepare<unknown[], CompanyRow>(companyByHash)
  return (authorization: string | undefined): Company | undefined => {
    const keyHash = keyHashOf(authorization)
    const row = keyHash === undefined ? undefined : select.get(keyHash)
    return row === undefined ? undefined : companyFromRow(row)
  }
}
