/**
 * Requests: the first answer to each idempotency key, recent counts of requests and refusals, and the numbers of mails
 * to a person.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const requests = (words: Words): ReadonlyArray<Statement> => [
  ...idempotency(words),
  ...rateWindows(words),
  ...cardCaps(words),
  ...mailCounts(words),
]

const idempotency = ({ int }: Words): ReadonlyArray<Statement> => [
  // A request claims its key before it does anything. `status` and `body` are its answer; they are null while it runs. `company_id` is 0 for
  // keys of the platform.
  sql`create table idempotency (
    company_id ${int} not null,
    scope text not null,
    key text not null,
    fingerprint text not null,
    order_number text,
    status ${int},
    body text,
    expires_at ${int} not null,
    alive_until ${int} not null,
    constraint idempotency_key primary key (company_id, scope, key)
  )`,
  sql`create index idempotency_expired on idempotency (expires_at)`,
  // An erasure finds the answers about an order by its number. The other answers are few, and it searches all of them.
  sql`create index idempotency_of_order on idempotency (company_id, order_number) where order_number is not null`,
  sql`create index idempotency_of_no_order on idempotency (company_id, scope, key) where order_number is null`,
]

const rateWindows = ({ forgettableTable, int }: Words): ReadonlyArray<Statement> => [
  // The counts of the last minute may be lost in a crash: no request waits for the disk. `is_allowed` is the verdict on the last request: the
  // statement that counts it also returns it.
  sql`${forgettableTable} rate_window (
    key text primary key,
    reset_at ${int} not null,
    taken ${int} not null,
    is_allowed ${int} not null
  )`,
  sql`create index rate_window_closed on rate_window (reset_at)`,
]

const cardCaps = ({ int }: Words): ReadonlyArray<Statement> => [
  // A payer's attempts to pay by card, for as long as refused ones count. `visitor` is a keyed hash of the network of the payer's address.
  sql`create table card_attempt (
    key text primary key,
    visitor text not null,
    link_slug text,
    at ${int} not null,
    is_counted ${int} not null,
    is_refused ${int} not null
  )`,
  sql`create index card_attempt_of_visitor on card_attempt (visitor, at) where is_counted = 1`,
  sql`create index card_attempt_refused_at_link on card_attempt (link_slug, at) where is_refused = 1`,
  sql`create index card_attempt_by_age on card_attempt (at)`,
  // Card payments that a cap stopped, counted by their order or link.
  sql`create table card_stop (
    subject text not null,
    cap text not null,
    times ${int} not null,
    first_at ${int} not null,
    last_at ${int} not null,
    constraint card_stop_key primary key (subject, cap)
  )`,
  sql`create index card_stop_by_age on card_stop (last_at)`,
]

const mailCounts = ({ int, keptByKey }: Words): ReadonlyArray<Statement> => [
  // Messages to a person in a day, for each cap. `recipient` is a keyed hash of the address.
  sql`create table mail_count (
    recipient text not null,
    kind text not null,
    cap text not null,
    day text not null,
    sent ${int} not null,
    constraint mail_count_key primary key (recipient, kind, cap, day)
  ) ${keptByKey}`,
  sql`create index mail_count_by_age on mail_count (day)`,
]
