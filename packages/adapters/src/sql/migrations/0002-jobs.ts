/**
 * Work to be done later.
 */
import { sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const jobs = ({ integer, numbered }: Dialect): Migration => ({
  up: async (db) => {
    await db.schema
      .createTable("job")
      .addColumn("id", integer, numbered)
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
      .addColumn("line", "text")
      .addColumn("payload", "text", (column) => column.notNull())
      .addColumn("claims", integer, (column) => column.notNull())
      .addColumn("lease", "text")
      .addColumn("due_at", integer, (column) => column.notNull())
      // When it may be claimed: when it is due, or, of a claimed job, when its lease runs out.
      .addColumn("ready_at", integer, (column) => column.notNull())
      // 1 while an earlier job of its ordering key waits: a claim looks only at the first of each ordering key.
      .addColumn("stands_behind", integer, (column) => column.notNull())
      .addColumn("died_at", integer)
      .addColumn("reason", "text")
      .execute()
    const waits = sql<boolean>`died_at is null`
    const isNext = sql<boolean>`died_at is null and stands_behind = 0`
    const index = (name: string) => db.schema.createIndex(name).on("job")
    await index("job_once").unique().column("name").where(waits).execute()
    await index("job_ready").columns(["ready_at", "id"]).where(isNext).execute()
    await index("job_ready_of_company").columns(["company_id", "ready_at", "id"]).where(isNext).execute()
    await index("job_in_line")
      .columns(["line", "id"])
      .where(sql<boolean>`died_at is null and line is not null`)
      .execute()
    await index("job_held").column("lease").where(sql.ref("lease"), "is not", null).execute()
    await index("job_dead").columns(["died_at", "id"]).where(sql.ref("died_at"), "is not", null).execute()
  },
})
