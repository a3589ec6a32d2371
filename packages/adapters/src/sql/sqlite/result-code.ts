/**
 * What SQLite means by the codes it fails with.
 *
 * @see https://sqlite.org/rescode.html
 */
import type { StorageFault } from "@vintem/domain/ports"

/** Another connection holds a lock that this one needs. */
export const isLocked = (cause: unknown): boolean => isOneOf(cause, ["SQLITE_BUSY", "SQLITE_LOCKED"])

/** A key was used twice, or a reference leads nowhere. */
export const isConstraint = (cause: unknown): boolean => isOneOf(cause, ["SQLITE_CONSTRAINT"])

export const faultOf = (cause: unknown): StorageFault =>
  faults.find(([, codes]) => isOneOf(cause, codes))?.[0] ?? (isLocked(cause) ? "locked" : "unknown")

const faults: ReadonlyArray<readonly [StorageFault, ReadonlyArray<string>]> = [
  ["full", ["SQLITE_FULL"]],
  ["read_only", ["SQLITE_READONLY"]],
  ["corrupt", ["SQLITE_CORRUPT", "SQLITE_NOTADB"]],
  ["unreachable", ["SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM"]],
]

/** Extended codes begin with the code they extend: `SQLITE_BUSY_SNAPSHOT` is a `SQLITE_BUSY`. */
const isOneOf = (cause: unknown, codes: ReadonlyArray<string>): boolean => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  return codes.some((prefix) => code === prefix || code.startsWith(`${prefix}_`))
}
