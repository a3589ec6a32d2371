/**
 * The lock that one service at a time holds for an SQLite file. Two services would each assume that the other's jobs
 * belong to a dead process.
 *
 * It is an exclusive transaction on an empty file next to the data. The operating system ends it with the process, even after `kill -9`, so
 * that nothing is left to clean up. The file itself stays: deleting it would let two processes lock two files of one name. Commands that do
 * not serve need no lock, and run while the service does.
 */
import { readlinkSync, realpathSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { StorageUnavailable } from "@vintem/domain/ports"
import BetterSqlite from "better-sqlite3"
import { Effect, Schema, type Scope } from "effect"
import { createOwnerOnly, restrictToOwner } from "../../node/owner-only.ts"
import { faultOf, isLocked } from "./result-code.ts"

/** Another service holds the lock. It may be ending: try again for a while, and start nothing before. */
export class HeldByAnother extends Schema.TaggedError<HeldByAnother>()("HeldByAnother", {
  /** The data, by its full path without symbolic links. */
  file: Schema.String,
}) {}

/**
 * Takes the lock, until the scope closes or the process ends. Does not wait.
 *
 * @param filename - the data, which need not be there yet, in a folder that is
 */
export const serviceLock: (filename: string) => Effect.Effect<void, HeldByAnother | StorageUnavailable, Scope.Scope> =
  Effect.fnUntraced(function* (filename) {
    const file = yield* Effect.try({ try: () => fileBehind(filename), catch: unavailable })
    yield* Effect.acquireRelease(
      Effect.try({
        try: () => lock(`${file}-lock`),
        catch: (cause) => (isLocked(cause) ? new HeldByAnother({ file }) : unavailable(cause)),
      }),
      (held) => Effect.sync(() => held.close()),
    )
  })

const unavailable = (cause: unknown) =>
  new StorageUnavailable({
    fault: cause instanceof BetterSqlite.SqliteError ? faultOf(cause) : "unreachable",
    operation: "sqlite.lock",
    cause,
  })

const lock = (name: string): BetterSqlite.Database => {
  makeEmpty(name)
  restrictToOwner(name) // a user who can read it could lock it, and no service would start any more
  const database = new BetterSqlite(name, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma("journal_mode = MEMORY") // nothing is written, and it needs no journal next to it
    database.exec("begin exclusive")
  } catch (cause) {
    database.close()
    throw cause
  }
  return database
}

/**
 * Makes the file if there is none. An existing one is not opened: closing it would end the lock that this process may hold on it (POSIX:
 * a process loses its locks on a file as soon as it closes any of its descriptors).
 */
const makeEmpty = (name: string): void => {
  try {
    createOwnerOnly(name)
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause
  }
}

/** The file that SQLite opens under a name: however it is spelt, and whatever links lead to it, there is one lock. */
const fileBehind = (name: string): string => {
  try {
    return realpathSync(name)
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause
  }
  const folder = realpathSync(dirname(name))
  const target = targetOfLink(join(folder, basename(name)))
  return target === null ? join(folder, basename(name)) : fileBehind(resolve(folder, target))
}

/** The target of a link whose target does not exist yet; null if there is no link. */
const targetOfLink = (name: string): string | null => {
  try {
    return readlinkSync(name)
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause
    return null
  }
}

const codeOf = (cause: unknown): unknown => (cause instanceof Error && "code" in cause ? cause.code : undefined)
