/**
 * Checks everything that is stored of orders, payment links, batches, subscriptions and webhook deliveries: every event log against its
 * state, every order against the laws of money, derived rows against their source, that every pending task has its job, and that no entry
 * of the trail is missing.
 *
 * It only reads, a piece at a time, and blocks no request. A breach that was seen while a writer was at work is read
 * again before it is reported.
 */

import { type BatchBreach, checkBatch } from "@vintem/domain/batch"
import type { CompanyId } from "@vintem/domain/identifiers"
import { checkOrder, type OrderBreach } from "@vintem/domain/order"
import { checkLink, type LinkBreach } from "@vintem/domain/payment-link"
import {
  beforeAll,
  type CheckedBatch,
  type CheckedDelivery,
  type CheckedEntry,
  type CheckedLink,
  type CheckedOrder,
  type CheckedSubscription,
  type CheckPlace,
  type CheckWalk,
  JobQueue,
  type OverusedCoupon,
  PersonalData,
  type StorageBreach,
  StorageCheck,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { checkSubscription, type SubscriptionBreach } from "@vintem/domain/subscription"
import { type TrailGap, trailGaps } from "@vintem/domain/trail"
import { checkDelivery, type DeliveryBreach, type WebhookDelivery } from "@vintem/domain/webhook"
import { Effect, Stream } from "effect"
import { workNeededByBatch } from "../batches/work-of-batch.ts"
import { nameOfResolving, nameOfWork } from "../queue/work.ts"
import { workNeeded } from "../reactions/jobs.ts"
import { workNeededBySubscription } from "../reactions/save-subscription.ts"

/** Orders, links, batches, subscriptions or deliveries in one read. */
const piece = 200
/** The most customers that one check reports for another erasure. The next check reports others. */
const erasuresMax = 1_000
/** How often a breach is read again while each reading differs. Data that changes faster is left to the next check. */
const readingsMax = 5

/** A fault in the stored data. */
export type Breach =
  | OrderBreach
  | LinkBreach
  | BatchBreach
  | SubscriptionBreach
  | DeliveryBreach
  | TrailGap
  | StorageBreach
  /** An attempt waits for the acquirer, or for its expiry, and there is no job with this name that would handle it. */
  | { readonly _tag: "WorkMissing"; readonly attempt: number; readonly job: string }
  /** Customers of a batch wait for their links, and there is no job with this name that would make them. */
  | { readonly _tag: "LinksNeverMade"; readonly job: string }
  /** A subscription has a timer, and there is no job with this name that would run it. */
  | { readonly _tag: "TimerMissing"; readonly job: string }
  /**
   * Orders that were not paid late use a coupon more often than it allows: `uses` minus `late` is more than `allowed`.
   */
  | {
      readonly _tag: "CouponOversold"
      readonly code: string
      readonly uses: number
      readonly allowed: number
      readonly late: number
    }
  /** A notification is pending, and there is no job with this name that would deliver it. */
  | { readonly _tag: "NeverDelivered"; readonly job: string }
  /**
   * The customer was erased, but their data is there: the database was restored to an earlier time. Erase them again.
   */
  | { readonly _tag: "ErasureUndone" }

/** A breach, and where it is. */
export interface FoundBreach {
  /**
   * The number of an order, or the name of another object: `link` and its slug, `batch` or `subscription` and its token, `webhook` and its
   * id, `customer` and its ids, `trail` and the number of an entry.
   */
  readonly subject: string
  readonly breach: Breach
}

/** How many of each kind were checked. */
export interface CheckedCounts {
  readonly orders: number
  readonly links: number
  readonly batches: number
  readonly subscriptions: number
  /** Stored webhook notifications. */
  readonly deliveries: number
  /** Entries of the trail. */
  readonly changes: number
}

/** How far a check has come. */
export interface CheckProgress extends CheckedCounts {
  readonly breaches: number
  /** The finished share, 0 to 1. It is still below 1 after the orders. */
  readonly share: number
}

/** Callbacks for what a check finds. */
export interface CheckWatcher {
  /** Called for every breach as it is found. */
  readonly onBreach: (found: FoundBreach) => Effect.Effect<void>
  /**
   * Called for every coupon that late payments took over its limit. That is no breach: a late payment counts. Optional.
   */
  readonly onLateUses?: (coupon: OverusedCoupon) => Effect.Effect<void>
  /** Called after every piece of work. */
  readonly onProgress: (progress: CheckProgress) => Effect.Effect<void>
}

/** Checks all rows that are stored when it begins. @returns the progress at the end */
export const checkStorage = Effect.fn("checkStorage")(function* ({
  onBreach,
  onLateUses = () => Effect.void,
  onProgress,
}: CheckWatcher): Effect.fn.Return<CheckProgress, StorageUnavailable, JobQueue | PersonalData | StorageCheck> {
  const stored = yield* StorageCheck
  const counts = { orders: 0, links: 0, batches: 0, subscriptions: 0, deliveries: 0, changes: 0 }
  let breaches = 0
  const tell = Effect.fnUntraced(function* (found: ReadonlyArray<FoundBreach>) {
    breaches += found.length
    yield* Effect.forEach(found, onBreach, { discard: true })
  })
  const progressAt = (share: number): CheckProgress => ({ ...counts, breaches, share })
  const tellProgress = (share: number) => Effect.suspend(() => onProgress(progressAt(share)))
  /** Checks all of one kind. Only the orders move the progress: they take nearly all of the time. */
  const check = <Checked extends CheckPlace>(
    kind: keyof CheckedCounts,
    walk: CheckWalk<Checked>,
    examine: Examine<Checked>,
  ) =>
    walked(walk, examine, tell, (count, share) => {
      counts[kind] += count
      return tellProgress(kind === "orders" ? share * shareOfOrders : shareOfOrders)
    })

  yield* check("orders", stored, examinedOrders)
  yield* check("links", stored.links, examinedLinks)
  yield* check("batches", stored.batches, examinedBatches)
  yield* check("subscriptions", stored.subscriptions, examinedSubscriptions)
  yield* check("deliveries", stored.deliveries, examinedDeliveries)
  yield* check("changes", stored.trailEntries, examinedChanges)

  yield* Stream.runForEach(stored.besideOrders, (piece) =>
    Effect.andThen(tell(piece.map(({ number, breach }) => ({ subject: number, breach }))), tellProgress(shareOfOrders)),
  )
  yield* Stream.runForEach(stored.overusedCoupons, (coupons) => {
    const oversold = coupons.filter(({ allowed, late, uses }) => uses - late > allowed)
    return Effect.andThen(
      tell(oversold.map(couponOversold)),
      Effect.forEach(
        coupons.filter((coupon) => !oversold.includes(coupon)),
        onLateUses,
        { discard: true },
      ),
    )
  })
  const { toRepeat } = yield* PersonalData
  yield* tell(
    (yield* toRepeat(erasuresMax)).map(({ company, customer }) => ({
      subject: `customer ${customer} of company ${company}`,
      breach: { _tag: "ErasureUndone" },
    })),
  )
  const last = progressAt(1)
  yield* onProgress(last)
  return last
})

const couponOversold = ({ company, ...counts }: OverusedCoupon): FoundBreach => ({
  subject: `company ${company}`,
  breach: { _tag: "CouponOversold", ...counts },
})

/** The orders' estimated share of the whole; the rest are derived rows. */
const shareOfOrders = 0.95

/** Checks the objects of one piece together. @returns what is wrong with each */
type Examine<Checked> = (
  read: ReadonlyArray<Checked>,
) => Effect.Effect<ReadonlyArray<ReadonlyArray<FoundBreach>>, StorageUnavailable, JobQueue>

/**
 * Reads one kind from the first to the one that is last when the check begins. `onPiece` gets the number checked and
 * the finished share, 0 to 1.
 */
const walked = Effect.fnUntraced(function* <Checked extends CheckPlace>(
  walk: CheckWalk<Checked>,
  examine: Examine<Checked>,
  tell: (found: ReadonlyArray<FoundBreach>) => Effect.Effect<void>,
  onPiece: (count: number, share: number) => Effect.Effect<void>,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const lastId = yield* walk.lastId
  let after = beforeAll
  let count = 0
  let isOver = lastId === 0
  while (!isOver) {
    const read = yield* walk.scan({ after, lastId, limit: piece })
    const found = yield* examine(read)
    for (const [at, one] of read.entries()) {
      const first = found[at] ?? []
      if (first.length > 0) yield* tell(yield* confirmed(walk, examine, one, first))
    }
    after = read.at(-1) ?? after
    count += read.length
    isOver = read.length < piece
    yield* onPiece(read.length, isOver ? 1 : Math.min(count / lastId, 1))
  }
})

const examinedOrders: Examine<CheckedOrder> = Effect.fnUntraced(function* (orders) {
  const needed = orders.map(({ order }) => (order === null ? [] : workNeeded(order)))
  const missing = yield* missingJobs(
    orders.map(({ order }, at) =>
      order === null ? null : { company: order.details.company, names: (needed[at] ?? []).map(({ job }) => job) },
    ),
  )
  return orders.map((order, at) =>
    [
      ...order.breaches,
      ...checkOrder(order),
      ...(needed[at] ?? [])
        .filter(({ job }) => missing[at]?.includes(job) === true && !isAddedLater(order, job))
        .map((work) => ({ _tag: "WorkMissing" as const, ...work })),
    ].map((breach) => ({ subject: order.number, breach })),
  )
})

/** Whether the missing job will be added by `queueUnanswered`, once the time for an answer is over. */
const isAddedLater = ({ unanswered }: CheckedOrder, job: string): boolean =>
  unanswered.some((key) => nameOfResolving(key) === job)

const examinedLinks: Examine<CheckedLink> = (links) =>
  Effect.succeed(
    links.map((link) =>
      [...link.breaches, ...checkLink(link)].map((breach) => ({ subject: `link ${link.slug}`, breach })),
    ),
  )

const examinedBatches: Examine<CheckedBatch> = Effect.fnUntraced(function* (batches) {
  const missing = yield* missingJobs(
    batches.map(({ batch }) =>
      batch === null ? null : { company: batch.details.company, names: workNeededByBatch(batch) },
    ),
  )
  return batches.map((batch, at) =>
    [
      ...batch.breaches,
      ...checkBatch(batch),
      ...(missing[at] ?? []).map((job) => ({ _tag: "LinksNeverMade" as const, job })),
    ].map((breach) => ({ subject: `batch ${batch.token}`, breach })),
  )
})

const examinedSubscriptions: Examine<CheckedSubscription> = Effect.fnUntraced(function* (subscriptions) {
  const missing = yield* missingJobs(
    subscriptions.map(({ subscription }) =>
      subscription === null
        ? null
        : { company: subscription.details.company, names: workNeededBySubscription(subscription) },
    ),
  )
  return subscriptions.map((subscription, at) =>
    [
      ...subscription.breaches,
      ...checkSubscription(subscription),
      ...(missing[at] ?? []).map((job) => ({ _tag: "TimerMissing" as const, job })),
    ].map((breach) => ({ subject: `subscription ${subscription.token}`, breach })),
  )
})

const examinedDeliveries: Examine<CheckedDelivery> = Effect.fnUntraced(function* (deliveries) {
  const missing = yield* missingJobs(
    deliveries.map(({ delivery }) =>
      delivery?.state === "pending" ? { company: delivery.event.company, names: [jobOfDelivery(delivery)] } : null,
    ),
  )
  return deliveries.map((delivery, at) =>
    [
      ...delivery.breaches,
      ...checkDelivery(delivery),
      ...(missing[at] ?? []).map((job) => ({ _tag: "NeverDelivered" as const, job })),
    ].map((breach) => ({ subject: `webhook ${delivery.event}`, breach })),
  )
})

const examinedChanges: Examine<CheckedEntry> = (entries) =>
  Effect.succeed(
    entries.map(({ breaches, name, previous, sequence }) =>
      [...breaches, ...trailGaps(previous, sequence)].map((breach) => ({ subject: name, breach })),
    ),
  )

const jobOfDelivery = ({ event }: WebhookDelivery): string =>
  nameOfWork({ _tag: "DeliverWebhook", company: event.company, event: event.id })

/** The names of the jobs that an object needs. */
interface NeededJobs {
  readonly company: CompanyId
  readonly names: ReadonlyArray<string>
}

/** The jobs that each object needs and that are missing. null needs none. */
const missingJobs = Effect.fnUntraced(function* (objects: ReadonlyArray<NeededJobs | null>) {
  const queue = yield* JobQueue
  const known = new Map<CompanyId, ReadonlySet<string>>()
  const needed = objects.flatMap((one) => (one === null || one.names.length === 0 ? [] : [one]))
  for (const [company, own] of Map.groupBy(needed, (one) => one.company)) {
    const names = own.flatMap((one) => one.names)
    known.set(company, new Set(yield* queue.known(company, names)))
  }
  return objects.map((one) => one?.names.filter((name) => !known.get(one.company)?.has(name)) ?? [])
})

/**
 * The breaches that two consecutive readings share. If a writer was at work between them, a version has changed, and so
 * has the second reading.
 */
const confirmed = Effect.fnUntraced(function* <Checked>(
  walk: CheckWalk<Checked>,
  examine: Examine<Checked>,
  { company, id }: CheckPlace,
  first: ReadonlyArray<FoundBreach>,
): Effect.fn.Return<ReadonlyArray<FoundBreach>, StorageUnavailable, JobQueue> {
  let before = first
  for (let reading = 0; reading < readingsMax && before.length > 0; reading++) {
    const again = (yield* examine(yield* walk.scan({ after: { company, id: id - 1 }, lastId: id, limit: 1 }))).flat()
    if (JSON.stringify(again) === JSON.stringify(before)) return again
    before = again
  }
  return []
})
