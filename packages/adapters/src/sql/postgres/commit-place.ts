/**
 * The place of commits: the connections for units of work and write sets, and the listeners.
 */
import type { Change } from "@vintem/domain/ports"
import type { Sum } from "../engine/sums.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import type { Unsent } from "./transaction.ts"

export interface CommitPlace {
  readonly pool: ConnectionPool
  /** Reports committed changes to listeners. */
  readonly tell: (changes: ReadonlyArray<Change>) => void
  /** The statements that add to sums. */
  readonly adding: (sums: ReadonlyArray<Sum>) => ReadonlyArray<Unsent>
}
