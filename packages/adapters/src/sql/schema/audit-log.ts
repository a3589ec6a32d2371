/**
 * The audit log: who changed what. The database refuses to change or delete an entry.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const auditLog = ({ addedToOnly, id, int }: Words): ReadonlyArray<Statement> => [
  // `realm` is a company or the platform, in a word. `company_id` is null on the platform.
  sql`create table audit_entry (
    id ${id},
    realm text not null,
    company_id ${int} references company (id),
    sequence ${int} not null,
    at ${int} not null,
    actor text not null,
    action text not null,
    subject text not null,
    body text not null
  )`,
  sql`create unique index audit_entry_of_realm on audit_entry (realm, sequence)`,
  sql`create index audit_entry_by_actor on audit_entry (realm, actor, sequence)`,
  sql`create index audit_entry_by_action on audit_entry (realm, action, sequence)`,
  sql`create index audit_entry_by_subject on audit_entry (realm, subject, sequence)`,
  sql`create index audit_entry_by_at on audit_entry (realm, at, sequence)`,
  ...addedToOnly("audit_entry"),
  // The length of each log gives the next entry its number.
  sql`create table audit_length (
    realm text primary key,
    length ${int} not null
  )`,
]
