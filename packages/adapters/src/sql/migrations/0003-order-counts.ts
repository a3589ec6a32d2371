/**
 * How many orders each company has of each day and status, so that the total of a list need not be counted.
 *
 * Kept by the database itself: whatever writes an order, the counts are of the same commit.
 */
import { sql } from "kysely"
import type { Migration } from "kysely/migration"
import { countShard } from "../engine/count-shard.ts"
import type { Dialect } from "../engine/dialect.ts"
import { countDayMillis, countDayOffsetMillis } from "../orders/order-total.ts"

export const orderCounts = (dialect: Dialect): Migration => ({
  up: async (db) => {
    const { integer, keptByKey, onInsert, onUpdate } = dialect
    const shard = countShard(dialect)
    await db.schema
      .createTable("order_count")
      .addColumn("company_id", integer, (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("day", integer, (column) => column.notNull())
      .addColumn("count", integer, (column) => column.notNull())
      .$call(shard.addColumn)
      .addPrimaryKeyConstraint("order_count_key", ["company_id", "status", "day", ...shard.key])
      .modifyEnd(keptByKey)
      .execute()
    const dayOf = (row: string) => sql`((${sql.ref(`${row}.placed_at`)} - ${offset}) / ${day})`
    await sql`
      insert into order_count (company_id, status, day${shard.column}, count)
      select company_id, status, ${dayOf("orders")}${shard.of("orders")}, count(*) from orders
      group by company_id, status, ${dayOf("orders")}${shard.of("orders")}`.execute(db)
    const countIn = sql`
      insert into order_count (company_id, status, day${shard.column}, count)
      values (new.company_id, new.status, ${dayOf("new")}${shard.of("new")}, 1)
      on conflict (company_id, status, day${shard.column}) do update set count = order_count.count + 1;`
    const countOut = sql`
      update order_count set count = count - 1
      where company_id = old.company_id and status = old.status and day = ${dayOf("old")}${shard.is("old")};`
    await onInsert("orders", "order_is_counted", countIn).execute(db)
    await onUpdate("orders", "status", "order_is_counted_anew", sql`${countOut} ${countIn}`).execute(db)
  },
})

// A trigger has no parameters: its text is all there is.
const day = sql.lit(countDayMillis)
const offset = sql.lit(countDayOffsetMillis)
