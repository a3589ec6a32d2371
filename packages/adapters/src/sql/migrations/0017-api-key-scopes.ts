/**
 * What each API key may do, until when, and when it was used last. A key of before may what it could do so far, and does not expire.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const apiKeyScopes = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable("api_key")
      .addColumn("scopes", "text", (column) => column.notNull().defaultTo(asBefore))
      .execute()
    await db.schema.alterTable("api_key").addColumn("expires_at", integer).execute()
    await db.schema.alterTable("api_key").addColumn("last_used_at", integer).execute()
  },
})

/** What every key could do when this step was written; what the service means by it later changes nothing here. */
const asBefore = '["orders:read","orders:write","links:read","links:write","subscriptions:read","subscriptions:write"]'
