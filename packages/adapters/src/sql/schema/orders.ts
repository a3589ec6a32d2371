/**
 * Orders with their attempts and their log, and the sums that lists and the overview read instead of counting.
 *
 * Each filter of the list of orders has its index. An index ends in the order of the list: `placed_at`, then `id`.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const orders = ({ int, keptByKey, ownId, ownKey, ownReference }: Words): ReadonlyArray<Statement> => [
  // `details` (JSON) is written once; `progress` (JSON) is what was learned since. `version` is compared and increased by each save.
  // `figures` is what the order counts for in the sums of its day: JSON, a list of [kind, method, reason, count, amount].
  // `updated_at` repeats the time of the last change in `progress`.
  sql`create table orders (
    id ${ownId},
    number text not null,
    company_id ${int} not null references company (id),
    public_key text not null,
    status text not null,
    version ${int} not null,
    src text,
    ref text,
    customer_id ${int} not null,
    document text not null,
    placed_at ${int} not null,
    details text not null,
    progress text not null,
    figures text not null,
    updated_at ${int} not null,
    constraint orders_once_per_number unique (company_id, number),
    constraint orders_once_per_public_key unique (company_id, public_key),
    constraint orders_customer foreign key (company_id, customer_id) references customer (company_id, id)
    ${ownKey}
  )`,
  sql`create index orders_of_company on orders (company_id, placed_at, id)`,
  sql`create index orders_by_status on orders (company_id, status, placed_at, id)`,
  sql`create index orders_by_document on orders (company_id, document, placed_at, id)`,
  sql`create index orders_by_src on orders (company_id, src, placed_at, id) where src is not null`,
  sql`create index orders_by_ref on orders (company_id, ref, placed_at, id) where ref is not null`,
  // It has what the list is sorted by: the orders that changed in a period are counted and sorted without their rows.
  sql`create index orders_by_change on orders (company_id, updated_at, placed_at, id)`,
  sql`create index orders_of_customer on orders (company_id, customer_id, id)`,
  // One row for each product that an order has items of: the list filters by product.
  sql`create table order_product (
    company_id ${int} not null,
    product_id ${int} not null,
    placed_at ${int} not null,
    order_id ${int} not null,
    constraint order_product_key primary key (company_id, product_id, placed_at, order_id)
    ${ownReference("order_id", "orders")}
  ) ${keptByKey}`,
  // `key` is what the acquirer knows an attempt by. `unanswered_since`: when an attempt began that only the process knows of that asks the
  // acquirer. It is null once the outcome was reported, or once a job asks for it.
  sql`create table order_attempt (
    company_id ${int} not null,
    key text not null,
    order_number text not null,
    in_flight ${int} not null,
    unanswered_since ${int},
    constraint order_attempt_key primary key (company_id, key),
    constraint order_attempt_order foreign key (company_id, order_number) references orders (company_id, number)
  ) ${keptByKey}`,
  // The database refuses a second attempt in flight, whatever the program does.
  sql`create unique index one_attempt_in_flight on order_attempt (company_id, order_number) where in_flight = 1`,
  sql`create index order_attempt_unanswered on order_attempt (unanswered_since) where unanswered_since is not null`,
  // What was asked of institutions under each key, and answered. It has no personal data.
  sql`create table booked_charge (
    company_id ${int} not null,
    key text not null,
    charge text,
    answer text,
    is_voided ${int} not null,
    constraint booked_charge_key primary key (company_id, key)
  ) ${keptByKey}`,
  sql`create table booked_refund (
    company_id ${int} not null,
    charge_key text not null,
    key text not null,
    amount ${int} not null,
    answer text,
    is_final ${int} not null,
    constraint booked_refund_key primary key (company_id, charge_key, key)
  ) ${keptByKey}`,
  sql`create table order_event (
    company_id ${int} not null,
    order_number text not null,
    sequence ${int} not null,
    at ${int} not null,
    type text not null,
    body text not null,
    constraint order_event_key primary key (company_id, order_number, sequence),
    constraint order_event_order foreign key (company_id, order_number) references orders (company_id, number)
  )`,
]
