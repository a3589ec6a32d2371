/**
 * When an order last changed, with its index, so that a shop finds what changed since it asked before; and the kinds of events that a webhook
 * is told of.
 *
 * The index begins with the company and has what a list is sorted by, so that entries are counted and sorted without their rows.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const orderChanges = ({ integer, memberText }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable("orders")
      .addColumn("updated_at", integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update orders set updated_at = cast(${memberText("progress", "updatedAt")} as bigint)`.execute(db)
    await db.schema
      .createIndex("orders_by_change")
      .on("orders")
      .columns(["company_id", "updated_at", "placed_at", "id"])
      .execute()
    await db.schema
      .alterTable("webhook_endpoint")
      .addColumn("events", "text", (column) => column.notNull().defaultTo(JSON.stringify(kindsOfThen)))
      .execute()
  },
})

const kindsOfThen = ["waiting_payment", "paid", "unpaid", "canceled", "refund", "chargeback", "abandoned"]
