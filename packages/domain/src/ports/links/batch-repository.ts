/**
 * Stores batches, with the log of what happened to them and with their lists of customers.
 *
 * What every store promises is said at `UnitOfWork`.
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

/** A customer on the list of a batch. Whether it is done follows from the batch's counts. */
export interface BatchItem {
  readonly position: ItemPosition
  readonly entry: CustomerEntry
}

/** A customer for whom no link could be made. */
export interface FailedEntry extends BatchItem {
  readonly reason: ItemFailure
}

/** Part of a list by position: the first `limit` of those after position `after`, which is 0 for the start. */
export interface ItemWindow {
  readonly after: number
  readonly limit: number
}

/** Keeps batches, compares their versions as they are saved, and has their logs and their lists of customers. */
export class BatchRepository extends Context.Service<
  BatchRepository,
  {
    /**
     * Stores a new batch with its list, as long as `created.count`: a list of another length is a defect. Tokens are unique in
     * their company; a second use of one is a defect of the caller.
     */
    readonly add: (
      created: BatchCreated,
      entries: ReadonlyArray<CustomerEntry>,
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores what became of a batch together with the events that made it so, or neither. `batch.version` less the number of
     * events is the version that was read: if the store holds another one, or no such batch, nothing is written. Of any number that save
     * what they made of one version, one succeeds and the others are told `BatchConflict`. Without events nothing is written and nothing
     * is compared.
     *
     * `added` are the customers that the events among them say were added, in order; they come to stand behind the list. More or fewer
     * than the events say are a defect. The reasons of items that failed are kept with the items.
     */
    readonly save: (
      batch: Batch,
      events: ReadonlyArray<BatchChange>,
      added?: ReadonlyArray<CustomerEntry>,
    ) => Effect.Effect<void, BatchConflict | StorageUnavailable>
    /** A company's batch; another company's is absent. */
    readonly find: (company: CompanyId, token: BatchToken) => Effect.Effect<Option.Option<Batch>, StorageUnavailable>
    /** A company's batches, latest stored first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Batch>, StorageUnavailable>
    /**
     * The customers on the list, done or not, by position; none if the company has no such batch. For the items a worker makes see
     * `itemsInFlight`.
     */
    readonly items: (
      company: CompanyId,
      token: BatchToken,
      window: ItemWindow,
    ) => Effect.Effect<ReadonlyArray<BatchItem>, StorageUnavailable>
    /** The customers for whom no link could be made, by position, each with its reason; none if the company has no such batch. */
    readonly failures: (
      company: CompanyId,
      token: BatchToken,
      window: ItemWindow,
    ) => Effect.Effect<ReadonlyArray<FailedEntry>, StorageUnavailable>
    /** The log of a batch in sequence, its creation first, for `foldBatch`; empty if the company has no such batch. */
    readonly history: (
      company: CompanyId,
      token: BatchToken,
    ) => Effect.Effect<ReadonlyArray<BatchEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/BatchRepository") {}
