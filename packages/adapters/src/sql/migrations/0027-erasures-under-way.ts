/**
 * Erasures that are under way, and what is known of whom they erase until they end.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const erasuresUnderWay = ({ integer, keptByKey }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("erasure_begun")
      .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
      .addColumn("customer_id", integer, (column) => column.notNull())
      .addColumn("at", integer, (column) => column.notNull())
      .addColumn("orders_after", integer, (column) => column.notNull())
      .addColumn("counts", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("erasure_begun_key", ["company_id", "customer_id"])
      .modifyEnd(keptByKey)
      .execute()
    await db.schema
      .createTable("erasure_clue")
      .addColumn("company_id", integer, (column) => column.notNull())
      .addColumn("customer_id", integer, (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("erasure_clue_key", ["company_id", "customer_id", "kind", "value"])
      .modifyEnd(keptByKey)
      .execute()
  },
})
