/**
 * Why a command to a batch was refused, by name and by rank: if several reasons hold, the first in the list is told.
 */
import * as Schema from "effect/Schema"
import { BatchStatus } from "./batch-status.ts"

/** The commands by name. */
export const BatchCommandName = Schema.Literals(["AddCustomers", "Cancel", "ClaimItems"])
/** The commands by name. */
export type BatchCommandName = typeof BatchCommandName.Type

/** `batchRefusalMeaning` explains each. */
export const BatchRefusal = Schema.Literals([
  "AlreadyCanceled",
  "AlreadyDone",
  "NoCustomers",
  "TooManyCustomers",
  "BatchFull",
])
export type BatchRefusal = typeof BatchRefusal.Type

/** The reason for a refusal, in words. It completes "refused, because …". */
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
