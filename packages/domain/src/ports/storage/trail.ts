/**
 * Stores who changed what.
 *
 * Entries are only ever added: nothing here changes, removes or forgets one. A database also refuses statements that
 * would. `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Realm } from "../../access/grant.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { TrailAction } from "../../trail/trail-action.ts"
import type { TrailEntry, TrailEntryDetails } from "../../trail/trail-entry.ts"
import type { Page, PageRequest } from "./page.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** Which entries are wanted; what is absent says nothing. All conditions hold together. */
export interface TrailFilter {
  /** As `actorName` has it. */
  readonly actor?: string
  readonly action?: TrailAction
  /** Exactly. */
  readonly subject?: string
  readonly from?: Instant
  /** Exclusive. */
  readonly before?: Instant
}

/** Takes down who changed what, and is read; nothing in it changes. */
export class Trail extends Context.Service<
  Trail,
  {
    /**
     * Part of the unit that makes the change: both are stored, or neither. Gives the entry the next number of its log,
     * without gaps. Concurrent units that add to one log wait for each other.
     */
    readonly append: (entry: TrailEntryDetails) => Effect.Effect<TrailEntry, StorageUnavailable>
    /** A log, the entry added last first. */
    readonly list: (
      realm: Realm,
      filter: TrailFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<TrailEntry>, StorageUnavailable>
    /** The first `limit` entries after a number, which is 0 for the start, the oldest first. */
    readonly after: (
      realm: Realm,
      sequence: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TrailEntry>, StorageUnavailable>
  }
>()("@vintem/domain/ports/Trail") {}
