/**
 * The batch as a machine: its parts. Each has a file of its own.
 */
import type { Machine } from "../machine/machine.ts"
import type { Batch } from "./batch.ts"
import { type BatchStatus, batchStatuses } from "./batch-status.ts"
import { batchCommands } from "./command-rules.ts"
import type { BatchCommand, BatchReport } from "./commands.ts"
import { type BatchChange, type BatchCreated, BatchEvent } from "./events.ts"
import { batchCreated, evolveBatch } from "./evolve.ts"
import { recordItemsDone } from "./record.ts"
import { type BatchRefusal, BatchRefused } from "./refusals.ts"

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

/** The batch as a value: decide, fold, audit, test and document it by the functions of `Machine`. */
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
