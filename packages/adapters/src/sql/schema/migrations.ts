/**
 * The steps from an empty database to the tables of today, in order. A step is never changed once it is released. Until 0.1.0 is tagged there is
 * one, which is edited in place.
 */
import type { Migration } from "kysely/migration"
import { type Dialect, sqlite } from "../engine/dialect.ts"
import { schema } from "./schema.ts"

export const migrations = (dialect: Dialect): Readonly<Record<string, Migration>> => ({
  "0001-schema": schema(dialect),
})

/** The level of a database that this version has migrated: the name of the last step, the same for both engines. */
export const latestMigration: string = Object.keys(migrations(sqlite)).toSorted().at(-1) ?? ""
