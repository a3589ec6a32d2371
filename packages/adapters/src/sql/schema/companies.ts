/**
 * Companies, their API keys, and how they read sheets.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const companies = ({ id, int }: Words): ReadonlyArray<Statement> => [
  // `code` begins the names of the company's orders and links: a name without a company leads to its company by it. JSON: `fees` and `pages`, which are read whole. `minimum_installment` is null if the company sets no minimum.
  sql`create table company (
    id ${id},
    code text not null unique,
    name text not null,
    document text,
    city text not null,
    logo_url text,
    under_moderation ${int} not null,
    block_cloud ${int},
    fees text not null,
    minimum_installment ${int},
    pages text not null,
    created_at ${int} not null
  )`,
  // The key itself is stored nowhere: a request's key is hashed and found by its hash. JSON: `scopes`.
  sql`create table api_key (
    id ${id},
    company_id ${int} not null references company (id),
    name text not null,
    hash text not null unique,
    last_digits text not null,
    scopes text not null,
    expires_at ${int},
    last_used_at ${int},
    created_at ${int} not null,
    revoked_at ${int}
  )`,
  sql`create index api_key_of_company on api_key (company_id, id) where revoked_at is null`,
  // JSON: what the columns of a company's sheets hold, by the names of the columns.
  sql`create table sheet_mapping (
    company_id ${int} primary key references company (id),
    mappings text not null
  )`,
]
