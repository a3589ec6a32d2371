/**
 * On PostgreSQL a transaction may say to which shard of the counts of orders it adds: two that count many orders, each in a shard of its own,
 * do not wait for each other. A shard may be negative: only the sum of all is a count. Where one writer follows another there are no shards, and
 * nothing changes.
 */
import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { currentShard } from "../engine/count-shard.ts"
import type { Dialect } from "../engine/dialect.ts"
import { countDayMillis, countDayOffsetMillis } from "../orders/order-total.ts"

export const sharedCounts = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    if (dialect.countShards === 1) return
    /** A function that a trigger runs; `own_shard` is the shard that the transaction adds to. */
    const replaceFunction = (trigger: string, statement: RawBuilder<unknown>) =>
      sql`create or replace function ${sql.ref(trigger)}() returns trigger language plpgsql as $$
        declare own_shard constant bigint := ${currentShard(dialect, sql`new.id`)};
        begin ${statement} return null; end $$`.execute(db)

    await replaceFunction(
      "order_is_counted",
      countedIn(sql`values (new.company_id, new.status, ${dayOf("new")}, own_shard, 1)`),
    )
    // Rows are locked in the order of their key.
    await replaceFunction(
      "order_is_counted_anew",
      countedIn(sql`
        select company_id, status, day, own_shard, change from (values
          (old.company_id, old.status, ${dayOf("old")}, -1), (new.company_id, new.status, ${dayOf("new")}, 1)
        ) as moved (company_id, status, day, change) order by company_id, status, day`),
    )
    const came = figuresOf("new", 1)
    await replaceFunction("order_adds_figures", addedUp(came))
    await replaceFunction("order_changes_figures", addedUp(sql`${figuresOf("old", -1)} union all ${came}`))
  },
})

const countedIn = (rows: RawBuilder<unknown>) => sql`
  insert into order_count (company_id, status, day, shard, count) ${rows}
  on conflict (company_id, status, day, shard) do update set count = order_count.count + excluded.count;`

const addedUp = (entries: RawBuilder<unknown>) => sql`
  insert into order_figure (company_id, kind, day, method, reason, shard, count, amount)
  select company_id, kind, day, method, reason, own_shard, sum(count), sum(amount) from (${entries}) as change
  group by company_id, kind, day, method, reason having sum(count) <> 0 or sum(amount) <> 0
  order by company_id, kind, day, method, reason
  on conflict (company_id, kind, day, method, reason, shard) do update set
    count = order_figure.count + excluded.count, amount = order_figure.amount + excluded.amount;`

const figuresOf = (row: "new" | "old", sign: 1 | -1) => sql`
  select ${sql.ref(`${row}.company_id`)} as company_id, entry.value ->> 0 as kind, ${dayOf(row)} as day,
    entry.value ->> 1 as method, entry.value ->> 2 as reason,
    ${sql.lit(sign)} * cast(entry.value ->> 3 as bigint) as count,
    ${sql.lit(sign)} * cast(entry.value ->> 4 as bigint) as amount
  from json_array_elements(${sql.ref(`${row}.figures`)}::json) as entry(value)`

const dayOf = (row: "new" | "old") =>
  sql`(${sql.ref(`${row}.placed_at`)} - ${sql.lit(countDayOffsetMillis)}) / ${sql.lit(countDayMillis)}`
