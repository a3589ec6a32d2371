/**
 * Makes the links of a batch, some customers at a time.
 *
 * A worker claims customers in one commit and makes their links in another. Between the two it looks up their postal
 * codes. If a worker dies in between, another one makes the same links, because their slugs are computed from batch and
 * position.
 */
import {
  type Batch,
  type BatchChange,
  batchMachine,
  evolveBatch,
  type FailedItem,
  itemSlug,
  itemsInFlight,
  itemTerms,
  recordItemsDone,
} from "@vintem/domain/batch"
import { type Instant, instant } from "@vintem/domain/calendar"
import type { FoundAddress } from "@vintem/domain/customer"
import type { BatchToken, CompanyCode, CompanyId } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { type LinkCreated, LinkTerms } from "@vintem/domain/payment-link"
import {
  AddressLookup,
  type BatchConflict,
  type BatchItem,
  BatchRepository,
  type CompanyRepository,
  type ReminderRuleRepository,
  type StorageUnavailable,
  type Write,
  type WriteSets,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result, Schema } from "effect"
import { findRule } from "../links/find-rule.ts"
import { codeOfCompany } from "../names/code-of-company.ts"
import { reminderWrites } from "../reminders/reminder-work.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { commitWrites } from "../units/commit-writes.ts"
import { hasLinksToMake } from "./work-of-batch.ts"

/** Links in one commit. More would be faster for the batch, but other requests would wait longer. */
const chunk = 100
/** Concurrent lookups of postal codes. */
const lookupsMax = 10

/** A claimed customer, with the found address. */
interface TakenItem extends BatchItem {
  readonly address: FoundAddress | null
}

/**
 * Claims the next customers and looks up their postal codes. None if the batch is done or canceled. Customers whose worker died, or who were
 * claimed before the batch was canceled, are claimed again.
 */
export const takeItems = Effect.fnUntraced(function* (
  company: CompanyId,
  token: BatchToken,
): Effect.fn.Return<
  ReadonlyArray<TakenItem>,
  BatchConflict | StorageUnavailable,
  AddressLookup | BatchRepository | WriteSets
> {
  const batches = yield* BatchRepository
  const at = instant(yield* Clock.currentTimeMillis)
  const batch = yield* againOnConflict(claimed(company, token, at))
  if (batch === null) return []
  const { after, count } = itemsInFlight(batch)
  const items = yield* batches.items(company, token, { after, limit: count })
  return yield* Effect.forEach(items, withAddress, { concurrency: lookupsMax })
})

const claimed = Effect.fnUntraced(function* (company: CompanyId, token: BatchToken, at: Instant) {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  if (Option.isNone(found)) return null
  const batch = found.value
  const decided = decide(batchMachine, batch, { _tag: "ClaimItems", count: chunk, at })
  if (Result.isFailure(decided)) return itemsInFlight(batch).count > 0 ? batch : null
  const saving = savingOf(batch, decided.success)
  yield* commitWrites([saving])
  return saving.batch
})

const savingOf = (batch: Batch, events: ReadonlyArray<BatchChange>): Write<"SaveBatch"> => ({
  _tag: "SaveBatch",
  batch: events.reduce(evolveBatch, batch),
  events,
})

const withAddress = Effect.fnUntraced(function* (item: BatchItem) {
  const { postcode } = item.entry
  if (postcode === null) return { ...item, address: null } satisfies TakenItem
  const { find } = yield* AddressLookup
  return { ...item, address: Option.getOrNull(yield* find(postcode)) } satisfies TakenItem
})

/** What is written for claimed customers. */
interface LinkWrites {
  readonly writes: ReadonlyArray<Write<"AddLinks" | "EnqueueJobs" | "SaveBatch">>
  /** True if more customers wait. */
  readonly isMore: boolean
}

/**
 * Decides the links of the claimed customers. If no link can be made for a customer, the reason is recorded. If customers are added
 * before the decision is committed, `BatchConflict` refuses it.
 */
export const linkWrites = Effect.fnUntraced(function* (
  company: CompanyId,
  token: BatchToken,
  items: ReadonlyArray<TakenItem>,
  at: Instant,
): Effect.fn.Return<LinkWrites, StorageUnavailable, BatchRepository | CompanyRepository | ReminderRuleRepository> {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  const [first, last] = [items.at(0)?.position, items.at(-1)?.position]
  if (Option.isNone(found)) return { writes: [], isMore: false }
  const batch = found.value
  if (first === undefined || last === undefined) {
    return { writes: [savingOf(batch, [])], isMore: hasLinksToMake(batch) }
  }
  const { isKnown, rule } = yield* findRule(company, batch.details.defaults.ruleToken)
  const code = yield* codeOfCompany(company)
  const made = items.map((item) => linkOf(code, batch, item, isKnown, at))
  const failures = made.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  const events = recordItemsDone(batch, { _tag: "ItemsDone", first, last, failures, at })
  const done = events.at(0)
  const created = made.flatMap((one, index) => {
    const position = items[index]?.position ?? 0
    const isDoneNow = done !== undefined && done.first <= position && position <= done.last
    return isDoneNow && Result.isSuccess(one) ? [one.success] : []
  })
  const saving = savingOf(batch, events)
  return {
    writes: [
      saving,
      ...(created.length === 0 ? [] : [{ _tag: "AddLinks", created } as const]),
      ...reminderWrites(created, rule, at),
    ],
    isMore: hasLinksToMake(saving.batch),
  }
})

const linkOf = (
  code: CompanyCode,
  { details }: Batch,
  { address, entry, position }: TakenItem,
  isRuleKnown: boolean,
  at: Instant,
): Result.Result<LinkCreated, FailedItem> => {
  if (!isRuleKnown) return Result.fail({ position, reason: "rule_not_found" })
  const terms = itemTerms(details, entry, address)
  if (!isTerms(terms)) return Result.fail({ position, reason: "terms_not_accepted" })
  const { company, token } = details
  return Result.succeed({
    _tag: "LinkCreated",
    details: { company, slug: itemSlug(code, details, position), batch: { token, position }, createdAt: at },
    terms,
    at,
  })
}

const isTerms = Schema.is(LinkTerms)
