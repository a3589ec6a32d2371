/**
 * A company's customers, their saved cards, and which of them were erased.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const customers = ({ int, keptByKey, ownId, ownKey, ownKeyIndex }: Words): ReadonlyArray<Statement> => [
  // A company has one customer for each document. `email_key` finds an e-mail address however it is typed.
  sql`create table customer (
    id ${ownId},
    company_id ${int} not null references company (id),
    token text not null,
    document text not null,
    fullname text not null,
    email text not null,
    email_key text not null,
    telephone text not null,
    created_at ${int} not null,
    constraint customer_once_per_document unique (company_id, document)
    ${ownKey}
  )`,
  ...ownKeyIndex("customer"),
  sql`create index customer_by_email on customer (company_id, email_key, id)`,
  // Never the card's number: the acquirer keeps the card and gives a token for it.
  sql`create table saved_card (
    company_id ${int} not null,
    token text not null,
    customer_id ${int} not null,
    acquirer_token text not null,
    brand text not null,
    first_digits text not null,
    last_digits text not null,
    created_at ${int} not null,
    constraint saved_card_key primary key (company_id, token),
    constraint saved_card_customer foreign key (company_id, customer_id) references customer (company_id, id)
  ) ${keptByKey}`,
  sql`create index saved_card_of_customer on saved_card (company_id, customer_id)`,
  // The number of the customer and the time of the last erasure. No personal data.
  sql`create table erasure (
    company_id ${int} not null references company (id),
    customer_id ${int} not null,
    at ${int} not null,
    constraint erasure_key primary key (company_id, customer_id)
  ) ${keptByKey}`,
  // An erasure that is under way: it goes in pieces, and a crash may come between two of them. `orders_after` is how far it has come.
  sql`create table erasure_begun (
    company_id ${int} not null references company (id),
    customer_id ${int} not null,
    at ${int} not null,
    orders_after ${int} not null,
    counts text not null,
    constraint erasure_begun_key primary key (company_id, customer_id)
  ) ${keptByKey}`,
  // What is known of the person until the erasure ends: the document, e-mail address, telephone and name that links and batches are searched for.
  sql`create table erasure_clue (
    company_id ${int} not null,
    customer_id ${int} not null,
    kind text not null,
    value text not null,
    constraint erasure_clue_key primary key (company_id, customer_id, kind, value)
  ) ${keptByKey}`,
]
