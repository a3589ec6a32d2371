/**
 * The batch as the reference tries it: two customers, of whom the second may fail.
 */
import {
  type Batch,
  type BatchCommand,
  BatchDetails,
  BatchRefusal,
  type BatchReport,
  BatchStatus,
  type BatchTypes,
  batchCreated,
  batchMachine,
  batchPercent,
  batchRefusalMeaning,
  customersOfBatchMax,
  customersPerRequest,
  itemTotals,
} from "@vintem/domain/batch"
import { instant } from "@vintem/domain/calendar"
import { ItemPosition } from "@vintem/domain/identifiers"
import { Schema } from "effect"
import { ofEachTrial, type ReferenceMachine } from "../machine/reference-machine.ts"
import { type Place, type Trial, tryMove } from "../machine/trial.ts"

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

type BatchTrial = Trial<BatchTypes>
type BatchPlace = Place<BatchTypes>

const trying = (before: BatchPlace, move: BatchCommand | BatchReport): BatchTrial => tryMove(batchMachine, before, move)

const claim = (place: BatchPlace, count: number): BatchTrial =>
  trying(place, { _tag: "ClaimItems", count, at: place.now })
const cancel = (place: BatchPlace): BatchTrial => trying(place, { _tag: "Cancel", at: place.now })
const add = (place: BatchPlace, count: number): BatchTrial =>
  trying(place, { _tag: "AddCustomers", count, at: place.now })

/** The next items are done; one of them fails where `isFailed`. */
const done = (place: BatchPlace, count: number, isFailed: boolean): BatchTrial => {
  const { processed } = itemTotals(place.state.items)
  const first = processed + 1
  const failures = isFailed ? [{ position: ItemPosition.make(first), reason: "rule_not_found" as const }] : []
  return trying(place, { _tag: "ItemsDone", first, last: processed + count, failures, at: place.now })
}

/** All items that are left are done. */
const allDone = (place: BatchPlace, isFailed: boolean): BatchTrial =>
  done(place, place.state.items.inFlight + place.state.items.waiting, isFailed)

// States

const hasProgressed = (before: Batch, after: Batch): boolean =>
  itemTotals(after.items).processed > itemTotals(before.items).processed

const newOf = (count: number): BatchPlace => ({
  state: batchCreated({ _tag: "BatchCreated", details, count, at: now }),
  now,
})
const fresh = newOf(2)
const full = newOf(customersOfBatchMax)
const working = claim(fresh, 2).after
const completed = done(working, 2, false).after
const failed = done(working, 2, true).after

export const batchReference: ReferenceMachine<BatchTypes> = {
  machine: batchMachine,
  name: "batch",
  what: "a batch",
  statuses: BatchStatus.literals,
  start: "pending",
  states: {
    pending: [fresh, add(completed, 1).after, full],
    processing: [working, done(working, 1, false).after, done(working, 1, true).after],
    completed: [completed],
    partial_failure: [failed],
    canceled: [cancel(working).after, cancel(fresh).after],
  },
  happenings: [
    { event: "worker claims an item (command)", tryOn: (place) => [claim(place, 1)] },
    { event: "item made", tryOn: (place) => [done(place, 1, false)] },
    { event: "item failed for good", tryOn: (place) => [done(place, 1, true)] },
    { event: "all items made", tryOn: (place) => [allDone(place, false)] },
    { event: "all items done and some failed", tryOn: (place) => [allDone(place, true)] },
    { event: "add customers (command)", tryOn: (place) => [add(place, 1)] },
    { event: "cancel (command)", tryOn: (place) => [cancel(place)] },
  ],
  refusals: BatchRefusal.literals.map((reason) => ({ reason, meaning: batchRefusalMeaning[reason] })),
  commands: {
    AddCustomers: (place) => [
      add(place, customersPerRequest.min),
      add(place, 0),
      add(place, customersPerRequest.max + 1),
    ],
    Cancel: (place) => [cancel(place)],
    ClaimItems: (place) => [claim(place, itemTotals(place.state.items).total)],
  },
  remarks: ofEachTrial([
    ({ from, to, before, after }) =>
      from === "canceled" && to === "canceled" && hasProgressed(before.state, after.state)
        ? "Counted where it was in flight when the batch was canceled; nothing else starts."
        : null,
    ({ from, to, before, after }) =>
      from !== "canceled" && from === to && hasProgressed(before.state, after.state)
        ? `\`processed\` and \`percent\` rise, failures included: here to ${batchPercent(after.state)} %.`
        : null,
    ({ from, to }) =>
      (from === "completed" || from === "partial_failure") && to === "pending"
        ? "It is opened again; what failed before still counts at its end."
        : null,
    ({ from, to, changes, refusal }) =>
      from === "pending" && to !== "canceled" && changes.length === 0 && refusal === null
        ? "No item was claimed yet."
        : null,
  ]),
}
