/**
 * What a commit writes, as data: decided before anything is written, and written in the order of the list.
 */
import type { AttemptKey, CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import type { CardOutcome, Order, OrderChange } from "@vintem/domain/order"
import type { LinkChange, PaymentLink } from "@vintem/domain/payment-link"
import {
  CardAttempts,
  CouponRepository,
  JobQueue,
  type LinkConflict,
  type NewJob,
  type OrderConflict,
  OrderRepository,
  PaymentLinkRepository,
  type SavedCard,
  SavedCardRepository,
  type StorageUnavailable,
  type SubscriptionConflict,
  SubscriptionRepository,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import type { Subscription, SubscriptionBegun, SubscriptionChange } from "@vintem/domain/subscription"
import type { WebhookEvent } from "@vintem/domain/webhook"
import { Effect } from "effect"

/** The kinds of writes. Each is what the method of a store takes, and promises what that method promises. */
interface Writes {
  readonly SaveOrder: { readonly before: Order; readonly order: Order; readonly events: ReadonlyArray<OrderChange> }
  readonly AddDeliveries: { readonly events: ReadonlyArray<WebhookEvent> }
  readonly EnqueueJobs: { readonly jobs: ReadonlyArray<NewJob> }
  readonly WithdrawJobs: { readonly company: CompanyId; readonly names: ReadonlyArray<string> }
  readonly GiveBackCoupon: { readonly company: CompanyId; readonly order: OrderNumber }
  readonly CountCouponAgain: { readonly company: CompanyId; readonly order: OrderNumber }
  readonly SettleCardAttempt: { readonly key: AttemptKey; readonly outcome: CardOutcome }
  readonly SaveLink: { readonly link: PaymentLink; readonly events: ReadonlyArray<LinkChange> }
  readonly AddCard: { readonly card: SavedCard }
  readonly AddSubscription: { readonly begun: SubscriptionBegun }
  readonly SaveSubscription: {
    readonly before: Subscription
    readonly subscription: Subscription
    readonly events: ReadonlyArray<SubscriptionChange>
  }
}

/** The store of each kind. */
interface StoreOf {
  readonly SaveOrder: OrderRepository
  readonly AddDeliveries: WebhookDeliveryRepository
  readonly EnqueueJobs: JobQueue
  readonly WithdrawJobs: JobQueue
  readonly GiveBackCoupon: CouponRepository
  readonly CountCouponAgain: CouponRepository
  readonly SettleCardAttempt: CardAttempts
  readonly SaveLink: PaymentLinkRepository
  readonly AddCard: SavedCardRepository
  readonly AddSubscription: SubscriptionRepository
  readonly SaveSubscription: SubscriptionRepository
}

/** The conflict of each kind that compares a version. */
type ConflictOf<Kind> =
  | (Kind extends "SaveOrder" ? OrderConflict : never)
  | (Kind extends "SaveLink" ? LinkConflict : never)
  | (Kind extends "SaveSubscription" ? SubscriptionConflict : never)

/** One write, of any of these kinds. */
export type Write<Kind extends keyof Writes = keyof Writes> = {
  [K in Kind]: { readonly _tag: K } & Writes[K]
}[Kind]

/** Somebody saved one of what is written meanwhile: read again, decide again. */
export type WriteConflict = ConflictOf<keyof Writes>

/** The stores that writes go to. */
export type Stores = StoreOf[keyof Writes]

/** Part of a unit: all of these are written, or none. */
export const writeAll = <Kind extends keyof Writes>(
  writes: ReadonlyArray<Write<Kind>>,
): Effect.Effect<void, StorageUnavailable | ConflictOf<Kind>, StoreOf[Kind]> =>
  Effect.forEach(writes, (write) => writeOne(write), { discard: true })

const writeOne = <Kind extends keyof Writes>(
  write: Write<Kind>,
): Effect.Effect<unknown, StorageUnavailable | ConflictOf<Kind>, StoreOf[Kind]> => writers[write._tag](write)

const writers: {
  [K in keyof Writes]: (write: Write<K>) => Effect.Effect<unknown, StorageUnavailable | ConflictOf<K>, StoreOf[K]>
} = {
  SaveOrder: ({ before, events, order }) => Effect.flatMap(OrderRepository, ({ save }) => save(before, order, events)),
  AddDeliveries: ({ events }) => Effect.flatMap(WebhookDeliveryRepository, ({ add }) => add(events)),
  EnqueueJobs: ({ jobs }) => Effect.flatMap(JobQueue, ({ enqueue }) => enqueue(jobs)),
  WithdrawJobs: ({ company, names }) => Effect.flatMap(JobQueue, ({ withdraw }) => withdraw(company, names)),
  GiveBackCoupon: ({ company, order }) => Effect.flatMap(CouponRepository, ({ giveBack }) => giveBack(company, order)),
  CountCouponAgain: ({ company, order }) =>
    Effect.flatMap(CouponRepository, ({ countAgain }) => countAgain(company, order)),
  SettleCardAttempt: ({ key, outcome }) => Effect.flatMap(CardAttempts, ({ settle }) => settle(key, outcome)),
  SaveLink: ({ events, link }) => Effect.flatMap(PaymentLinkRepository, ({ save }) => save(link, events)),
  AddCard: ({ card }) => Effect.flatMap(SavedCardRepository, ({ add }) => add(card)),
  AddSubscription: ({ begun }) => Effect.flatMap(SubscriptionRepository, ({ add }) => add(begun)),
  SaveSubscription: ({ before, events, subscription }) =>
    Effect.flatMap(SubscriptionRepository, ({ save }) => save(before, subscription, events)),
}
