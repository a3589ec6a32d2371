/**
 * The books of the simulated acquirer, an institution of its own: no query of the service touches them.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const simulatedBooks = ({ int, keptByKey }: Words): ReadonlyArray<Statement> => [
  // `made_at` is null for a key that was voided before a charge came under it.
  sql`create table simulated_charge (
    key text primary key,
    version ${int} not null,
    body text not null,
    made_at ${int}
  ) ${keptByKey}`,
  sql`create index simulated_charge_by_time on simulated_charge (made_at, key)`,
  sql`create table simulated_card (
    token text primary key,
    body text not null
  ) ${keptByKey}`,
]
