/**
 * The bodies of webhooks in their own table: every attempt changes the row, and no longer rewrites the body, which never changes and is
 * most of it.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const webhookBodies = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("webhook_body")
      .addColumn("delivery_id", integer, (column) =>
        column.primaryKey().references("webhook_delivery.id").onDelete("cascade"),
      )
      .addColumn("body", "text", (column) => column.notNull())
      .execute()
    await sql`insert into webhook_body (delivery_id, body) select id, body from webhook_delivery order by id`.execute(
      db,
    )
    await db.schema.alterTable("webhook_delivery").dropColumn("body").execute()
  },
})
