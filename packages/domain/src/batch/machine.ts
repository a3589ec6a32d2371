/**
 * The batch as a machine: what can be asked of it and what its workers report, when it refuses, what happens then, and what that makes
 * of it.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { numbering } from "../machine/fold.ts"
import type { CommandRules, Machine } from "../machine/machine.ts"
import { type Batch, BatchDetails, customersOfBatchMax, customersPerRequest, FailedItem } from "./batch.ts"
import { BatchStatus, batchStatuses, isBatchDone } from "./batch-status.ts"
import { type Count, itemsAdded, itemsClaimed, itemsDone, itemsWaiting, itemTotals } from "./item-counts.ts"

/** What can be asked of a batch. It may be refused. */
export type BatchCommand =
  /** So many customers are put at the end of the list. */
  | { readonly _tag: "AddCustomers"; readonly count: number; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** A worker takes the next items, `count` at most: recorded before anything is done for them. */
  | { readonly _tag: "ClaimItems"; readonly count: number; readonly at: Instant }

/** What a worker reports of a batch. It is never refused. */
export type BatchReport =
  /** The items from `first` to `last` are done: those named failed for good, of the others the links are made. */
  {
    readonly _tag: "ItemsDone"
    readonly first: number
    readonly last: number
    readonly failures: ReadonlyArray<FailedItem>
    readonly at: Instant
  }

/** The commands by name. */
export const BatchCommandName = Schema.Literals(["AddCustomers", "Cancel", "ClaimItems"])
/** The commands by name. */
export type BatchCommandName = typeof BatchCommandName.Type

/** Why a command is refused. `batchRefusalMeaning` explains each. */
export const BatchRefusal = Schema.Literals([
  "AlreadyCanceled",
  "AlreadyDone",
  "NoCustomers",
  "TooManyCustomers",
  "BatchFull",
])
export type BatchRefusal = typeof BatchRefusal.Type

/** What is so where a command is refused, in words: completes "refused, because …". */
export const batchRefusalMeaning: Readonly<Record<BatchRefusal, string>> = {
  AlreadyCanceled: "a canceled batch takes no customers and creates no links",
  AlreadyDone: "every item is done: there is nothing left to cancel or create",
  NoCustomers: "at least one customer is added at a time",
  TooManyCustomers: "at most 50 customers are added at a time",
  BatchFull: "a batch has at most 10,000 customers: create another",
}

/** The command cannot be done in this status; nothing was written. `allowed` names what could be done instead. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", {
  command: BatchCommandName,
  reason: BatchRefusal,
  status: BatchStatus,
  allowed: Schema.Array(BatchCommandName),
}) {}

const AtLeastOne = Schema.Int.check(Schema.isGreaterThan(0))

/**
 * What happened to a batch. The log of these, folded with `evolveBatch`, is the batch; the list of customers is kept beside it. Every event
 * says `at` which instant of the service's clock it was recorded.
 */
export const BatchEvent = Schema.TaggedUnion({
  BatchCreated: { details: BatchDetails, count: AtLeastOne, at: Instant },
  CustomersAdded: { count: AtLeastOne, at: Instant },
  /** All items up to `last` have been given to a worker. */
  ItemsClaimed: { last: AtLeastOne, at: Instant },
  /** In the same commit as the links that were made. */
  ItemsDone: { first: AtLeastOne, last: AtLeastOne, failures: Schema.Array(FailedItem), at: Instant },
  BatchCanceled: { at: Instant },
})
export type BatchEvent = typeof BatchEvent.Type
/** The first event of every batch. */
export type BatchCreated = Extract<BatchEvent, { _tag: "BatchCreated" }>
/** Everything that can follow the creation. */
export type BatchChange = Exclude<BatchEvent, BatchCreated>

/** How many customers came with these events: as many are put on the list in the same commit. */
export const customersAddedBy = (events: ReadonlyArray<BatchEvent>): number =>
  events.reduce(
    (sum, event) => (event._tag === "BatchCreated" || event._tag === "CustomersAdded" ? sum + event.count : sum),
    0,
  )

const isCanceled = ({ canceledAt }: Batch): boolean => canceledAt !== null

/**
 * Each command: when it is a repetition, the reasons against it by rank, and what it causes. To add customers is no repetition: they are
 * more each time.
 */
export const batchCommands: CommandRules<BatchTypes> = {
  AddCustomers: {
    isRepetition: () => false,
    refusals: [
      { reason: "AlreadyCanceled", when: isCanceled },
      { reason: "NoCustomers", when: (_, { count = customersPerRequest.min }) => count < customersPerRequest.min },
      { reason: "TooManyCustomers", when: (_, { count = customersPerRequest.min }) => count > customersPerRequest.max },
      {
        reason: "BatchFull",
        when: ({ items }, { count = customersPerRequest.min }) => itemTotals(items).total + count > customersOfBatchMax,
      },
    ],
    effects: (_, { count, at }) => [{ _tag: "CustomersAdded", count, at }],
  },
  Cancel: {
    isRepetition: isCanceled,
    refusals: [{ reason: "AlreadyDone", when: isBatchDone }],
    effects: (_, { at }) => [{ _tag: "BatchCanceled", at }],
  },
  ClaimItems: {
    isRepetition: () => false,
    refusals: [
      { reason: "AlreadyCanceled", when: isCanceled },
      { reason: "AlreadyDone", when: isBatchDone },
    ],
    effects: (batch, { count, at }) => {
      // Items whose worker died are claimed already: they come first again, and there is nothing to record.
      const { total, claimed, processed } = itemTotals(batch.items)
      const last = Math.min(total, processed + Math.max(1, count))
      return last > claimed ? [{ _tag: "ItemsClaimed", last, at }] : []
    },
  },
}

/** Items that a worker has claimed and that are not done: the items that a worker makes after its claim, or another one after it. */
export const itemsInFlight = ({ items }: Batch): { readonly after: Count; readonly count: Count } => ({
  after: itemTotals(items).processed,
  count: items.inFlight,
})

/**
 * What to record of a report: of the items it names, those that a worker was given and that were not done. Of a canceled batch these
 * are the ones that were in flight. Items are done in order, so a report that begins beyond the next one adds nothing.
 *
 * The links to make are those of the items in the answer, and no others: what it leaves out was made before.
 */
export const recordItemsDone = (batch: Batch, report: BatchReport): ReadonlyArray<BatchItemsDone> => {
  const { claimed, processed } = itemTotals(batch.items)
  const first = Math.max(report.first, processed + 1)
  const last = Math.min(report.last, claimed)
  if (report.first > processed + 1 || first > last) return []
  const failures = report.failures.filter(({ position }) => first <= position && position <= last)
  return [{ _tag: "ItemsDone", first, last, failures, at: report.at }]
}

type BatchItemsDone = Extract<BatchChange, { _tag: "ItemsDone" }>

/** The batch at its creation. */
export const batchCreated = ({ details, count, at }: BatchCreated): Batch => ({
  details,
  version: 1,
  items: itemsWaiting(count),
  isStarted: false,
  canceledAt: null,
  updatedAt: at,
})

/** The batch after one more event. It never refuses: what is recorded has happened. */
export const evolveBatch = numbering((batch: Batch, event: BatchChange): Batch => {
  switch (event._tag) {
    case "CustomersAdded":
      return {
        ...batch,
        items: itemsAdded(batch.items, event.count),
        isStarted: batch.isStarted && !isBatchDone(batch),
      }
    case "ItemsClaimed":
      return { ...batch, items: itemsClaimed(batch.items, event.last), isStarted: true }
    case "ItemsDone":
      return { ...batch, items: itemsDone(batch.items, event.last, event.failures.length) }
    case "BatchCanceled":
      return { ...batch, canceledAt: batch.canceledAt ?? event.at }
  }
})

/** The types of the machine. */
export interface BatchTypes {
  readonly state: Batch
  readonly creation: BatchCreated
  readonly change: BatchChange
  readonly command: BatchCommand
  readonly report: BatchReport
  readonly refusal: BatchRefusal
  readonly refused: BatchRefused
  readonly status: BatchStatus
}

/** The batch as a value: decide, fold, check, test and document it by the functions of `Machine`. */
export const batchMachine: Machine<BatchTypes> = {
  creation: "BatchCreated",
  event: BatchEvent,
  create: batchCreated,
  evolve: evolveBatch,
  commands: batchCommands,
  refuse: (refusal) => new BatchRefused(refusal),
  record: recordItemsDone,
  statuses: batchStatuses,
  final: ["completed", "partial_failure", "canceled"],
}
