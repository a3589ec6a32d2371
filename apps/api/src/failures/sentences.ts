/** Messages for a service that cannot work as configured: one line each, with what to do. */
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
 * The message if the storage cannot be used. It leaves out the URL, which holds the password.
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
  `Set pool_mode = session for this database in PgBouncer, or make ${chosenBy} name PostgreSQL itself (docs/operations.md).`

const newerSentence =
  "The database was migrated by a later version: use that one, or go back to a backup from before (docs/restore.md)."

/** Advice if an SQLite file fails. */
const fileAdvice = (chosenBy: string): Readonly<Partial<Record<StorageFault, string>>> => ({
  full: "Free space on the database's disk.",
  read_only: "Make sure that this user may write to the file and to its folder.",
  locked: "Another program holds the file locked, such as sqlite3 in a transaction: end it, and try again.",
  unreachable: `Make sure that ${chosenBy} names a file in an existing folder, and that this user may write to both.`,
  corrupt: `Make sure that ${chosenBy} names the right file; if it does, restore a backup (docs/restore.md).`,
})

/** Advice by PostgreSQL's SQLSTATE or its class. */
const serverAdvice = (chosenBy: string): ReadonlyArray<readonly [state: string, advice: string]> => [
  ["28", `Correct the user or the password in ${chosenBy}.`],
  ["3D000", `Create it, or correct its name in ${chosenBy}.`],
  ["42501", `Grant the user this right (docs/operations.md), or name another user in ${chosenBy}.`],
  ["25006", `It is a standby or read-only: make ${chosenBy} name the server that takes writes.`],
  ["53300", "Lower VINTEM_DB_POOL, or raise max_connections of the server (docs/operations.md)."],
]

const unreachableAdvice = (chosenBy: string): string =>
  `Make sure that the server runs, and that the host and the port in ${chosenBy} are right.`

/** The message if a sandbox's secret can be neither read nor created. */
export const secretFileSentence = ({ cause, file }: SecretFileUnavailable): string =>
  `${file} can be neither read nor created: ${String(cause)}. ${secretFileAdvice[codeOf(cause)] ?? "Give the service's user access to it."}`

/** Advice by the code of the system's error. */
const secretFileAdvice: Readonly<Record<string, string>> = {
  ENOSPC: "Free space on its disk.",
  EROFS: "Its disk is read-only: name a database elsewhere with DATABASE_URL.",
  EISDIR: "A folder has this name: move it away.",
}

/** The message if the file of the administration's token holds no token. */
export const adminTokenSentence = ({ file }: AdminTokenUnusable): string =>
  `${file} does not hold a token: delete it and the next start creates another, or set ${variables.adminToken.name}.`

/**
 * The message if a server cannot listen on its address.
 *
 * @param portChosenBy - the variable or the flag that names the port
 */
export const listenSentence = ({ cause }: HttpServerError.ServeError, portChosenBy = variables.port.name): string =>
  `The service cannot listen on HOST and ${portChosenBy}: ${String(cause)}. ${listenAdvice(portChosenBy)[codeOf(cause)] ?? "Choose others."}`

/** Advice by the code of the system's error. */
const listenAdvice = (portChosenBy: string): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Another program is listening there: stop it, or choose another ${portChosenBy}.`,
  EACCES: `The port is below 1024 or reserved: choose another ${portChosenBy}, and put a proxy before it (docs/running/README.md).`,
  EADDRNOTAVAIL: "This machine has no such address: correct HOST.",
  ENOTFOUND: "There is no such host: correct HOST.",
})

const codeOf = (cause: unknown): string => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "")

/** The message if the pages' scripts and styles are missing. */
export const pagesSentence = ({ folder }: PagesNotBuilt): string =>
  `The pages are not built: ${folder} is missing or incomplete. Run npm run pages, and start again.`

/** The message if standard output did not take the whole result: its disk is full, or the pipe's reader has gone. */
export const outputSentence = (cause: unknown): string =>
  `Standard output could not be written (${String(cause)}): the output is incomplete, although the command may have succeeded.`

/** The message if the secret key is not the database's. */
export const secretKeySentence = ({ reason, source }: SecretKeyRefused): string => {
  switch (reason) {
    case "lost":
      return `The secret key of this database is missing: put ${source} back, or set VINTEM_SECRET_KEY to its content. ${secretKeyAdvice}`
    case "unreadable":
      return `${source} does not hold a secret key (base64 of at least 32 bytes): restore its content. ${secretKeyAdvice}`
    case "other":
      return `The secret key in ${source} is not this database's key: put that key back or, to change the key, set VINTEM_SECRET_KEY_OLD to it. ${secretKeyAdvice}`
    case "following":
      return `A change of this database's secret key was begun, but the new key is neither in ${source} nor in VINTEM_SECRET_KEY_OLD: put it in one of them. ${secretKeyAdvice}`
    case "unfinished":
      return `A change of this database's secret key is not finished: finish it with vintem secrets reseal, with the new key as VINTEM_SECRET_KEY and the old key as VINTEM_SECRET_KEY_OLD, before you change the key again. ${secretKeyAdvice}`
  }
}

const secretKeyAdvice = 'See docs/operations.md, "The secret key".'
