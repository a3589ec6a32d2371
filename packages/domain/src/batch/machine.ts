/** The batch as a machine: its commands, its workers' reports, when it refuses, and what each causes. */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { numbering } from "../machine/fold.ts"
import type { CommandRules, Machine } from "../machine/machine.ts"
import { type Batch, BatchDetails, customersOfBatchMax, customersPerRequest, FailedItem } from "./batch.ts"
import { BatchStatus, batchStatuses, isBatchDone } from "./batch-status.ts"
import { type Count, itemsAdded, itemsClaimed, itemsDone, itemsWaiting, itemTotals } from "./item-counts.ts"

/** A command to a batch. It may be refused. */
export type BatchCommand =
  /** Adds customers at the end of the list. */
  | { readonly _tag: "AddCustomers"; readonly count: number; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** Gives a worker the next items, at most `count`. Recorded before the worker does anything for them. */
  | { readonly _tag: "ClaimItems"; readonly count: number; readonly at: Instant }

/** A worker's report about a batch. It is never refused. */
export type BatchReport =
  /** The items from `first` to `last` are done. The named ones failed for good; the others have links. */
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

/** Why a command is refused, in words. It completes "refused, because …". */
export const batchRefusalMeaning: Readonly<Record<BatchRefusal, string>> = {
  AlreadyCanceled: "a canceled batch takes no customers and creates no links",
  AlreadyDone: "every item is done: there is nothing left to cancel or create",
  NoCustomers: "at least one customer is added at a time",
  TooManyCustomers: "at most 50 customers are added at a time",
  BatchFull: "a batch has at most 10,000 customers: create another",
}

/** This status does not allow the command; nothing was written. `allowed` lists the commands that are possible. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", {
  command: BatchCommandName,
  reason: BatchRefusal,
  status: BatchStatus,
  allowed: Schema.Array(BatchCommandName),
}) {}

const AtLeastOne = Schema.Int.check(Schema.isGreaterThan(0))

/**
 * An event of a batch. The log of events, folded with `evolveBatch`, is the batch; the list of customers is stored
 * separately. Every event has the instant `at`, when the service recorded it.
 */
export const BatchEvent = Schema.TaggedUnion({
  BatchCreated: { details: BatchDetails, count: AtLeastOne, at: Instant },
  CustomersAdded: { count: AtLeastOne, at: Instant },
  /** A worker has claimed all items up to `last`. */
  ItemsClaimed: { last: AtLeastOne, at: Instant },
  /** In the same commit as the new links. */
  ItemsDone: { first: AtLeastOne, last: AtLeastOne, failures: Schema.Array(FailedItem), at: Instant },
  BatchCanceled: { at: Instant },
})
export type BatchEvent = typeof BatchEvent.Type
/** The first event of every batch. */
export type BatchCreated = Extract<BatchEvent, { _tag: "BatchCreated" }>
/** Every event that can follow the creation. */
export type BatchChange = Exclude<BatchEvent, BatchCreated>

/** How many customers these events add. The same commit puts as many on the list. */
export const customersAddedBy = (events: ReadonlyArray<BatchEvent>): number =>
  events.reduce(
    (sum, event) => (event._tag === "BatchCreated" || event._tag === "CustomersAdded" ? sum + event.count : sum),
    0,
  )

const isCanceled = ({ canceledAt }: Batch): boolean => canceledAt !== null

/**
 * Each command: when it is a repetition, the reasons against it by rank, and the events it causes. `AddCustomers` is
 * never a repetition: each adds more.
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
      // If a worker died, its items are claimed already: they come first again, and there is nothing to record.
      const { total, claimed, processed } = itemTotals(batch.items)
      const last = Math.min(total, processed + Math.max(1, count))
      return last > claimed ? [{ _tag: "ItemsClaimed", last, at }] : []
    },
  },
}

/** The claimed items that are not done. The worker that claimed them makes them, or another one after it. */
export const itemsInFlight = ({ items }: Batch): { readonly after: Count; readonly count: Count } => ({
  after: itemTotals(items).processed,
  count: items.inFlight,
})

/**
 * The events of a report: those of its items that were claimed and not yet done. In a canceled batch these are the
 * items that were in flight. Items are done in order, so a report that begins beyond the next item adds nothing.
 *
 * The links to make are those of the items in the answer, and no others: the rest were made before.
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

/** The new batch. */
export const batchCreated = ({ details, count, at }: BatchCreated): Batch => ({
  details,
  version: 1,
  items: itemsWaiting(count),
  isStarted: false,
  canceledAt: null,
  updatedAt: at,
})

/** The batch after one more event. Never refuses: a recorded event has happened. */
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
