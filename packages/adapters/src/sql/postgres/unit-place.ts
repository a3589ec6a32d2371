/**
 * Where units of work are committed, and who is told of them.
 */
import type { Change } from "@vintem/domain/ports"
import type { ConnectionPool } from "./connection-pool.ts"

export interface UnitPlace {
  readonly pool: ConnectionPool
  /** Tells listeners of what was committed. */
  readonly tell: (changes: ReadonlyArray<Change>) => void
}
