/**
 * The durable queue: later work, added in the commit that needs it.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const jobs = ({ int, ownId, ownKey }: Words): ReadonlyArray<Statement> => [
  // Jobs with one `ordering_key` are done one after another: `is_blocked` is 1 while an earlier one of them waits, so that a claim looks only
  // at the first. `ready_at` is when the job may be claimed: when it is due, or, while it is claimed, when its lease runs out.
  sql`create table job (
    id ${ownId},
    company_id ${int} not null references company (id),
    queue text not null,
    kind text not null,
    name text not null,
    ordering_key text,
    payload text not null,
    claims ${int} not null,
    lease text,
    due_at ${int} not null,
    ready_at ${int} not null,
    is_blocked ${int} not null,
    died_at ${int},
    reason text
    ${ownKey}
  )`,
  sql`create unique index job_once on job (company_id, name) where died_at is null`,
  // Work is claimed over all companies. A claimed job leaves the first two indexes for the third, so that a claim and its end change few
  // entries.
  sql`create index job_ready on job (queue, ready_at, id) where died_at is null and is_blocked = 0 and lease is null`,
  sql`create index job_ready_of_company on job (queue, company_id, ready_at, id)
    where died_at is null and is_blocked = 0 and lease is null`,
  sql`create index job_held on job (queue, ready_at, id) where lease is not null`,
  sql`create index job_in_order on job (company_id, ordering_key, id) where died_at is null and ordering_key is not null`,
  sql`create index job_of_kind on job (kind, id) where died_at is null and lease is null and queue = 'work'`,
  sql`create index job_dead on job (died_at, id) where died_at is not null`,
]
