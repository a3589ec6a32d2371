/**
 * A job that is held leaves the indexes of those that are ready, and is found by when its lease runs out: to claim it and to end it
 * changes three entries of indexes each, where it changed five.
 */
import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const heldJobs = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const index = async (name: string, columns: ReadonlyArray<string>, condition: RawBuilder<boolean>) => {
      await db.schema.dropIndex(name).execute()
      await db.schema
        .createIndex(name)
        .on("job")
        .columns([...columns])
        .where(condition)
        .execute()
    }
    const isFree = sql<boolean>`died_at is null and stands_behind = 0 and lease is null`
    await index("job_ready", ["lane", "ready_at", "id"], isFree)
    await index("job_ready_of_company", ["lane", "company_id", "ready_at", "id"], isFree)
    await index("job_held", ["lane", "ready_at", "id"], sql<boolean>`lease is not null`)
  },
})
