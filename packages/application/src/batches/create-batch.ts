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
  type AuditLog,
  BatchRepository,
  type IdempotencyStore,
  Identifiers,
  type JobQueue,
  type PaymentLinkRuleRepository,
  type StorageUnavailable,
  type StoredAnswer,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import type { KeyedRequest, KeyRefused } from "../idempotency/keyed-request.ts"
import { type Answered, once } from "../idempotency/once.ts"
import { judgeTerms } from "../links/judge-terms.ts"
import { linkFacts } from "../links/link-facts.ts"
import { askForLinks } from "./ask-for-links.ts"

/** The request for a batch. */
export interface CreateBatch extends Pick<BatchDetails, "name" | "defaults"> {
  readonly company: CompanyId
  /** 1 to 50. */
  readonly entries: ReadonlyArray<CustomerEntry>
  readonly keyed: KeyedRequest | null
  /** Encodes an outcome for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (outcome: CreateBatchOutcome) => StoredAnswer
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
  Answered,
  KeyRefused | StorageUnavailable,
  AuditLog | BatchRepository | IdempotencyStore | Identifiers | JobQueue | PaymentLinkRuleRepository | UnitOfWork
> {
  const { company, defaults, encode, entries, keyed, name } = request
  const identifiers = yield* Identifiers
  const token = yield* identifiers.batchToken
  const secret = yield* identifiers.batchSecret
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const batches = yield* BatchRepository
    const { reasons } = yield* judgeTerms(company, defaults, null, at)
    if (reasons.length > 0) return encode({ _tag: "TermsRefused", reasons })
    const details = { company, token, secret, name, defaults, createdAt: at }
    const created: BatchCreated = { _tag: "BatchCreated", details, count: entries.length, at }
    yield* batches.add(created, entries)
    const batch = batchCreated(created)
    yield* askForLinks(batch, at)
    const after = { name, customers: entries.length, ...linkFacts(defaults) }
    yield* recordInCompany(company, { action: "batch.create", subject: token, before: null, after })
    return encode({ _tag: "Created", batch })
  })
  return yield* once(keyed, unit)
})
