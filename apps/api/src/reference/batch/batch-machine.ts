/**
 * The batch as the reference tries it: two customers, of whom the second may fail.
 */
import {
  type Batch,
  type BatchChange,
  type BatchCommand,
  type BatchCommandName,
  BatchDetails,
  BatchRefusal,
  type BatchReport,
  BatchStatus,
  batchCreated,
  batchMachine,
  batchPercent,
  batchRefusalMeaning,
  batchStatuses,
  batchStatusOf,
  customersPerRequest,
  decide,
  evolveBatch,
  ItemPosition,
  instant,
  isCommand,
} from "@vintem/domain"
import { Result, Schema } from "effect"
import type { ReferenceMachine, Trial } from "../machine/reference-machine.ts"

const now = instant(Date.UTC(2026, 2, 2, 12))

const details = Schema.decodeSync(BatchDetails)({
  company: 1,
  token: "00000000-0000-4000-8000-000000000001",
  secret: "0".repeat(64),
  name: null,
  defaults: {
    title: null,
    amount: 10_000,
    description: "",
    additionalAmount: 0,
    bgColor: null,
    showCompanyLogo: false,
    expiredAt: null,
    expireAfterPayment: true,
    methods: { credit: true, bank_slip: true, pix: true },
    feeMode: "none",
    installments: 1,
    hideCustomerFields: false,
    ruleToken: null,
  },
  createdAt: now,
})

// Moves

type BatchTrial = Trial<Batch, BatchStatus>

const tryMove = (before: Batch, move: BatchCommand | BatchReport): BatchTrial => {
  const answer = isCommand(batchMachine, move)
    ? decide(batchMachine, before, move)
    : Result.succeed(batchMachine.record(before, move))
  const changes = Result.getOrElse(answer, (): ReadonlyArray<BatchChange> => [])
  const after = changes.reduce(evolveBatch, before)
  return {
    before,
    after,
    from: batchStatusOf(before),
    to: batchStatusOf(after),
    refusal: Result.isFailure(answer) ? answer.failure.reason : null,
    changes: changes.length,
  }
}

const claim = (batch: Batch, count: number): BatchTrial => tryMove(batch, { _tag: "ClaimItems", count, at: now })
const cancel = (batch: Batch): BatchTrial => tryMove(batch, { _tag: "Cancel", at: now })
const add = (batch: Batch, count: number): BatchTrial => tryMove(batch, { _tag: "AddCustomers", count, at: now })

/** The items in turn are done; one of them fails where `isFailed`. */
const done = (batch: Batch, count: number, isFailed: boolean): BatchTrial => {
  const first = batch.processed + 1
  const failures = isFailed ? [{ position: ItemPosition.make(first), reason: "rule_not_found" as const }] : []
  return tryMove(batch, { _tag: "ItemsDone", first, last: batch.processed + count, failures, at: now })
}

// States

const fresh = batchCreated({ _tag: "BatchCreated", details, count: 2, at: now })
const working = claim(fresh, 2).after
const completed = done(working, 2, false).after
const failed = done(working, 2, true).after

export const batchReference: ReferenceMachine<Batch, BatchStatus, BatchCommandName> = {
  name: "batch",
  what: "a batch",
  statuses: BatchStatus.literals,
  rules: batchStatuses,
  start: "pending",
  states: {
    pending: [fresh, add(completed, 1).after],
    processing: [working, done(working, 1, false).after, done(working, 1, true).after],
    completed: [completed],
    partial_failure: [failed],
    canceled: [cancel(working).after, cancel(fresh).after],
  },
  happenings: [
    { event: "worker claims an item (command)", tryOn: (batch) => [claim(batch, 1)] },
    { event: "item made", tryOn: (batch) => [done(batch, 1, false)] },
    { event: "item failed for good", tryOn: (batch) => [done(batch, 1, true)] },
    { event: "all items made", tryOn: (batch) => [done(batch, batch.total - batch.processed, false)] },
    {
      event: "all items done and some failed",
      tryOn: (batch) => [done(batch, batch.total - batch.processed, true)],
    },
    { event: "add customers (command)", tryOn: (batch) => [add(batch, 1)] },
    { event: "cancel (command)", tryOn: (batch) => [cancel(batch)] },
  ],
  refusals: BatchRefusal.literals.map((reason) => ({ reason, meaning: batchRefusalMeaning[reason] })),
  commands: [
    {
      command: "AddCustomers",
      tryOn: (batch) => [add(batch, customersPerRequest.min), add(batch, 0), add(batch, customersPerRequest.max + 1)],
    },
    { command: "Cancel", tryOn: (batch) => [cancel(batch)] },
    { command: "ClaimItems", tryOn: (batch) => [claim(batch, batch.total)] },
  ],
  remarks: [
    ({ from, to, before, after }) =>
      from === "canceled" && to === "canceled" && after.processed > before.processed
        ? "Counted where it was in flight when the batch was canceled; nothing else starts."
        : null,
    ({ from, to, before, after }) =>
      from !== "canceled" && from === to && after.processed > before.processed
        ? `\`processed\` and \`percent\` rise, failures included: here to ${batchPercent(after)} %.`
        : null,
    ({ from, to }) =>
      (from === "completed" || from === "partial_failure") && to === "pending"
        ? "It is opened again; what failed before still counts at its end."
        : null,
    ({ from, to, changes }) =>
      from === "pending" && to !== "canceled" && changes === 0 ? "Nobody was given an item yet." : null,
  ],
}
