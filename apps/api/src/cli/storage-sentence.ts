/**
 * The message where the storage cannot be used: one line, with what to do. It leaves out the URL, which holds the password.
 */
import { PostgresFailure } from "@vintem/adapters"
import type { StorageUnavailable } from "@vintem/domain/ports"

/** What the operator can do, by the SQLSTATE or its class that PostgreSQL fails with. */
const adviceByState: ReadonlyArray<readonly [state: string, advice: string]> = [
  ["28", "Correct the user or the password in DATABASE_URL."],
  ["3D000", "Create it, or correct its name in DATABASE_URL."],
  ["42501", "Give the user the right to it (docs/operations.md), or name another user in DATABASE_URL."],
  ["53300", "Lower VINTEM_DB_POOL, or raise max_connections of the server (docs/operations.md)."],
]

const unreachableAdvice = "See that the server runs, and that the host and the port in DATABASE_URL are right."

export const storageSentence = ({ cause, fault, operation }: StorageUnavailable): string => {
  if (!(cause instanceof PostgresFailure)) return `The storage failed (${operation}): ${String(cause)}`
  const [, known] = adviceByState.find(([state]) => cause.state.startsWith(state)) ?? []
  const advice = known ?? (fault === "unreachable" ? unreachableAdvice : "")
  return `PostgreSQL failed (${operation}): ${cause.message.trim().replace(/\.$/u, "")}. ${advice}`.trimEnd()
}
