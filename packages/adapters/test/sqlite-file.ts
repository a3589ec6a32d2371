/**
 * SQLite files that live as long as a test, and what is in them.
 */
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

/** The name of a file that is not there yet, in a folder that goes with the scope. */
export const freshFile = Effect.map(freshFolder, (folder) => join(folder, "vintem.db"))

/**
 * A file of its own in every build, brought up to date. Each is a copy of one that was migrated once: to migrate each would take most of
 * the time of the contracts, whose laws build a store for every run.
 */
export const layerFreshFile = Layer.unwrap(
  Effect.gen(function* () {
    const file = yield* freshFile
    yield* Effect.promise(async () => copyFile(await template(), file))
    return SqliteStorage.layer(file)
  }),
)

/** Made when it is first asked for; gone with the process. */
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

/** What a file has: its tables and indexes as they were made, the migrations it lacks, and how many companies. */
export const lookAt = (file: string) => {
  const raw = openDatabase(file)
  const schema = raw.prepare("select sql from sqlite_master where sql is not null order by name").pluck().all()
  const pending = pendingMigrations(raw)
  const isMade = raw.prepare("select 1 from sqlite_master where name = 'company'").get() !== undefined
  const companies = isMade ? raw.prepare("select count(*) from company").pluck().get() : 0
  raw.close()
  return { schema, pending, companies }
}
