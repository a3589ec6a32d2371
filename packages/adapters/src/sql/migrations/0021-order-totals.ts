/**
 * On SQLite the totals of orders are no longer kept by triggers: a unit that writes an order adds to them. Whoever wrote orders before must
 * have ended, as it would not count them: sqlite-storage.ts sees to that. On PostgreSQL the triggers stay.
 *
 * @see docs/decisions/storage.md#0282
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const orderTotals = ({ name }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    if (name !== "sqlite") return
    for (const trigger of triggers) await sql`drop trigger ${sql.ref(trigger)}`.execute(db)
  },
})

const triggers = ["order_is_counted", "order_is_counted_anew", "order_adds_figures", "order_changes_figures"]
