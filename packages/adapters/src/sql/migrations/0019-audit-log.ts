/**
 * The audit log: rows that are only ever added, and how many each log has. Changes before this migration are in no log.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const auditLog = ({ addedToOnly, integer, numbered }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("audit_entry")
      .addColumn("id", integer, numbered)
      .addColumn("realm", "text", (column) => column.notNull())
      // Null on the platform.
      .addColumn("company_id", integer, (column) => column.references("company.id"))
      .addColumn("sequence", integer, (column) => column.notNull())
      .addColumn("at", integer, (column) => column.notNull())
      .addColumn("actor", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex("audit_entry_of_realm")
      .unique()
      .on("audit_entry")
      .columns(["realm", "sequence"])
      .execute()
    for (const column of ["actor", "action", "subject", "at"]) {
      await db.schema
        .createIndex(`audit_entry_by_${column}`)
        .on("audit_entry")
        .columns(["realm", column, "sequence"])
        .execute()
    }
    await db.schema
      .createTable("audit_length")
      .addColumn("realm", "text", (column) => column.primaryKey())
      .addColumn("length", integer, (column) => column.notNull())
      .execute()
    for (const statement of addedToOnly("audit_entry")) await statement.execute(db)
  },
})
