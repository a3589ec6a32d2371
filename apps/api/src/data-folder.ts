/**
 * The folder beside the database file: where a sandbox keeps what it prints once, and who may look into it.
 */
import { mkdir } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { keepToOwner, openToOthers, ownerOnlyFolderMode, SqliteDatabase } from "@vintem/adapters"
import { Effect, Option, Schema } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { databaseLocationKind } from "./configuration/database-location.ts"
import { variables } from "./configuration/variables.ts"

/** The folder of the database file could not be made. */
export class FolderUnavailable extends Schema.TaggedError<FolderUnavailable>()("FolderUnavailable", {
  folder: Schema.String,
  cause: Schema.Defect(),
}) {}

/** The files that a sandbox keeps beside its database. */
export const keptFiles = {
  adminToken: "admin-token",
  demoKey: "demo-api-key",
  demoOwner: "demo-owner",
  secretKey: "secret-key",
} as const

/** Null for a database that is forgotten with the process, and for one that is elsewhere. */
export const dataFolder = ({ database }: Pick<Settings, "database">): string | null =>
  database._tag === "sqlite_file" ? dirname(database.path) : null

/**
 * Makes a folder for its owner alone where there is none. One that is there stays as it is: somebody has chosen who may use it. Only the
 * default one is nobody's choice, and is taken from all others too.
 */
export const makeFolder = (folder: string) =>
  Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true, mode: ownerOnlyFolderMode }),
    catch: (cause) => new FolderUnavailable({ folder, cause }),
  }).pipe(Effect.tap(closeIfDefault(folder)))

const closeIfDefault = (folder: string) =>
  Effect.sync(() => {
    if (resolve(folder) === defaultFolder()) keepToOwner(folder)
  })

/** Takes what a sandbox has kept from everybody else, also what an earlier version left open; the database sees to its own files. */
export const closeKeptFiles = (settings: Settings) =>
  Effect.sync(() => {
    const folder = dataFolder(settings)
    if (folder !== null) for (const name of Object.values(keptFiles)) keepToOwner(join(folder, name))
  })

/** Says in the log what others can still read or change, be it that the folder is theirs too or that the files are another user's. */
export const warnOfOpenData = Effect.fnUntraced(function* (settings: Settings) {
  const { database } = settings
  const folder = dataFolder(settings)
  if (database._tag !== "sqlite_file" || folder === null) return
  const files = [
    ...SqliteDatabase.databaseFiles(database.path),
    ...Object.values(keptFiles).map((name) => join(folder, name)),
  ]
  const open = yield* Effect.sync(() => files.filter((file) => openToOthers(file).canUse))
  if (open.length > 0) {
    yield* Effect.logWarning("others can read what is kept here: make these files the service's own, with mode 600", {
      open,
    })
  }
  if (yield* Effect.sync(() => openToOthers(folder).canWrite)) {
    yield* Effect.logWarning("others can write to the data folder, and replace what is in it: give it mode 700", {
      folder,
    })
  }
})

/** Where the data is unless somebody says otherwise; undefined where it is in no file. */
const defaultFolder = (): string | undefined => {
  const location = Option.getOrNull(databaseLocationKind.parse(variables.database.defaults.sandbox))
  return location?._tag === "sqlite_file" ? resolve(dirname(location.path)) : undefined
}
