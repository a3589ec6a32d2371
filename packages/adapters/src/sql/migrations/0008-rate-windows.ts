/**
 * Requests counted in fixed windows, for a service of several processes.
 */
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const rateWindows = ({ integer, forgettable }: Dialect): Migration => ({
  up: async (db) => {
    // The counts of the last minute may be lost in a crash: no request waits for the disk.
    await db.schema
      .createTable("rate_window")
      .modifyFront(forgettable)
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("reset_at", integer, (column) => column.notNull())
      .addColumn("taken", integer, (column) => column.notNull())
      // 1 where the last request was allowed: the statement that counts also returns the verdict.
      .addColumn("is_allowed", integer, (column) => column.notNull())
      .execute()
    await db.schema.createIndex("rate_window_closed").on("rate_window").column("reset_at").execute()
  },
})
