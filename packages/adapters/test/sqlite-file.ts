/** SQLite files that live as long as a test, and their content. */
import { rmSync } from "node:fs"
import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { migrate, openDatabase, pendingMigrations } from "../src/sql/sqlite/database.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"

const freshFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "vintem-sqlite-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true })),
)

/** The name of a missing file, in a folder that ends with the scope. */
export const freshFile = Effect.map(freshFolder, (folder) => join(folder, "vintem.db"))

/**
 * A new, migrated file in every build. Each is a copy of one that was migrated once: migrating each would take most of
 * the time of the contracts, whose laws build a store for every run.
 */
export const layerFreshFile = Layer.unwrap(
  Effect.gen(function* () {
    const file = yield* freshFile
    yield* Effect.promise(async () => copyFile(await template(), file))
    return SqliteStorage.layer(file)
  }),
)

/** Created at its first use; gone with the process. */
const template = (): Promise<string> => {
  made ??= makeTemplate()
  return made
}

let made: Promise<string> | undefined

const makeTemplate = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "vintem-sqlite-template-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "vintem.db")
  await migrate(file)
  return file
}

/** A file's tables and indexes, the migrations that it lacks, and its number of companies. */
export const lookAt = (file: string) => {
  const raw = openDatabase(file)
  const schema = raw.prepare("select sql from sqlite_master where sql is not null order by name").pluck().all()
  const pending = pendingMigrations(raw)
  const isMade = raw.prepare("select 1 from sqlite_master where name = 'company'").get() !== undefined
  const companies = isMade ? raw.prepare("select count(*) from company").pluck().get() : 0
  raw.close()
  return { schema, pending, companies }
}
