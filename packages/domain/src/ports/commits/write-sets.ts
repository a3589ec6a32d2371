/**
 * The writes of one decision, as data: a use case reads, decides, and hands all of them to the storage at once.
 *
 * A unit of work runs an effect inside a transaction, so it cannot share the transaction. A write set contains no
 * effect: the storage can check and write the sets of many callers in one transaction.
 *
 * `UnitOfWork` documents what every store promises.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Batch, BatchChange } from "../../batch/index.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { CouponRefused } from "../../catalogue/coupon.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { CustomerId } from "../../identifiers/customer.ts"
import type { AttemptKey, OrderNumber } from "../../identifiers/order.ts"
import type { CardCap, CardOutcome, CardStop } from "../../order/card-caps.ts"
import type { OrderChange, OrderPlaced } from "../../order/commands-and-events.ts"
import type { Order } from "../../order/order.ts"
import type { LinkChange, LinkCreated, PaymentLink } from "../../payment-link/index.ts"
import type { Subscription, SubscriptionBegun, SubscriptionChange } from "../../subscription/index.ts"
import type { WebhookEvent } from "../../webhook/index.ts"
import type { CouponTaking } from "../catalogue/coupon-repository.ts"
import type { BookedAnswer, BookedCharge } from "../charging/charge-books.ts"
import type { BatchConflict } from "../links/batch-repository.ts"
import type { LinkConflict } from "../links/payment-link-repository.ts"
import type { PayerCardAttempt, StopSubject } from "../orders/card-attempts.ts"
import type { Customer } from "../orders/customer-repository.ts"
import type { OrderConflict } from "../orders/order-repository.ts"
import type { SavedCard } from "../orders/saved-card-repository.ts"
import type { IdempotencyClaim, KeyScope, StoredAnswer } from "../requests/idempotency-store.ts"
import type { JobId, NewJob, Settlement } from "../storage/job-queue.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"
import type { SubscriptionConflict } from "../subscriptions/subscription-repository.ts"

/** The key was claimed before: `IdempotencyStore.claim` says by whom. */
export class KeyConflict extends Data.TaggedError("KeyConflict") {}

/** The request under the key was answered meanwhile: use this answer. */
export class AnswerConflict extends Data.TaggedError("AnswerConflict")<{ readonly answer: StoredAnswer }> {}

/** The company came under moderation after it was read: read it again, decide again. */
export class ModerationConflict extends Data.TaggedError("ModerationConflict")<{ readonly company: CompanyId }> {}

/** The card may not be charged now: too many cards were refused. */
export class CardStopped extends Data.TaggedError("CardStopped")<CardStop> {}

/** Another worker has this job now, and records its outcome. */
export class JobLost extends Data.TaggedError("JobLost")<{ readonly job: JobId }> {}

/**
 * The kinds of writes. Each does what the method of its store does, and promises what that method promises.
 *
 * If an order, link, batch or subscription is saved without events, nothing is written, but its version is compared: the
 * decision relied on it.
 */
export interface Writes {
  /**
   * Claims a key that nobody has claimed, or whose day is over, and stores at once what the request is about, or its
   * answer.
   */
  readonly ClaimKey: {
    readonly claim: IdempotencyClaim
    readonly order: OrderNumber | null
    readonly answer: StoredAnswer | null
  }
  readonly AttachKey: { readonly scope: KeyScope; readonly key: string; readonly order: OrderNumber }
  readonly KeepAnswer: { readonly scope: KeyScope; readonly key: string; readonly answer: StoredAnswer }
  /** Writes nothing: the company is not under moderation. */
  readonly RequireTrading: { readonly company: CompanyId }
  readonly SettleJob: { readonly company: CompanyId; readonly lease: string; readonly settlement: Settlement }
  readonly AddOrder: { readonly order: Order; readonly events: readonly [OrderPlaced, ...ReadonlyArray<OrderChange>] }
  readonly SaveOrder: {
    readonly before: Order
    readonly order: Order
    readonly events: ReadonlyArray<OrderChange>
  }
  readonly AddDeliveries: { readonly events: ReadonlyArray<WebhookEvent> }
  readonly WithdrawJobs: { readonly company: CompanyId; readonly names: ReadonlyArray<string> }
  readonly EnqueueJobs: { readonly jobs: ReadonlyArray<NewJob> }
  readonly TakeCoupon: CouponTaking
  readonly TakeCouponAgain: { readonly company: CompanyId; readonly order: OrderNumber; readonly at: Instant }
  readonly GiveBackCoupon: { readonly company: CompanyId; readonly order: OrderNumber }
  readonly CountCouponAgain: { readonly company: CompanyId; readonly order: OrderNumber }
  readonly StartCardAttempt: PayerCardAttempt
  readonly SettleCardAttempt: { readonly key: AttemptKey; readonly outcome: CardOutcome }
  readonly RecordCardStop: { readonly subject: StopSubject; readonly cap: CardCap; readonly at: Instant }
  /** Books what is about to be asked of an institution: `ChargeBooks.open`. A used key keeps its entry. */
  readonly BookCharge: BookedCharge
  readonly BookAnswer: BookedAnswer
  readonly AddLinks: { readonly created: ReadonlyArray<LinkCreated> }
  readonly SaveLink: { readonly link: PaymentLink; readonly events: ReadonlyArray<LinkChange> }
  readonly SaveBatch: { readonly batch: Batch; readonly events: ReadonlyArray<BatchChange> }
  readonly AddCard: { readonly card: SavedCard }
  readonly AddSubscription: { readonly begun: SubscriptionBegun }
  readonly SaveSubscription: {
    readonly before: Subscription
    readonly subscription: Subscription
    readonly events: ReadonlyArray<SubscriptionChange>
  }
}

/** What refuses a write of each kind; a kind that is not named is never refused. */
export interface Refusals {
  readonly ClaimKey: KeyConflict
  readonly KeepAnswer: AnswerConflict
  readonly RequireTrading: ModerationConflict
  readonly SettleJob: JobLost
  readonly SaveOrder: OrderConflict
  readonly TakeCoupon: CouponRefused
  readonly TakeCouponAgain: CouponRefused
  readonly StartCardAttempt: CardStopped
  readonly SaveLink: LinkConflict
  readonly SaveBatch: BatchConflict
  readonly SaveSubscription: SubscriptionConflict
}

/** The name of a kind of writes. */
export type WriteKind = keyof Writes

/** One write, of any of these kinds. */
export type Write<Kind extends WriteKind = WriteKind> = {
  [K in Kind]: { readonly _tag: K } & Writes[K]
}[Kind]

/** What may refuse a write of one of these kinds. */
export type WriteRefused<Kind extends WriteKind = WriteKind> = {
  [K in Kind]: K extends keyof Refusals ? Refusals[K] : never
}[Kind]

/** The writes of one decision: all of them are written, or none. */
export type WriteSet<Kind extends WriteKind = WriteKind> = ReadonlyArray<Write<Kind>>

/** A customer of an order, who may be new. */
export interface CustomerOfOrder {
  /** `put` brings a known customer's details up to date, `register` leaves them as they are: see `CustomerRepository`. */
  readonly _tag: "put" | "register"
  readonly customer: Omit<Customer, "id">
}

/** The writes that depend on the customer's number, and the result. */
export interface ForCustomer<A, Kind extends WriteKind = WriteKind> {
  readonly writes: WriteSet<Kind>
  readonly value: A
}

/** Commits what was decided. Contract: `writeSetsContract`. */
export class WriteSets extends Context.Service<
  WriteSets,
  {
    /**
     * Commits a set, as if its writes were written one after the other. When this succeeds, the set is on disk and the
     * next read sees it. If a write is refused, nothing of the set is written, and the commit fails with that refusal;
     * if several are refused, with one of the refusals. Joins the unit of work around it.
     *
     * Any number of sets may be committed at once. The storage may write them in one transaction; a refused set does
     * not prevent the others from being written.
     *
     * It fails as `StorageUnavailable` if the answer to the commit was lost: then the set was written, or it was not. It is never written
     * twice.
     */
    readonly commit: <Kind extends WriteKind>(
      writes: WriteSet<Kind>,
    ) => Effect.Effect<void, StorageUnavailable | WriteRefused<Kind>>
    /**
     * Commits a set for a customer, who is added with it if the company has none of their document.
     *
     * @param decide - gives the last writes of the set. It is a function without effects, which may be called more than once
     */
    readonly commitFor: <A, Kind extends WriteKind>(
      customer: CustomerOfOrder,
      writes: WriteSet<Kind>,
      decide: (id: CustomerId) => ForCustomer<A, Kind>,
    ) => Effect.Effect<A, StorageUnavailable | WriteRefused<Kind>>
  }
>()("@vintem/domain/ports/WriteSets") {}
