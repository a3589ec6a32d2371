/** Stores a list of customers. The queue makes their payment links. */
import {
  type Batch,
  type BatchCreated,
  type BatchDetails,
  batchCreated,
  type CustomerEntry,
} from "@vintem/domain/batch"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { LinkTermsRefusal } from "@vintem/domain/payment-link"
import {
  BatchRepository,
  type IdempotencyStore,
  Identifiers,
  type JobQueue,
  type ReminderRuleRepository,
  type StorageUnavailable,
  type Trail,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import type { Answered, Answering } from "../idempotency/answered.ts"
import type { KeyRefused } from "../idempotency/keyed-request.ts"
import { once } from "../idempotency/once.ts"
import { judgeTerms } from "../links/judge-terms.ts"
import { linkFields } from "../links/link-fields.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { askForLinks } from "./ask-for-links.ts"

/** What making a batch needs, besides the ports. */
export interface CreateBatch extends Answering<CreateBatchOutcome>, Pick<BatchDetails, "name" | "defaults"> {
  readonly company: CompanyId
  /** 1 to 50. */
  readonly entries: ReadonlyArray<CustomerEntry>
}

/** How `createBatch` ended. */
export type CreateBatchOutcome =
  | { readonly _tag: "Created"; readonly batch: Batch }
  /** Nothing was made. Lists all reasons, at least one. */
  | { readonly _tag: "TermsRefused"; readonly reasons: ReadonlyArray<LinkTermsRefusal> }

/** @returns the answer to send, and if it repeats an earlier one */
export const createBatch = Effect.fn("createBatch")(function* (
  request: CreateBatch,
): Effect.fn.Return<
  Answered<CreateBatchOutcome>,
  KeyRefused | StorageUnavailable,
  Trail | BatchRepository | IdempotencyStore | Identifiers | JobQueue | ReminderRuleRepository | UnitOfWork
> {
  const { company, defaults, entries, name } = request
  const identifiers = yield* Identifiers
  const token = yield* identifiers.batchToken
  const secret = yield* identifiers.batchSecret
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const batches = yield* BatchRepository
    const { reasons } = yield* judgeTerms(company, defaults, null, at)
    if (reasons.length > 0) return { _tag: "TermsRefused", reasons } satisfies CreateBatchOutcome
    const details = { company, token, secret, name, defaults, createdAt: at }
    const created: BatchCreated = { _tag: "BatchCreated", details, count: entries.length, at }
    yield* batches.add(created, entries)
    const batch = batchCreated(created)
    yield* askForLinks(batch, at)
    const after = { name, customers: entries.length, ...linkFields(defaults) }
    yield* recordInCompany(company, { action: "batch.create", subject: token, before: null, after })
    return { _tag: "Created", batch } satisfies CreateBatchOutcome
  })
  return yield* once(request, unit)
})
