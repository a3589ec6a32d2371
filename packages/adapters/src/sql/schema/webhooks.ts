/**
 * Webhooks: where each company receives them, and every notification with the state of its delivery.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const webhooks = ({
  int,
  keptByKey,
  ownId,
  ownKey,
  ownKeyIndex,
  sharedId,
  sharedKey,
}: Words): ReadonlyArray<Statement> => [
  // JSON: `events`, the kinds of events that are sent; `retired`, the secrets that are still valid; `disabled`, when and why deliveries stopped, or null.
  sql`create table webhook_endpoint (
    company_id ${int} primary key references company (id),
    url text not null,
    has_long_tail ${int} not null,
    is_enabled ${int} not null,
    secret text not null,
    retired text not null,
    configured_at ${int} not null,
    events text not null,
    failures_in_row ${int} not null,
    disabled text
  )`,
  // The id of a notification is made of `order_number` and `sequence`. `ended_at` is when it was delivered or given up; null while it is tried. The retention deletes by it.
  sql`create table webhook_delivery (
    id ${ownId},
    company_id ${int} not null references company (id),
    order_number text not null,
    sequence ${int} not null,
    kind text not null,
    occurred_at ${int} not null,
    state text not null check (state in ('pending', 'delivered', 'failed')),
    attempts text not null,
    tries ${int} not null,
    next_attempt_at ${int},
    ended_at ${int},
    constraint webhook_delivery_ends
      check ((state = 'pending') = (ended_at is null) and (state = 'pending') = (next_attempt_at is not null))
    ${ownKey}
  )`,
  ...ownKeyIndex("webhook_delivery"),
  sql`create index webhook_delivery_by_state on webhook_delivery (company_id, state, id)`,
  sql`create index webhook_delivery_by_time on webhook_delivery (company_id, occurred_at, id)`,
  // An order gives each place in its sequence to one event, whatever crashes.
  sql`create unique index webhook_delivery_of_order on webhook_delivery (company_id, order_number, sequence)`,
  sql`create index webhook_delivery_ended on webhook_delivery (ended_at, id) where ended_at is not null`,
  // The body has a table of its own: each attempt changes the row of the delivery, and the body, most of it, never changes.
  sql`create table webhook_body (
    company_id ${int} not null,
    delivery_id ${sharedId},
    body text not null,
    constraint webhook_body_delivery
      foreign key (company_id, delivery_id) references webhook_delivery (company_id, id) on delete cascade
    ${sharedKey("delivery_id")}
  )`,
  // Deliveries are deleted in time. Their places in the sequence are never given again: receivers remember them.
  sql`create table webhook_sequence (
    company_id ${int} not null,
    order_number text not null,
    last ${int} not null,
    constraint webhook_sequence_key primary key (company_id, order_number)
  ) ${keptByKey}`,
]
