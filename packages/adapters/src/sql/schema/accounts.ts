/**
 * Accounts at institutions.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const accounts = ({ int }: Words): ReadonlyArray<Statement> => [
  // `company_id` is 0 for an account that companies share, so that it begins the key. `credentials` is sealed under the service's secret key.
  sql`create table acquirer_account (
    company_id ${int} not null,
    name text not null,
    profile text not null,
    environment text not null,
    base_url text not null,
    token_url text not null,
    ca text,
    credentials text not null,
    created_at ${int} not null,
    rotated_at ${int} not null,
    primary key (company_id, name)
  )`,
]
