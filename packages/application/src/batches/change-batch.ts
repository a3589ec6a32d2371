/** Adds customers to a batch, or cancels it. */
import {
  type Batch,
  type BatchCommand,
  type BatchDefaults,
  type BatchRefused,
  batchMachine,
  batchStatusOf,
  type CustomerEntry,
  evolveBatch,
  itemTotals,
} from "@vintem/domain/batch"
import { type Instant, instant, type LocalDate } from "@vintem/domain/calendar"
import type { BatchToken, CompanyId } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { isExpiryPassed } from "@vintem/domain/payment-link"
import {
  type BatchConflict,
  BatchRepository,
  type IdempotencyStore,
  type JobQueue,
  type StorageUnavailable,
  type Trail,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Result } from "effect"
import type { Answered, Answering } from "../idempotency/answered.ts"
import type { KeyRefused } from "../idempotency/keyed-request.ts"
import { once } from "../idempotency/once.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { askForLinks } from "./ask-for-links.ts"
import { findBatch, type NoSuchBatch } from "./find-batch.ts"

export interface ChangeBatch<Fault = never> extends Answering<ChangeBatchOutcome<Fault>> {
  readonly company: CompanyId
  readonly token: BatchToken
}

export interface AddCustomers<Fault> extends ChangeBatch<Fault> {
  /** The request's customers, 1 to 50. Missing fields come from the batch. The combination may be invalid. */
  readonly entries: (defaults: BatchDefaults) => Result.Result<ReadonlyArray<CustomerEntry>, Fault>
}

/** How `addCustomers` or `cancelBatch` ended. */
export type ChangeBatchOutcome<Fault> =
  /** The batch in its current state. */
  | { readonly _tag: "Changed"; readonly batch: Batch }
  /** A customer and the batch's defaults are invalid together: nothing was added. */
  | { readonly _tag: "Faulty"; readonly fault: Fault }
  /** The last day of the batch's links is over: new links could not be paid. Nothing was added. */
  | { readonly _tag: "ExpiryPassed"; readonly expiredAt: LocalDate }
  | { readonly _tag: "Refused"; readonly refusal: BatchRefused }

/** Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchBatch`. */
export const addCustomers = Effect.fn("addCustomers")(function* <Fault>(
  request: AddCustomers<Fault>,
): Effect.fn.Return<
  Answered<ChangeBatchOutcome<Fault>>,
  BatchConflict | KeyRefused | NoSuchBatch | StorageUnavailable,
  Trail | BatchRepository | IdempotencyStore | JobQueue | UnitOfWork
> {
  const { company, token } = request
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const batch = yield* findBatch(company, token)
    const entries = request.entries(batch.details.defaults)
    if (Result.isFailure(entries)) return { _tag: "Faulty", fault: entries.failure } satisfies ChangeBatchOutcome<Fault>
    const command: BatchCommand = { _tag: "AddCustomers", count: entries.success.length, at }
    const { expiredAt } = batch.details.defaults
    // If a batch accepts no more customers at all, that refusal comes first.
    if (expiredAt !== null && isExpiryPassed(expiredAt, at) && Result.isSuccess(decide(batchMachine, batch, command))) {
      return { _tag: "ExpiryPassed", expiredAt } satisfies ChangeBatchOutcome<Fault>
    }
    return yield* changed(batch, command, at, entries.success)
  })
  return yield* againOnConflict(once(request, unit))
})

/**
 * Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchBatch`. Customers
 * that a worker has already claimed still get their links; no more are claimed after this.
 */
export const cancelBatch = Effect.fn("cancelBatch")(function* (
  request: ChangeBatch,
): Effect.fn.Return<
  Answered<ChangeBatchOutcome<never>>,
  BatchConflict | KeyRefused | NoSuchBatch | StorageUnavailable,
  Trail | BatchRepository | IdempotencyStore | JobQueue | UnitOfWork
> {
  const { company, token } = request
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const batch = yield* findBatch(company, token)
    return yield* changed(batch, { _tag: "Cancel", at }, at, [])
  })
  return yield* againOnConflict(once(request, unit))
})

/** Part of a unit. */
const changed = Effect.fnUntraced(function* (
  batch: Batch,
  command: BatchCommand,
  at: Instant,
  added: ReadonlyArray<CustomerEntry>,
) {
  const batches = yield* BatchRepository
  const decided = decide(batchMachine, batch, command)
  if (Result.isFailure(decided)) return { _tag: "Refused", refusal: decided.failure } as const
  const after = decided.success.reduce(evolveBatch, batch)
  yield* batches.save(after, decided.success, added)
  if (added.length > 0) yield* askForLinks(after, at)
  if (decided.success.length > 0) {
    yield* recordInCompany(after.details.company, {
      action: command._tag === "Cancel" ? "batch.cancel" : "batch.extend",
      subject: after.details.token,
      before: { status: batchStatusOf(batch), customers: itemTotals(batch.items).total },
      after: { status: batchStatusOf(after), customers: itemTotals(after.items).total },
    })
  }
  return { _tag: "Changed", batch: after } as const
})
