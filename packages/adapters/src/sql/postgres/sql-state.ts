/**
 * What PostgreSQL means by the codes it fails with, and what a connection that is gone looks like.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
import type { StorageFault } from "@vintem/domain/ports"
import { DatabaseError } from "pg"

/**
 * A failure as it may be logged: the server's other fields quote the row, and with it personal data.
 */
export class PostgresFailure extends Error {
  override readonly name = "PostgresFailure"
  /** The SQLSTATE; empty if the connection failed, not the server. */
  readonly state: string
  /** The system's code, such as `ECONNREFUSED`, for each address tried; empty if the connection was not at fault. */
  readonly wayCodes: ReadonlyArray<string>
  readonly constraint: string | null
  /** The server's function that failed: the text of a failure is in the server's language. */
  readonly routine: string | null

  constructor(message: string, { constraint = null, routine = null, state = "", wayCodes = [] }: FailureFields = {}) {
    super(message)
    this.state = state
    this.wayCodes = wayCodes
    this.constraint = constraint
    this.routine = routine
  }
}

interface FailureFields {
  readonly state?: string | undefined
  readonly wayCodes?: ReadonlyArray<string>
  readonly constraint?: string | null | undefined
  readonly routine?: string | null | undefined
}

/** @param cause - what the driver threw */
export const failureOf = (cause: unknown): PostgresFailure => {
  if (cause instanceof PostgresFailure) return cause
  if (cause instanceof DatabaseError)
    return new PostgresFailure(cause.message, {
      state: cause.code,
      constraint: cause.constraint,
      routine: cause.routine,
    })
  return cause instanceof Error
    ? new PostgresFailure(messageOf(cause), { wayCodes: wayCodesOf(cause) })
    : new PostgresFailure(String(cause))
}

/** The error is about a file, such as a certificate, not about the connection. */
const wayCodesOf = (cause: Error): ReadonlyArray<string> => {
  if (cause instanceof AggregateError)
    return cause.errors.flatMap((one) => (one instanceof Error ? wayCodesOf(one) : []))
  const isOfFile = "syscall" in cause && cause.syscall === "open"
  return "code" in cause && typeof cause.code === "string" && !isOfFile ? [cause.code] : []
}

/** If several addresses were tried, each failure has a text of its own, and the whole has none. */
const messageOf = (cause: Error): string =>
  cause instanceof AggregateError ? cause.errors.map((one) => String(one)).join("; ") : cause.message

/** A key was used twice, or a reference leads nowhere. */
export const isConstraint = ({ state }: PostgresFailure): boolean => state.startsWith("23")

/** Two units collided: one runs again, and then sees the other's result. */
export const isCollision = ({ state }: PostgresFailure): boolean => state === "40001" || state === "40P01"

/** A statement was prepared for tables that have changed since; another connection prepares it anew. */
export const isOutdatedPlan = ({ routine, state }: PostgresFailure): boolean =>
  state === "0A000" && routine === "RevalidateCachedQuery"

/** This connection can no longer be used; its transaction is rolled back, unless the commit was under way. */
export const isConnectionLost = ({ state }: PostgresFailure): boolean =>
  state === "" || ["08", "57P"].some((prefix) => state.startsWith(prefix)) || state === "25P03"

/** The server takes no writes: it is a standby, or its operator has closed it. Nothing of the transaction was written. */
export const isNotWritable = ({ state }: PostgresFailure): boolean => state === "25006"

/** The server gave up a statement: its time was over. */
export const isTakingTooLong = ({ state }: PostgresFailure): boolean => state === "57014"

/**
 * The server cannot be reached yet, and may come by itself. A wrong password, a missing database and an untrusted
 * certificate need a person.
 */
export const isCuredByTime = ({ message, state, wayCodes }: PostgresFailure): boolean => {
  if (state === "") return wayCodes.some((code) => passingCodes.has(code)) || silences.some((text) => message === text)
  return passingStates.has(state) || (state === "08P01" && poolerWaits.some((reason) => message.includes(reason)))
}

/** Nobody listens, no route, no such host; `ENOENT` if a socket of the file system is not there. */
const passingCodes: ReadonlySet<string> = new Set([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
])

/** The driver's texts, which have no code, if a server does not answer or hangs up without a word. */
const silences = [
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
]

/** The server starts or stops, the connection ended, or all connections are in use. */
const passingStates: ReadonlySet<string> = new Set([
  "08000",
  "08001",
  "08003",
  "08006",
  "53300",
  "57P01",
  "57P02",
  "57P03",
])

/**
 * PgBouncer uses one state for all its errors, and names the setting: the server behind it does not answer, or there
 * are too many clients.
 */
const poolerWaits = ["client_login_timeout", "max_client_conn", "query_wait_timeout", "server_login_retry"]

/** The connection failed without a message from the server. */
export const isUnheard = ({ state }: PostgresFailure): boolean => state === ""

export const faultOf = (failure: PostgresFailure): StorageFault =>
  isConnectionLost(failure)
    ? "unreachable"
    : (faults.find(([, prefixes]) => prefixes.some((prefix) => failure.state.startsWith(prefix)))?.[0] ?? "unknown")

const faults: ReadonlyArray<readonly [StorageFault, ReadonlyArray<string>]> = [
  ["locked", ["40001", "40P01", "55P03", "57014"]],
  ["full", ["53100"]],
  ["read_only", ["25006"]],
  ["corrupt", ["XX001", "XX002", "58P01"]],
  ["unreachable", ["28", "3D000", "42501", "53300"]],
]
