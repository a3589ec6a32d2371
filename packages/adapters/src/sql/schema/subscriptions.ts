/**
 * Subscriptions with their log and their renewals, and how many there are.
 *
 * Each filter of the list has its index, which ends in the order of the list.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { countShard } from "./count-shard.ts"
import type { Statement, Words } from "./words.ts"

export const subscriptions = (words: Words, dialect: Dialect): ReadonlyArray<Statement> => [
  ...begun(words),
  ...counts(words, dialect),
]

const begun = ({ int, keptByKey, ownId, ownKey, ownKeyIndex }: Words): ReadonlyArray<Statement> => [
  // `details` (JSON) is written once; `progress` (JSON) is what was learned since.
  sql`create table subscription (
    id ${ownId},
    token text not null,
    company_id ${int} not null references company (id),
    version ${int} not null,
    status text not null check (status in ('active', 'overdue', 'canceled')),
    checkout_slug text not null,
    email_key text not null,
    next_charge text,
    first_order text not null,
    details text not null,
    progress text not null,
    created_at ${int} not null,
    constraint subscription_once_per_token unique (company_id, token),
    constraint subscription_once_per_first_order unique (company_id, first_order)
    ${ownKey}
  )`,
  ...ownKeyIndex("subscription"),
  // If two indexes serve a query equally well, SQLite takes the later one. So the last is the one whose value the fewest subscriptions share.
  sql`create index subscription_by_status on subscription (company_id, status, id)`,
  sql`create index subscription_by_checkout_slug on subscription (company_id, checkout_slug, id)`,
  sql`create index subscription_by_next_charge on subscription (company_id, next_charge, id)`,
  sql`create index subscription_by_email_key on subscription (company_id, email_key, id)`,
  sql`create table subscription_event (
    company_id ${int} not null,
    subscription_id ${int} not null,
    sequence ${int} not null,
    at ${int} not null,
    type text not null,
    body text not null,
    constraint subscription_event_key primary key (company_id, subscription_id, sequence),
    constraint subscription_event_subscription
      foreign key (company_id, subscription_id) references subscription (company_id, id)
  )`,
  // Two orders never charge one period, whatever crashes.
  sql`create table renewal (
    company_id ${int} not null,
    subscription_id ${int} not null,
    period ${int} not null,
    order_number text not null,
    constraint renewal_key primary key (company_id, subscription_id, period),
    constraint renewal_once_per_order unique (company_id, order_number),
    constraint renewal_subscription
      foreign key (company_id, subscription_id) references subscription (company_id, id)
  ) ${keptByKey}`,
]

const counts = ({ int, keptByKey }: Words, dialect: Dialect): ReadonlyArray<Statement> => {
  const shard = countShard(dialect)
  return [
    sql`create table subscription_count (
      company_id ${int} not null,
      checkout_slug text not null,
      status text not null,
      count ${int} not null,
      ${shard.definition(int)}
      constraint subscription_count_key primary key (company_id, checkout_slug, status${shard.column})
    ) ${keptByKey}`,
  ]
}
