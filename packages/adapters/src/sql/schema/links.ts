/**
 * Payment links with their log and reminders, and the batches that make many of them.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { type PrefilledTable, prefilledIn } from "./prefilled-places.ts"
import type { Statement, Words } from "./words.ts"

export const links = (words: Words, dialect: Dialect): ReadonlyArray<Statement> => [
  ...batches(words),
  ...rules(words),
  ...paymentLinks(words),
  ...prefilled(dialect),
  ...reminders(words),
]

const batches = ({ int, ownId, ownKey, ownKeyIndex }: Words): ReadonlyArray<Statement> => [
  // `details` (JSON) is written once; `progress` (JSON) is what was done since.
  sql`create table batch (
    id ${ownId},
    token text not null,
    company_id ${int} not null references company (id),
    version ${int} not null,
    details text not null,
    progress text not null,
    constraint batch_once_per_token unique (company_id, token)
    ${ownKey}
  )`,
  ...ownKeyIndex("batch"),
  sql`create table batch_event (
    company_id ${int} not null,
    batch_token text not null,
    sequence ${int} not null,
    at ${int} not null,
    type text not null,
    body text not null,
    constraint batch_event_key primary key (company_id, batch_token, sequence),
    constraint batch_event_batch foreign key (company_id, batch_token) references batch (company_id, token)
  )`,
  // A customer on the list of a batch. Not kept by its key: SQLite would take the key for the company, and pass the indexes of what was filled
  // in by. `failure` says why no link could be made; it is null before that, and if one was made.
  sql`create table batch_item (
    company_id ${int} not null,
    batch_token text not null,
    position ${int} not null,
    entry text not null,
    failure text,
    constraint batch_item_key primary key (company_id, batch_token, position),
    constraint batch_item_batch foreign key (company_id, batch_token) references batch (company_id, token)
  )`,
  sql`create index batch_item_failed on batch_item (company_id, batch_token, position) where failure is not null`,
]

const rules = ({ int, ownId, ownKey, ownKeyIndex }: Words): ReadonlyArray<Statement> => [
  // JSON: `reminders`.
  sql`create table reminder_rule (
    id ${ownId},
    token text not null,
    company_id ${int} not null references company (id),
    name text not null,
    reminders text not null,
    created_at ${int} not null,
    constraint reminder_rule_once_per_token unique (company_id, token)
    ${ownKey}
  )`,
  ...ownKeyIndex("reminder_rule"),
]

const paymentLinks = ({ int, ownId, ownKey, ownReference }: Words): ReadonlyArray<Statement> => [
  // `terms` (JSON) is what the company offers; `progress` (JSON) is what became of its payments. `rule_token` and `expired_at` repeat two of
  // the terms: they find the links to send reminders for.
  sql`create table payment_link (
    id ${ownId},
    slug text not null,
    company_id ${int} not null references company (id),
    batch_token text,
    batch_position ${int},
    created_at ${int} not null,
    version ${int} not null,
    removed_at ${int},
    terms text not null,
    progress text not null,
    rule_token text,
    expired_at text,
    constraint payment_link_once_per_slug unique (company_id, slug),
    constraint payment_link_batch foreign key (company_id, batch_token) references batch (company_id, token)
    ${ownKey}
  )`,
  sql`create index payment_link_of_company on payment_link (company_id, id) where removed_at is null`,
  // One customer entry never yields two links, whatever crashes.
  sql`create unique index one_payment_link_an_item on payment_link (company_id, batch_token, batch_position) where batch_token is not null`,
  sql`create index payment_link_of_rule on payment_link (company_id, rule_token, expired_at, slug)
    where removed_at is null and rule_token is not null`,
  // By the number of the link, which grows: by slug, which is random, each event would go to another page of the index.
  sql`create table payment_link_event (
    company_id ${int} not null,
    link_id ${int} not null,
    sequence ${int} not null,
    at ${int} not null,
    type text not null,
    body text not null,
    constraint payment_link_event_key primary key (company_id, link_id, sequence)
    ${ownReference("link_id", "payment_link")}
  )`,
]

/**
 * Links and batch entries name no customer. A person's are found by the document and the e-mail that were filled in. The company comes first:
 * otherwise the time that one company's search takes would tell whether others know the person.
 */
const prefilled = (dialect: Dialect): ReadonlyArray<Statement> => {
  const index = (table: PrefilledTable, part: "document" | "email") => {
    const place = prefilledIn(dialect, table, part)
    return sql`create index ${sql.ref(`${table}_by_${part}`)} on ${sql.table(table)} (company_id, (${place}))
      where (${place}) is not null`
  }
  return [
    index("payment_link_event", "document"),
    index("payment_link_event", "email"),
    index("batch_item", "document"),
    index("batch_item", "email"),
  ]
}

const reminders = ({ int, keptByKey }: Words): ReadonlyArray<Statement> => [
  // One row for each message that was sent, is being sent, or was held back by a cap (`held_back_by`). It references nothing: the reminders of
  // a removed rule stay.
  sql`create table reminder (
    company_id ${int} not null,
    link_slug text not null,
    day text not null,
    rule_token text not null,
    held_back_by text,
    constraint reminder_key primary key (company_id, link_slug, day, rule_token)
  ) ${keptByKey}`,
]
