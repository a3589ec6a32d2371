/**
 * The messages where the service cannot do its work as it is configured: one line each, with what to do.
 */
import { DatabaseIsNewer, PostgresFailure } from "@vintem/adapters"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Predicate } from "effect"
import type { HttpServerError } from "effect/http"
import type { SecretKeyRefused } from "../data-folder/secret-key.ts"

/** The storage cannot be used. It leaves out the URL, which holds the password. */
export const storageSentence = ({ cause, fault, operation }: StorageUnavailable): string => {
  if (cause instanceof DatabaseIsNewer) return newerSentence
  if (!(cause instanceof PostgresFailure)) return `The storage failed (${operation}): ${String(cause)}`
  const [, known] = storageAdvice.find(([state]) => cause.state.startsWith(state)) ?? []
  const advice = known ?? (fault === "unreachable" ? unreachableAdvice : "")
  return `PostgreSQL failed (${operation}): ${cause.message.trim().replace(/\.$/u, "")}. ${advice}`.trimEnd()
}

const newerSentence =
  "The database was migrated by a later version: use that one, or go back to a backup from before (docs/restore.md)."

/** What the operator can do, by the SQLSTATE or its class that PostgreSQL fails with. */
const storageAdvice: ReadonlyArray<readonly [state: string, advice: string]> = [
  ["28", "Correct the user or the password in DATABASE_URL."],
  ["3D000", "Create it, or correct its name in DATABASE_URL."],
  ["42501", "Give the user the right to it (docs/operations.md), or name another user in DATABASE_URL."],
  ["53300", "Lower VINTEM_DB_POOL, or raise max_connections of the server (docs/operations.md)."],
]

const unreachableAdvice = "See that the server runs, and that the host and the port in DATABASE_URL are right."

/** A server cannot listen on its address. */
export const listenSentence = ({ cause }: HttpServerError.ServeError): string => {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  return `HOST and PORT cannot be listened on: ${String(cause)}. ${listenAdvice[code] ?? "Choose others."}`
}

/** What the operator can do, by the code of the system's error. */
const listenAdvice: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there: stop it, or choose another PORT.",
  EACCES:
    "The port is below 1024 or reserved: choose another PORT, and put a proxy before it (docs/running/README.md).",
  EADDRNOTAVAIL: "This machine has no such address: correct HOST.",
  ENOTFOUND: "There is no such host: correct HOST.",
}

/** The secret key is not the database's. */
export const secretKeySentence = ({ reason, source }: SecretKeyRefused): string => {
  switch (reason) {
    case "lost":
      return `The secret key that this database was begun with is not there: put ${source} back, or set VINTEM_SECRET_KEY to what it held. ${secretKeyAdvice}`
    case "unreadable":
      return `${source} does not hold a secret key (base64 of at least 32 bytes): put back what it held. ${secretKeyAdvice}`
    case "other":
      return `The secret key in ${source} is not the one that this database was begun with: put that one back. ${secretKeyAdvice}`
  }
}

const secretKeyAdvice = 'See docs/operations.md, "The secret key".'
