/**
 * Stores who changed what.
 *
 * Entries are only ever added: nothing here changes, removes or forgets one. A database also refuses statements that
 * would. `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Realm } from "../../access/grant.ts"
import type { AuditAction } from "../../audit/audit-action.ts"
import type { AuditEntry, AuditEntryDetails } from "../../audit/audit-entry.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { Page, PageRequest } from "./page.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** Filters of entries. A missing one does not filter; all present ones must match. */
export interface AuditFilter {
  /** The format of `actorName`. */
  readonly actor?: string
  readonly action?: AuditAction
  /** The exact subject. */
  readonly subject?: string
  readonly from?: Instant
  /** Exclusive. */
  readonly before?: Instant
}

/** Adds and reads entries. Nothing changes them. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /**
     * Part of the unit that makes the change: both are stored, or neither. Gives the entry the next number of its log,
     * without gaps. Concurrent units that add to one log wait for each other.
     */
    readonly append: (entry: AuditEntryDetails) => Effect.Effect<AuditEntry, StorageUnavailable>
    /** A log, the last entry first. */
    readonly list: (
      realm: Realm,
      filter: AuditFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<AuditEntry>, StorageUnavailable>
    /** The first `limit` entries after a number, the oldest first; 0 for the start. */
    readonly after: (
      realm: Realm,
      sequence: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StorageUnavailable>
  }
>()("@vintem/domain/ports/AuditLog") {}
