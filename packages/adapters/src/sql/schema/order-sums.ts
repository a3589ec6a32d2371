/**
 * Sums over a company's orders: how many it has of each day and status, and the figures of the overview. They are written in the commit of the
 * orders that they count: see `engine/sums.ts`.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { countShard } from "./count-shard.ts"
import type { Statement, Words } from "./words.ts"

export const orderSums = ({ int, keptByKey }: Words, dialect: Dialect): ReadonlyArray<Statement> => {
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
  ]
}
