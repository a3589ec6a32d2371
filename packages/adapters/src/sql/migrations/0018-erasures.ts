/**
 * Who was erased, and what everything of one customer is found by.
 *
 * Links and lists of batches name no customer: they are found by the document and the e-mail that were filled in, where any were.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"
import { prefilledIn } from "../personal-data/prefilled-places.ts"

export const erasures = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("erasure")
      .addColumn("company_id", dialect.integer, (column) => column.notNull().references("company.id"))
      .addColumn("customer_id", dialect.integer, (column) => column.notNull())
      .addColumn("at", dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("erasure_key", ["company_id", "customer_id"])
      .modifyEnd(dialect.keptByKey)
      .execute()
    for (const table of ["orders", "saved_card"] as const) {
      await db.schema.createIndex(`${table}_of_customer`).on(table).column("customer_id").execute()
    }
    // Answers about an order are found by it; the others, which are few, are looked through.
    await db.schema
      .createIndex("idempotency_of_order")
      .on("idempotency")
      .column("order_number")
      .where(sql.ref("order_number"), "is not", null)
      .execute()
    await db.schema
      .createIndex("idempotency_of_no_order")
      .on("idempotency")
      .columns(["scope", "key"])
      .where(sql.ref("order_number"), "is", null)
      .execute()
    for (const table of ["payment_link_event", "batch_item"] as const) {
      for (const part of ["document", "email"] as const) {
        const place = prefilledIn(dialect, table, part)
        await sql`create index ${sql.ref(`${table}_by_${part}`)} on ${sql.table(table)} ((${place})) where (${place}) is not null`.execute(
          db,
        )
      }
    }
  },
})
