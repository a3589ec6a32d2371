/**
 * The length of each company's lists; see `engine/list-count.ts`.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { countShard } from "./count-shard.ts"
import type { Statement, Words } from "./words.ts"

export const listCounts = ({ int, keptByKey }: Words, dialect: Dialect): ReadonlyArray<Statement> => {
  const shard = countShard(dialect)
  return [
    sql`create table list_count (
      company_id ${int} not null references company (id),
      list text not null,
      count ${int} not null,
      ${shard.definition(int)}
      constraint list_count_key primary key (company_id, list${shard.column})
    ) ${keptByKey}`,
  ]
}
