/**
 * The messages where the service cannot do its work as it is configured: one line each, with what to do.
 */
import { DatabaseIsNewer, PoolerKeepsNoSession, PostgresFailure } from "@vintem/adapters"
import type { StorageFault, StorageUnavailable } from "@vintem/domain/ports"
import { Predicate } from "effect"
import type { HttpServerError } from "effect/http"
import { variables } from "../configuration/variables.ts"
import type { AdminTokenUnusable } from "../data-folder/admin-token.ts"
import type { SecretFileUnavailable } from "../data-folder/kept-secret.ts"
import type { SecretKeyRefused } from "../data-folder/secret-key.ts"
import type { PagesNotBuilt } from "../http/pages/built-pages.ts"

/**
 * The storage cannot be used. It leaves out the URL, which holds the password.
 *
 * @param chosenBy - the variable or the flag that names the database
 */
export const storageSentence = (
  { cause, fault, operation }: StorageUnavailable,
  chosenBy = variables.database.name,
): string => {
  if (cause instanceof DatabaseIsNewer) return newerSentence
  if (cause instanceof PoolerKeepsNoSession) return `${cause.message} ${poolerAdvice(chosenBy)}`
  if (!(cause instanceof PostgresFailure)) {
    return `The storage failed (${operation}): ${String(cause)}. ${fileAdvice(chosenBy)[fault] ?? ""}`.trimEnd()
  }
  const [, known] = serverAdvice(chosenBy).find(([state]) => cause.state.startsWith(state)) ?? []
  const advice = known ?? (fault === "unreachable" ? unreachableAdvice(chosenBy) : "")
  return `PostgreSQL failed (${operation}): ${cause.message.trim().replace(/\.$/u, "")}. ${advice}`.trimEnd()
}

const poolerAdvice = (chosenBy: string): string =>
  `Set pool_mode = session for this database in PgBouncer, or have ${chosenBy} name PostgreSQL itself (docs/operations.md).`

const newerSentence =
  "The database was migrated by a later version: use that one, or go back to a backup from before (docs/restore.md)."

/** What the operator can do where an SQLite file fails. */
const fileAdvice = (chosenBy: string): Readonly<Partial<Record<StorageFault, string>>> => ({
  full: "Make room on the disk of the database.",
  read_only: "See that this user may write to the file and to its folder.",
  locked: "Another program holds the file locked, such as sqlite3 in a transaction: end it, and try again.",
  unreachable: `See that ${chosenBy} names a file in a folder that is there, and that this user may write to both.`,
  corrupt: `See that ${chosenBy} names the right file; if it does, go back to a backup (docs/restore.md).`,
})

/** What the operator can do, by the SQLSTATE or its class that PostgreSQL fails with. */
const serverAdvice = (chosenBy: string): ReadonlyArray<readonly [state: string, advice: string]> => [
  ["28", `Correct the user or the password in ${chosenBy}.`],
  ["3D000", `Create it, or correct its name in ${chosenBy}.`],
  ["42501", `Give the user the right to it (docs/operations.md), or name another user in ${chosenBy}.`],
  ["25006", `It is a standby, or only to be read: have ${chosenBy} name the server that takes writes.`],
  ["53300", "Lower VINTEM_DB_POOL, or raise max_connections of the server (docs/operations.md)."],
]

const unreachableAdvice = (chosenBy: string): string =>
  `See that the server runs, and that the host and the port in ${chosenBy} are right.`

/** The file that keeps a secret of a sandbox can be neither read nor made. */
export const secretFileSentence = ({ cause, file }: SecretFileUnavailable): string =>
  `${file} can be neither read nor made: ${String(cause)}. ${secretFileAdvice[codeOf(cause)] ?? "Give the service's user the right to it."}`

/** What the operator can do, by the code of the system's error. */
const secretFileAdvice: Readonly<Record<string, string>> = {
  ENOSPC: "Make room on its disk.",
  EROFS: "Its disk can only be read: name a database elsewhere with DATABASE_URL.",
  EISDIR: "A folder has its name: move that away.",
}

/** The file that keeps the administration's token holds none. */
export const adminTokenSentence = ({ file }: AdminTokenUnusable): string =>
  `${file} does not hold a token: delete it, and the next start makes another, or set ${variables.adminToken.name}.`

/**
 * A server cannot listen on its address.
 *
 * @param portChosenBy - the variable or the flag that names the port
 */
export const listenSentence = ({ cause }: HttpServerError.ServeError, portChosenBy = variables.port.name): string =>
  `HOST and ${portChosenBy} cannot be listened on: ${String(cause)}. ${listenAdvice(portChosenBy)[codeOf(cause)] ?? "Choose others."}`

/** What the operator can do, by the code of the system's error. */
const listenAdvice = (portChosenBy: string): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Another program listens there: stop it, or choose another ${portChosenBy}.`,
  EACCES: `The port is below 1024 or reserved: choose another ${portChosenBy}, and put a proxy before it (docs/running/README.md).`,
  EADDRNOTAVAIL: "This machine has no such address: correct HOST.",
  ENOTFOUND: "There is no such host: correct HOST.",
})

const codeOf = (cause: unknown): string => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "")

/** The scripts and styles of the pages are not there. */
export const pagesSentence = ({ folder }: PagesNotBuilt): string =>
  `The pages are not built: ${folder} is missing, or not whole. Run npm run pages, and start again.`

/** Not all of the result reached standard output: its disk is full, or who read the pipe has gone. */
export const outputSentence = (cause: unknown): string =>
  `Standard output could not be written (${String(cause)}): the result is not complete, although what was asked for may be done.`

/** The secret key is not the database's. */
export const secretKeySentence = ({ reason, source }: SecretKeyRefused): string => {
  switch (reason) {
    case "lost":
      return `The secret key that this database was begun with is not there: put ${source} back, or set VINTEM_SECRET_KEY to what it held. ${secretKeyAdvice}`
    case "unreadable":
      return `${source} does not hold a secret key (base64 of at least 32 bytes): put back what it held. ${secretKeyAdvice}`
    case "other":
      return `The secret key in ${source} is not the one that this database is under: put that one back, or, to change the key, name that one in VINTEM_SECRET_KEY_OLD. ${secretKeyAdvice}`
    case "following":
      return `A change of this database's secret key was begun, and the key that follows is neither in ${source} nor in VINTEM_SECRET_KEY_OLD: name it in one of them. ${secretKeyAdvice}`
    case "unfinished":
      return `A change of this database's secret key is not finished: end it with vintem secrets reseal, with the key that follows as VINTEM_SECRET_KEY and the other as VINTEM_SECRET_KEY_OLD, before the key is changed again. ${secretKeyAdvice}`
  }
}

const secretKeyAdvice = 'See docs/operations.md, "The secret key".'
