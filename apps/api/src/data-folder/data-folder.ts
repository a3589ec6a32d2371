/**
 * The folder of the database file, where a sandbox stores the secrets that it prints once, and who may read that
 * folder.
 */
import { dirname, join, resolve } from "node:path"
import { makeOwnerOnlyFolder, openToOthers, restrictToOwner, SqliteDatabase } from "@vintem/adapters"
import { Effect, Option, Schema } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { databaseLocationKind } from "../configuration/database-location.ts"
import { variables } from "../configuration/variables.ts"

/** The folder of the database file could not be made. */
export class FolderUnavailable extends Schema.TaggedError<FolderUnavailable>()("FolderUnavailable", {
  folder: Schema.String,
  cause: Schema.Defect(),
}) {}

/** The files that a sandbox stores next to its database. */
export const keptFiles = {
  adminToken: "admin-token",
  demoKey: "demo-api-key",
  demoOwner: "demo-owner",
  secretKey: "secret-key",
} as const

/** Null for a database in memory, and for one on a server. */
export const dataFolder = ({ database }: Pick<Settings, "database">): string | null =>
  database._tag === "sqlite_file" ? dirname(database.path) : null

/**
 * Creates a missing folder for its owner alone; if root creates it, it belongs to the parent folder's owner. An
 * existing folder keeps its permissions: somebody chose them. Only the default folder is restricted as well.
 */
export const makeFolder = (folder: string) =>
  Effect.try({
    try: () => makeOwnerOnlyFolder(folder),
    catch: (cause) => new FolderUnavailable({ folder, cause }),
  }).pipe(Effect.tap(closeIfDefault(folder)))

const closeIfDefault = (folder: string) =>
  Effect.sync(() => {
    if (resolve(folder) === defaultFolder()) restrictToOwner(folder)
  })

/** Restricts the sandbox's files to their owner, whoever created them. The database restricts its own files. */
export const closeKeptFiles = (settings: Settings) =>
  Effect.sync(() => {
    const folder = dataFolder(settings)
    if (folder !== null) for (const name of Object.values(keptFiles)) restrictToOwner(join(folder, name))
  })

/** Logs what other users can still read or change: the folder is shared, or another user owns the files. */
export const warnOfOpenData = Effect.fnUntraced(function* (settings: Settings) {
  const { database } = settings
  const folder = dataFolder(settings)
  if (database._tag !== "sqlite_file" || folder === null) return
  const files = [
    ...[database.path, SqliteDatabase.booksFile(database.path)].flatMap(SqliteDatabase.databaseFiles),
    ...Object.values(keptFiles).map((name) => join(folder, name)),
  ]
  const open = yield* Effect.sync(() => files.filter((file) => openToOthers(file).canUse))
  if (open.length > 0) {
    yield* Effect.logWarning("other users can read these files: make the service their owner, with mode 600", {
      open,
    })
  }
  if (yield* Effect.sync(() => openToOthers(folder).canWrite)) {
    yield* Effect.logWarning("other users can write to the data folder and replace its files: give it mode 700", {
      folder,
    })
  }
})

/** The default folder of the data; undefined if the data is in no file. */
const defaultFolder = (): string | undefined => {
  const location = Option.getOrNull(databaseLocationKind.parse(variables.database.defaults.sandbox))
  return location?._tag === "sqlite_file" ? resolve(dirname(location.path)) : undefined
}
