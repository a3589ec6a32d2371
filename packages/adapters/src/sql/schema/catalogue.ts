/**
 * A company's catalogue: products, the checkouts that sell them, coupons, and which orders use a coupon.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const catalogue = ({ int, keptByKey, ownId, ownKey, ownKeyIndex }: Words): ReadonlyArray<Statement> => [
  sql`create table product (
    id ${ownId},
    company_id ${int} not null references company (id),
    sku text not null,
    title text not null,
    unit_price ${int} not null,
    price_cost ${int},
    created_at ${int} not null
    ${ownKey}
  )`,
  ...ownKeyIndex("product"),
  // JSON: `recurrence`, of a checkout that sells subscriptions.
  sql`create table checkout (
    id ${ownId},
    company_id ${int} not null references company (id),
    slug text not null,
    title text not null,
    product_id ${int} not null,
    quantity ${int} not null,
    recurrence text,
    redirect_after_success text,
    created_at ${int} not null,
    constraint checkout_once_per_slug unique (company_id, slug),
    constraint checkout_product foreign key (company_id, product_id) references product (company_id, id)
    ${ownKey}
  )`,
  ...ownKeyIndex("checkout"),
  sql`create index checkout_of_product on checkout (company_id, product_id)`,
  // `uses` counts the rows of `coupon_use` that count. `kept_uses` are those left from before `max_uses` was lowered: they are no breach.
  sql`create table coupon (
    id ${ownId},
    company_id ${int} not null references company (id),
    code text not null,
    code_key text not null,
    percent ${int},
    amount ${int},
    expires_at ${int},
    max_uses ${int},
    uses ${int} not null,
    kept_uses ${int} not null,
    created_at ${int} not null,
    constraint coupon_once_per_code unique (company_id, code_key)
    ${ownKey}
  )`,
  ...ownKeyIndex("coupon"),
  // It references nothing: a use is written before its order, whose total depends on it, and it outlives a removed coupon.
  sql`create table coupon_use (
    company_id ${int} not null,
    order_number text not null,
    coupon_id ${int} not null,
    is_counted ${int} not null,
    constraint coupon_use_key primary key (company_id, order_number)
  ) ${keptByKey}`,
]
