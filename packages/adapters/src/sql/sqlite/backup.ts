/**
 * An SQLite database as one file, taken while others write to it, and put back in its place.
 *
 * Pages are copied as of one moment: a read transaction stays open all the time. Without it, SQLite would begin again
 * whenever another process commits, and next to a busy service it would never end. Meanwhile the log of the database
 * cannot be emptied, and grows with every write.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import BetterSqlite from "better-sqlite3"
import { Clock, Effect, Schema } from "effect"
import { createOwnerOnly } from "../../node/owner-only.ts"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { booksFile, databaseFiles, openReadOnly } from "./database.ts"
import { type HeldByAnother, serviceLock } from "./service-lock.ts"

/** A file exists at the new file's path. A backup never overwrites one: move it away first. */
export class FileExists extends Schema.TaggedError<FileExists>()("FileExists", { file: Schema.String }) {}

/** There is no database of this service. */
export class NoDatabase extends Schema.TaggedError<NoDatabase>()("NoDatabase", { file: Schema.String }) {}

/** A later version has written the database: that version can read it. */
export class WrittenByLater extends Schema.TaggedError<WrittenByLater>()("WrittenByLater", { file: Schema.String }) {}

/** SQLite found the file damaged. */
export class FileDamaged extends Schema.TaggedError<FileDamaged>()("FileDamaged", {
  file: Schema.String,
  detail: Schema.String,
}) {}

/** The folder of the new file is not there. */
export class NoFolder extends Schema.TaggedError<NoFolder>()("NoFolder", { folder: Schema.String }) {}

/** The operating system or SQLite failed: no space, no permission. */
export class FileFailed extends Schema.TaggedError<FileFailed>()("FileFailed", {
  file: Schema.String,
  cause: Schema.Defect(),
}) {}

/** Why a file was not made. No part of it is left, and nothing else was changed. */
export type BackupFault = FileExists | NoFolder | NoDatabase | WrittenByLater | FileDamaged | FileFailed

/** How far a copy is. Pages have 4096 bytes as a rule. */
export interface PagesCopied {
  readonly pages: number
  readonly total: number
}

/**
 * The setting that stores a backup's moment, milliseconds since 1970: the backup has all earlier commits. After a
 * restore, look for missing data from this moment on.
 */
export const backedUpAt = "backed_up_at"

/** The source and the target of a copy. */
export interface BackupOptions {
  readonly from: string
  /** A path that does not exist yet, in an existing folder. */
  readonly to: string
  /** Called after about every 8 MiB. */
  readonly onProgress: (progress: PagesCopied) => Effect.Effect<void>
}

/** What was copied. */
export interface BackupSummary {
  /** Size of the file, and of the one beside it. */
  readonly bytes: number
  /** The moment of the copy, milliseconds since 1970: earlier commits are in it. */
  readonly at: number
}

/**
 * Copies a database, also one in use, into a file that only its owner can read. The file gets its name once it is whole, on the disk and
 * checked. The simulated acquirer's books beside the database, if there are any, go beside the file: their moment is the later one, so they
 * have each charge that the database knows of.
 */
export const backup = Effect.fn("sqlite.backup")(function* (options: BackupOptions) {
  return yield* copiedWithBooks({ ...options, check: "quick_check", isDated: true })
})

/**
 * Puts a copy at a path without a database. No service may run on that file, and no other SQLite files may be left
 * there: SQLite would read the log of another database as this one's.
 */
export const restore = Effect.fn("sqlite.restore")(function* ({ from, onProgress, to }: BackupOptions) {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      yield* Effect.catchTag(serviceLock(to), "StorageUnavailable", ({ cause }) => new FileFailed({ file: to, cause }))
      for (const file of [...databaseFiles(to), ...databaseFiles(booksFile(to))]) yield* refuseExisting(file)
      return yield* copiedWithBooks({ from, to, onProgress, check: "integrity_check", isDated: false })
    }),
  ) satisfies Effect.Effect<BackupSummary, BackupFault | HeldByAnother>
})

interface Copying extends BackupOptions {
  /** How the copy is checked: `quick_check` does not compare indexes with their tables. */
  readonly check: "quick_check" | "integrity_check"
  /** Whether the copy stores the moment it is made, or keeps the one it has. */
  readonly isDated: boolean
}

const copiedWithBooks = Effect.fnUntraced(function* (copying: Copying) {
  const [from, to] = [booksFile(copying.from), booksFile(copying.to)]
  if (!(yield* Effect.sync(() => existsSync(from)))) return yield* copied(copying, "kysely_migration")
  yield* refuseExisting(to)
  let booksBytes = 0
  const { at, bytes } = yield* copied(
    copying,
    "kysely_migration",
    Effect.map(copied({ ...copying, from, to, isDated: false }, "charge"), (books) => {
      booksBytes = books.bytes
    }),
  )
  return { at, bytes: bytes + booksBytes } satisfies BackupSummary
})

/**
 * @param table - if the source lacks it, it is no database of ours
 * @param beforeNamed - runs after the copy is complete, and before it gets its name
 */
const copied = Effect.fnUntraced(function* (
  { check, from, isDated, onProgress, to }: Copying,
  table: string,
  beforeNamed: Effect.Effect<void, BackupFault> = Effect.void,
) {
  yield* refuseExisting(to)
  const draft = `${to}.part`
  return yield* Effect.scoped(
    Effect.gen(function* () {
      // Read first: commits made while the database is opened may be in the copy or not.
      const at = yield* Clock.currentTimeMillis
      const source = yield* Effect.acquireRelease(opened(from, table), (database) =>
        Effect.sync(() => database.close()),
      )
      yield* Effect.acquireRelease(made(draft), () => Effect.sync(() => discard(draft)))
      yield* pagesCopied(source, draft, onProgress)
      yield* finished(draft, { check, moment: isDated ? at : null })
      yield* beforeNamed
      const bytes = yield* placed(draft, to)
      return { bytes, at } satisfies BackupSummary
    }),
  )
})

const refuseExisting = (file: string) =>
  Effect.flatMap(
    Effect.sync(() => statSync(file, { throwIfNoEntry: false })),
    (found) => (found === undefined ? Effect.void : Effect.fail(new FileExists({ file }))),
  )

/** With its moment fixed: the state is that of the first read. */
const opened = (file: string, table: string) =>
  Effect.try({
    try: () => {
      const database = openReadOnly(file)
      try {
        database.exec("begin")
        const isOurs = database.prepare("select 1 from sqlite_master where name = ?").get(table)
        if (isOurs === undefined) throw new NoDatabase({ file })
        return database
      } catch (cause) {
        database.close()
        throw cause
      }
    },
    catch: (cause) => faultOfSource(file, cause),
  })

const faultOfSource = (file: string, cause: unknown): BackupFault => {
  if (cause instanceof NoDatabase) return cause
  if (cause instanceof DatabaseIsNewer) return new WrittenByLater({ file })
  if (cause instanceof BetterSqlite.SqliteError) {
    if (cause.code === "SQLITE_NOTADB") return new NoDatabase({ file })
    if (cause.code.startsWith("SQLITE_CORRUPT")) return new FileDamaged({ file, detail: cause.message })
    if (cause.code === "SQLITE_CANTOPEN" && statSync(file, { throwIfNoEntry: false }) === undefined) {
      return new NoDatabase({ file })
    }
  }
  return new FileFailed({ file, cause })
}

/** An empty file that only its owner can read. If it exists, another copy is under way or was killed. */
const made = (file: string) =>
  Effect.try({
    try: () => createOwnerOnly(file),
    catch: (cause) => {
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined
      if (code === "EEXIST") return new FileExists({ file })
      return code === "ENOENT" ? new NoFolder({ folder: dirname(file) }) : new FileFailed({ file, cause })
    },
  })

/** Nothing is left of a copy that did not get its name. */
const discard = (draft: string): void => {
  for (const file of databaseFiles(draft)) rmSync(file, { force: true })
}

/** About 8 MiB: rare enough to cost little, often enough to show progress and to be interrupted. */
const pagesAtOnce = 2_000

const pagesCopied = Effect.fnUntraced(function* (
  source: BetterSqlite.Database,
  draft: string,
  onProgress: BackupOptions["onProgress"],
) {
  const tell = Effect.runForkWith(yield* Effect.context<never>())
  yield* Effect.tryPromise({
    try: (signal) =>
      source.backup(draft, {
        progress: ({ remainingPages, totalPages }) => {
          signal.throwIfAborted()
          tell(onProgress({ pages: totalPages - remainingPages, total: totalPages }))
          return pagesAtOnce
        },
      }),
    catch: (cause) => new FileFailed({ file: draft, cause }),
  })
})

interface Finish {
  readonly check: Copying["check"]
  /** Null if the copy keeps the moment it has. */
  readonly moment: number | null
}

const date = (database: BetterSqlite.Database, moment: number): void => {
  database
    .prepare("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value")
    .run(backedUpAt, String(moment))
}

/** A single file without a log, checked, and on the disk. */
const finished = Effect.fnUntraced(function* (draft: string, { check, moment }: Finish) {
  const detail = yield* Effect.try({
    try: () => {
      const database = new BetterSqlite(draft, { fileMustExist: true })
      try {
        database.pragma("journal_mode = DELETE") // otherwise every reader leaves a log next to it
        if (moment !== null) date(database, moment)
        return String(database.pragma(`${check}(1)`, { simple: true }))
      } finally {
        database.close()
      }
    },
    catch: (cause) => new FileFailed({ file: draft, cause }),
  })
  if (detail !== "ok") return yield* new FileDamaged({ file: draft, detail })
})

/** Gives the copy its name, for good once the folder is on the disk too. @returns its size */
const placed = (draft: string, to: string) =>
  Effect.try({
    try: () => {
      onDisk(draft)
      renameSync(draft, to)
      onDisk(dirname(to))
      return statSync(to).size
    },
    catch: (cause) => new FileFailed({ file: to, cause }),
  })

const onDisk = (name: string): void => {
  const handle = openSync(name, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
