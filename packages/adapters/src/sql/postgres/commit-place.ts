/**
 * Where units of work and write sets are committed, and who is told of them.
 */
import type { Change } from "@vintem/domain/ports"
import type { Sum } from "../engine/sums.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import type { Unsent } from "./transaction.ts"

export interface CommitPlace {
  readonly pool: ConnectionPool
  /** Tells listeners of what was committed. */
  readonly tell: (changes: ReadonlyArray<Change>) => void
  /** The statements that add to sums. */
  readonly adding: (sums: ReadonlyArray<Sum>) => ReadonlyArray<Unsent>
}
