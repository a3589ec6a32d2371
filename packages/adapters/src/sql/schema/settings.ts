/**
 * What all processes share: the check of the secret key, the sandbox's clock, the progress of a copy. Never a secret: it would lie beside the
 * data that it protects.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const settings = ({ keptByKey }: Words): ReadonlyArray<Statement> => [
  sql`create table setting (
    name text primary key,
    value text not null
  ) ${keptByKey}`,
]
