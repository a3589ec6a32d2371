/**
 * What all processes share: the check of the secret key, the sandbox's clock, the progress of a copy. Never a secret: it would lie beside the
 * data that it protects. And what each has written to know that it can.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const settings = ({ int, keptByKey }: Words): ReadonlyArray<Statement> => [
  sql`create table setting (
    name text primary key,
    value text not null
  ) ${keptByKey}`,
  // The last write that each process tried, see tried-write.ts: a row a process.
  sql`create table tried_write (
    id text primary key,
    at ${int} not null,
    filling text not null
  )`,
]
