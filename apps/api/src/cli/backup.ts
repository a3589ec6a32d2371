/** `vintem backup` copies the SQLite database into one file. `vintem restore` puts such a copy back. */
import { dirname } from "node:path"
import { type HeldByAnother, SqliteBackup } from "@vintem/adapters"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Configuration } from "../configuration/configuration.ts"
import { configured } from "../configured.ts"
import { makeFolder } from "../data-folder/data-folder.ts"
import { Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { noteBackup } from "../status/last-backup.ts"
import { progressTeller } from "./progress.ts"

const fileFlag = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (file) => (file === "" ? Option.none() : Option.some(file)),
      () => "the name of a file",
    ),
    Flag.withMetavar("FILE"),
  )

export const backup = Command.make(
  "backup",
  { to: fileFlag("to").pipe(Flag.withDescription("The file to create, in an existing folder")), json: jsonFlag },
  ({ to, json }) => configured(Effect.scoped(backedUp(to, json))),
).pipe(
  Command.withDescription(
    "Copy the SQLite database of DATABASE_URL into one file, even while the service runs. The copy has everything that was committed when it " +
      "began. The file gets its name after it is complete and verified. Nothing is overwritten.\n\n" +
      "The copy does not contain the secret key: keep VINTEM_SECRET_KEY, or the file `secret-key` next to the data, elsewhere. For " +
      "PostgreSQL, use its own tools.",
  ),
  Command.withShortDescription("Copy the database into one file, also while serving"),
)

export const restore = Command.make(
  "restore",
  { from: fileFlag("from").pipe(Flag.withDescription("A file made by vintem backup")), json: jsonFlag },
  ({ from, json }) => configured(Effect.scoped(restored(from, json))),
).pipe(
  Command.withDescription(
    "Restore a backup to the place that DATABASE_URL names. Stop the service first, and move the old files away: nothing is " +
      "overwritten.\n\n" +
      "The backup lacks later charges: `vintem charges unknown` lists them. Run it before you start the service.",
  ),
  Command.withShortDescription("Restore a backup as the database"),
)

const backedUp = Effect.fnUntraced(function* (to: string, isJson: boolean) {
  const from = yield* databaseFile
  const { at, bytes } = yield* refusing({ from, to }, SqliteBackup.backup({ from, to, onProgress: yield* progress }))
  const moment = new Date(at).toISOString()
  yield* noteBackup(from, { at: moment, file: to })
  yield* print(isJson, { file: to, bytes, at: moment }, () => [
    `${to} has everything that was committed until ${moment} (${megabytes(bytes)}). It does not contain the secret key: keep that elsewhere.`,
  ])
})

const restored = Effect.fnUntraced(function* (from: string, isJson: boolean) {
  const to = yield* databaseFile
  yield* makeFolder(dirname(to))
  const { bytes } = yield* refusing({ from, to }, SqliteBackup.restore({ from, to, onProgress: yield* progress }))
  yield* print(isJson, { file: to, bytes }, () => [
    `${to} is restored from ${from} (${megabytes(bytes)}). Next: vintem customer note, if customers were erased since; vintem check; vintem charges unknown, which lists later charges; then start the service.`,
  ])
})

/** The configured database file. */
const databaseFile = Effect.gen(function* () {
  const { database } = yield* Configuration
  switch (database._tag) {
    case "sqlite_file":
      return database.path
    case "sqlite_memory":
      return yield* new Refused({
        message: "DATABASE_URL names a database in memory: there is no file to copy.",
      })
    case "postgres":
      return yield* new Refused({
        message: "DATABASE_URL names PostgreSQL: use pg_basebackup or pg_dump, see docs/operations.md, “Backups”.",
      })
  }
})

const progress = Effect.map(
  progressTeller,
  ({ passing }) =>
    ({ pages, total }: SqliteBackup.PagesCopied) =>
      passing(
        pages / Math.max(total, 1),
        () => `${Math.floor((pages / Math.max(total, 1)) * 100)} % of ${total} pages`,
      ),
)

interface Files {
  readonly from: string
  readonly to: string
}

const refusing = <A, R>(files: Files, work: Effect.Effect<A, SqliteBackup.BackupFault | HeldByAnother, R>) =>
  Effect.mapError(work, (fault) => new Refused({ message: sentenceOf(fault, files) }))

const sentenceOf = (fault: SqliteBackup.BackupFault | HeldByAnother, { from, to }: Files): string => {
  switch (fault._tag) {
    case "FileExists":
      return fault.file === `${to}.part`
        ? `${fault.file} exists: another copy is running, or one was killed. Wait for it, or delete the file.`
        : `${fault.file} already exists, and was not overwritten. Move it away, or name another file.`
    case "NoFolder":
      return `There is no folder ${fault.folder}: create it, or name a file in another.`
    case "NoDatabase":
      return `${fault.file} is not a database of this service.`
    case "WrittenByLater":
      return `${fault.file} was migrated by a later version: use that one.`
    case "FileDamaged":
      return fault.file === from
        ? `${from} is damaged (${fault.detail}): take another backup.`
        : `The copy of ${from} was damaged (${fault.detail}) and has been deleted: check the disk, and run vintem check on ${from}.`
    case "FileFailed":
      return `${fault.file}: ${fault.cause instanceof Error ? fault.cause.message : String(fault.cause)}`
    case "HeldByAnother":
      return `A service is running on ${fault.file}: stop it first.`
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
