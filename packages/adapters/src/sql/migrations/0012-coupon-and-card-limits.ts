/**
 * What limits need to be kept: uses of coupons from before their limit was lowered, and card payments of payers that were refused or
 * stopped.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const couponAndCardLimits = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable("coupon")
      .addColumn("kept_uses", integer, (column) => column.notNull().defaultTo(0))
      .execute()
    // Why a coupon was used too often before this migration is not known, so it is not reported.
    await sql`update coupon set kept_uses = uses where uses > max_uses`.execute(db)
    await db.schema
      .createTable("card_attempt")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("visitor", "text", (column) => column.notNull())
      .addColumn("link_slug", "text")
      .addColumn("at", integer, (column) => column.notNull())
      .addColumn("is_counted", integer, (column) => column.notNull())
      .addColumn("is_refused", integer, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex("card_attempt_of_visitor")
      .on("card_attempt")
      .columns(["visitor", "at"])
      .where(sql<boolean>`is_counted = 1`)
      .execute()
    await db.schema
      .createIndex("card_attempt_refused_at_link")
      .on("card_attempt")
      .columns(["link_slug", "at"])
      .where(sql<boolean>`is_refused = 1`)
      .execute()
    await db.schema.createIndex("card_attempt_by_age").on("card_attempt").column("at").execute()
    await db.schema
      .createTable("card_stop")
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("cap", "text", (column) => column.notNull())
      .addColumn("times", integer, (column) => column.notNull())
      .addColumn("first_at", integer, (column) => column.notNull())
      .addColumn("last_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("card_stop_key", ["subject", "cap"])
      .execute()
    await db.schema.createIndex("card_stop_by_age").on("card_stop").column("last_at").execute()
  },
})
