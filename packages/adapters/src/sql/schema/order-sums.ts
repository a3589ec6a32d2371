/**
 * Sums over a company's orders: how many it has of each day and status, and the figures of the overview. Triggers maintain them, so they are
 * written in the commit of the order that they count, whatever statement wrote it.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { countShard, countTriggers } from "./counts.ts"
import { dayOf } from "./order-day.ts"
import type { Statement, Words } from "./words.ts"

export const orderSums = (words: Words, dialect: Dialect): ReadonlyArray<Statement> => [
  ...counts(words, dialect),
  ...figures(words, dialect),
]

const counts = (words: Words, dialect: Dialect): ReadonlyArray<Statement> => {
  const { int, keptByKey } = words
  const shard = countShard(dialect)
  return [
    sql`create table order_count (
      company_id ${int} not null,
      status text not null,
      day ${int} not null,
      count ${int} not null,
      ${shard.definition(int)}
      constraint order_count_key primary key (company_id, status, day${shard.column})
    ) ${keptByKey}`,
    ...countTriggers(words, dialect, {
      table: "order_count",
      of: "orders",
      key: {
        company_id: (row) => sql.ref(`${row}.company_id`),
        status: (row) => sql.ref(`${row}.status`),
        day: dayOf,
      },
      moves: "status",
      triggers: { insert: "order_is_counted", update: "order_is_counted_anew" },
    }),
  ]
}

const figures = ({ int, keptByKey, onInsert, onUpdate }: Words, dialect: Dialect): ReadonlyArray<Statement> => {
  const shard = countShard(dialect)
  const entriesOf = (row: "new" | "old", sign: 1 | -1) => sql`
    select ${sql.ref(`${row}.company_id`)} as company_id, entry.value ->> 0 as kind, ${dayOf(row)} as day,
      entry.value ->> 1 as method, entry.value ->> 2 as reason,
      ${sql.lit(sign)} * cast(entry.value ->> 3 as bigint) as count,
      ${sql.lit(sign)} * cast(entry.value ->> 4 as bigint) as amount
    from ${dialect.elementsOf(`${row}.figures`)}`
  const add = (entries: Statement) => sql`
    insert into order_figure (company_id, kind, day, method, reason${shard.column}, count, amount)
    select company_id, kind, day, method, reason${shard.own}, sum(count), sum(amount) from (${entries}) as change
    group by company_id, kind, day, method, reason having sum(count) <> 0 or sum(amount) <> 0
    order by company_id, kind, day, method, reason
    on conflict (company_id, kind, day, method, reason${shard.column}) do update set
      count = order_figure.count + excluded.count, amount = order_figure.amount + excluded.amount;`
  const came = entriesOf("new", 1)
  return [
    sql`create table order_figure (
      company_id ${int} not null,
      kind text not null,
      day ${int} not null,
      method text not null,
      reason text not null,
      count ${int} not null,
      amount ${int} not null,
      ${shard.definition(int)}
      constraint order_figure_key primary key (company_id, kind, day, method, reason${shard.column})
    ) ${keptByKey}`,
    onInsert("orders", "order_adds_figures", add(came)),
    onUpdate("orders", "figures", "order_changes_figures", add(sql`${entriesOf("old", -1)} union all ${came}`)),
  ]
}
