/**
 * The length of each company's lists. A list is as long as the sum over its shards; see `engine/list-count.ts`.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const listCounts = ({ int, keptByKey }: Words): ReadonlyArray<Statement> => [
  sql`create table list_count (
    company_id ${int} not null references company (id),
    list text not null,
    shard ${int} not null,
    count ${int} not null,
    constraint list_count_key primary key (company_id, list, shard)
  ) ${keptByKey}`,
]
