/**
 * Where units of work and write sets are committed, and who is told of them.
 */
import type { Change } from "@vintem/domain/ports"
import type { ConnectionPool } from "./connection-pool.ts"

export interface CommitPlace {
  readonly pool: ConnectionPool
  /** Tells listeners of what was committed. */
  readonly tell: (changes: ReadonlyArray<Change>) => void
}
