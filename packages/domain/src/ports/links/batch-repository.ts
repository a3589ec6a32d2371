/**
 * Stores batches, with their logs and their lists of customers.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Batch, CustomerEntry, ItemFailure } from "../../batch/batch.ts"
import type { BatchChange, BatchCreated, BatchEvent } from "../../batch/machine.ts"
import { BatchToken, type ItemPosition } from "../../identifiers/batch.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Another unit saved the batch after this one had read it: read again, decide again. */
export class BatchConflict extends Schema.TaggedError<BatchConflict>()("BatchConflict", {
  token: BatchToken,
  versionRead: Schema.Int,
}) {}

/** A customer on the list of a batch. The batch's counts decide if it is done. */
export interface BatchItem {
  readonly position: ItemPosition
  readonly entry: CustomerEntry
}

/** A customer whose link could not be made. */
export interface FailedEntry extends BatchItem {
  readonly reason: ItemFailure
}

/** Part of a list by position: the first `limit` customers after position `after`; 0 for the start. */
export interface ItemWindow {
  readonly after: number
  readonly limit: number
}

/** Stores batches with their logs and their lists of customers. Compares versions when saving. */
export class BatchRepository extends Context.Service<
  BatchRepository,
  {
    /**
     * Stores a new batch with its list. The list must have `created.count` entries; another length is a defect. Tokens
     * are unique in their company; using one twice is a defect.
     */
    readonly add: (
      created: BatchCreated,
      entries: ReadonlyArray<CustomerEntry>,
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores a changed batch together with the events that changed it, or neither. `batch.version` minus the number of
     * events is the version that the caller read. If the store holds another version, or no such batch, nothing is
     * written. If several callers save changes to one version, one succeeds and the others get `BatchConflict`. Without
     * events nothing is written or compared.
     *
     * `added` are the customers that the events add, in order; they go to the end of the list. A different number than
     * in the events is a defect. The reasons of failed items are stored with the items.
     */
    readonly save: (
      batch: Batch,
      events: ReadonlyArray<BatchChange>,
      added?: ReadonlyArray<CustomerEntry>,
    ) => Effect.Effect<void, BatchConflict | StorageUnavailable>
    /** A company's batch. None if it is another company's. */
    readonly find: (company: CompanyId, token: BatchToken) => Effect.Effect<Option.Option<Batch>, StorageUnavailable>
    /** A company's batches, latest stored first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Batch>, StorageUnavailable>
    /**
     * The customers on the list, done or not, by position. Empty if the company has no such batch. For the items that a
     * worker makes see `itemsInFlight`.
     */
    readonly items: (
      company: CompanyId,
      token: BatchToken,
      window: ItemWindow,
    ) => Effect.Effect<ReadonlyArray<BatchItem>, StorageUnavailable>
    /**
     * The customers whose links could not be made, by position, each with its reason. Empty if the company has no such
     * batch.
     */
    readonly failures: (
      company: CompanyId,
      token: BatchToken,
      window: ItemWindow,
    ) => Effect.Effect<ReadonlyArray<FailedEntry>, StorageUnavailable>
    /**
     * The log of a batch in sequence, beginning with its creation, for `foldBatch`. Empty if the company has no such
     * batch.
     */
    readonly history: (
      company: CompanyId,
      token: BatchToken,
    ) => Effect.Effect<ReadonlyArray<BatchEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/BatchRepository") {}
