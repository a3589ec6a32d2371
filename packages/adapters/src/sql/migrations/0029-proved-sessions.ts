/**
 * When a password was given in a session, and how often all that a user was signed in with has ended.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const provedSessions = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable("user_session").addColumn("proved_at", integer).execute()
    await db.schema
      .alterTable("users")
      .addColumn("generation", integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
})
