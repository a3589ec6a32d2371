/**
 * Databases as earlier versions left them: migrated as far as one step, and no further.
 */
import { Kysely, PostgresDialect } from "kysely"
import { Migrator } from "kysely/migration"
import { Pool } from "pg"
import { postgres } from "../src/sql/engine/dialect.ts"
import { migrations } from "../src/sql/migrations/migrations.ts"

export const levels = Object.keys(migrations(postgres))

export const migratedAsFarAs = async (url: string, level: string): Promise<void> => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
  })
  const provider = { getMigrations: async () => ({ ...migrations(postgres) }) }
  const { error } = await new Migrator({ db, provider }).migrateTo(level)
  await db.destroy()
  if (error !== undefined) throw error
}
