/**
 * What the columns of a company's sheets hold: JSON, one row for each company.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const sheetMappings = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("sheet_mapping")
      .addColumn("company_id", integer, (column) => column.primaryKey().references("company.id"))
      .addColumn("mappings", "text", (column) => column.notNull())
      .execute()
  },
})
