/** The tables of the hand-written server: most have keys that follow from the order's id, and so one tree each. */
import { hash } from "node:crypto"
import BetterSqlite from "better-sqlite3"

const tables = `
create table companies (id integer primary key, name text not null);
create table api_keys (id integer primary key, company_id integer not null references companies (id), hash text not null unique);
create table counters (company_id integer primary key, orders integer not null);
create table customers (id integer primary key, token text not null, company_id integer not null, taxvat text not null,
  fullname text not null, email text not null, telephone text not null, created_at integer not null, updated_at integer not null);
create unique index customers_taxvat on customers (company_id, taxvat);
create table orders (id integer primary key, company_id integer not null, company_seq integer not null, token text not null,
  order_number text not null, public_key text not null, customer_id integer not null, status text not null, version integer not null,
  origin text not null, src text, ref text, method text not null, installments integer not null, subtotal integer not null,
  discount integer not null, fee integer not null, total integer not null, net integer not null, address text not null,
  card_id integer, created_at integer not null, updated_at integer not null);
create unique index orders_list on orders (company_id, company_seq);
create index orders_status on orders (company_id, status, company_seq);
create index orders_customer on orders (customer_id);
create index orders_src on orders (company_id, src) where src is not null;
create index orders_ref on orders (company_id, ref) where ref is not null;
-- 64 times the order's id, and the position
create table order_items (id integer primary key, product_id integer, sku text not null, title text not null,
  unit_price integer not null, price_cost integer, quantity integer not null);
create table attempts (id integer primary key, idempotency_key text not null, method text not null, amount integer not null,
  installments integer not null, status text not null, tid text, nsu text, created_at integer not null, updated_at integer not null);
-- 4096 times the order's id, and the sequence
create table events (id integer primary key, kind text not null, data text not null, at integer not null);
create table outbox (id integer primary key, order_id integer not null, event text not null, payload text not null,
  state integer not null, tries integer not null, due_at integer not null);
create index outbox_due on outbox (due_at) where state = 0;
create table cards (id integer primary key, token text not null, company_id integer not null, customer_id integer not null,
  brand text not null, last_digits text not null, expiration text not null, reference text not null, created_at integer not null);`

/** Makes a file with one company and its API key. */
export const makeTables = (file: string, key: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("journal_mode = WAL")
  database.exec(tables)
  database.exec("insert into companies values (1, 'Loja'); insert into counters values (1, 0)")
  database.prepare("insert into api_keys values (1, 1, ?)").run(hash("sha256", key))
  database.close()
}
