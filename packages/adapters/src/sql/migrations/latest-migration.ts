/**
 * The level that a database has for this version of the service.
 */
import { sqlite } from "../engine/dialect.ts"
import { migrations } from "./migrations.ts"

/** The name of the latest migration, which is one for both engines. */
export const latestMigration: string = Object.keys(migrations(sqlite)).toSorted().at(-1) ?? ""
