/**
 * The trail: who changed what. The database refuses to change or delete an entry.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const trail = ({ addedToOnly, int, ownId, ownKey }: Words): ReadonlyArray<Statement> => [
  // `company_id` is 0 on the platform.
  sql`create table trail_entry (
    id ${ownId},
    company_id ${int} not null,
    sequence ${int} not null,
    at ${int} not null,
    actor text not null,
    action text not null,
    subject text not null,
    body text not null
    ${ownKey}
  )`,
  sql`create unique index trail_entry_in_order on trail_entry (company_id, sequence)`,
  sql`create index trail_entry_by_actor on trail_entry (company_id, actor, sequence)`,
  sql`create index trail_entry_by_action on trail_entry (company_id, action, sequence)`,
  sql`create index trail_entry_by_subject on trail_entry (company_id, subject, sequence)`,
  sql`create index trail_entry_by_at on trail_entry (company_id, at, sequence)`,
  ...addedToOnly("trail_entry"),
  // The length of each log gives the next entry its number.
  sql`create table trail_length (
    company_id ${int} not null primary key,
    length ${int} not null
  )`,
]
