/**
 * An attempt whose answer is waited for is found by when it began: it needs no job that is added with it and taken back with its answer.
 * Attempts from before have their job, and go on having it.
 */
import type { Kysely } from "kysely"
import { sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const unansweredAttempts = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable("order_attempt").addColumn("unanswered_since", integer).execute()
    await db.schema
      .createIndex("order_attempt_unanswered")
      .on("order_attempt")
      .column("unanswered_since")
      .where(sql<boolean>`unanswered_since is not null`)
      .execute()
  },
})
