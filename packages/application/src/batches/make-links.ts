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
  type JobQueue,
  PaymentLinkRepository,
  type ReminderRuleRepository,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result, Schema } from "effect"
import { findRule } from "../links/find-rule.ts"
import { codeOfCompany } from "../names/code-of-company.ts"
import { remindOfNew } from "../reminders/reminder-work.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { hasLinksToMake } from "./work-of-batch.ts"

/** Links in one commit. More would be faster for the batch, but other requests would wait longer. */
const chunk = 100
/** Concurrent lookups of postal codes. */
const lookupsMax = 10

/** A claimed customer, with the found address. */
interface TakenItem extends BatchItem {
  readonly address: FoundAddress | null
}

/** Claims the next customers and looks up their postal codes. None if the batch is done or canceled. */
export const takeItems = Effect.fnUntraced(function* (
  company: CompanyId,
  token: BatchToken,
): Effect.fn.Return<
  ReadonlyArray<TakenItem>,
  BatchConflict | StorageUnavailable,
  AddressLookup | BatchRepository | UnitOfWork
> {
  const { commit } = yield* UnitOfWork
  const batches = yield* BatchRepository
  const at = instant(yield* Clock.currentTimeMillis)
  const batch = yield* againOnConflict(commit(claimed(company, token, at)))
  if (batch === null) return []
  const { after, count } = itemsInFlight(batch)
  const items = yield* batches.items(company, token, { after, limit: count })
  return yield* Effect.forEach(items, withAddress, { concurrency: lookupsMax })
})

/**
 * Part of a unit. Customers whose worker died, or who were claimed before the batch was canceled, are claimed again.
 */
const claimed = Effect.fnUntraced(function* (company: CompanyId, token: BatchToken, at: Instant) {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  if (Option.isNone(found)) return null
  const batch = found.value
  const decided = decide(batchMachine, batch, { _tag: "ClaimItems", count: chunk, at })
  if (Result.isFailure(decided)) return itemsInFlight(batch).count > 0 ? batch : null
  return yield* saved(batch, decided.success)
})

const withAddress = Effect.fnUntraced(function* (item: BatchItem) {
  const { postcode } = item.entry
  if (postcode === null) return { ...item, address: null } satisfies TakenItem
  const { find } = yield* AddressLookup
  return { ...item, address: Option.getOrNull(yield* find(postcode)) } satisfies TakenItem
})

/**
 * Part of a unit: makes the links of the claimed customers. If no link can be made for a customer, the reason is
 * recorded.
 *
 * @returns true if more customers wait
 */
export const makeLinks = Effect.fnUntraced(function* (
  company: CompanyId,
  token: BatchToken,
  items: ReadonlyArray<TakenItem>,
  at: Instant,
): Effect.fn.Return<
  boolean,
  BatchConflict | StorageUnavailable,
  BatchRepository | CompanyRepository | JobQueue | PaymentLinkRepository | ReminderRuleRepository
> {
  const batches = yield* BatchRepository
  const links = yield* PaymentLinkRepository
  const found = yield* batches.find(company, token)
  const [first, last] = [items.at(0)?.position, items.at(-1)?.position]
  if (Option.isNone(found)) return false
  const batch = found.value
  // No customer was left to claim. Customers added since then added no job, because this one still existed.
  if (first === undefined || last === undefined) return hasLinksToMake(batch)
  const { isKnown, rule } = yield* findRule(company, batch.details.defaults.ruleToken)
  const code = yield* codeOfCompany(company)
  const made = items.map((item) => linkOf(code, batch, item, isKnown, at))
  const failures = made.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  const events = recordItemsDone(batch, { _tag: "ItemsDone", first, last, failures, at })
  const done = events.at(0)
  if (done !== undefined) {
    const created = made.flatMap((one, index) => {
      const position = items[index]?.position ?? 0
      return Result.isSuccess(one) && done.first <= position && position <= done.last ? [one.success] : []
    })
    yield* links.add(created)
    yield* remindOfNew(created, rule, at)
  }
  const after = yield* saved(batch, events)
  return hasLinksToMake(after)
})

const saved = Effect.fnUntraced(function* (batch: Batch, events: ReadonlyArray<BatchChange>) {
  const batches = yield* BatchRepository
  const after = events.reduce(evolveBatch, batch)
  yield* batches.save(after, events)
  return after
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
