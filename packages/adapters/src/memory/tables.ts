/** The rows that all memory adapters of one storage share, so that one unit of work covers every store. */
import type {
  ApiKey,
  ApiKeyHash,
  ApiKeyId,
  Credentials,
  Grant,
  Guesses,
  Session,
  SessionId,
  Ticket,
  TicketId,
  TokenHash,
  User,
  UserId,
} from "@vintem/domain/access"
import type { Batch, BatchEvent, ItemFailure, SheetMappings } from "@vintem/domain/batch"
import type { Instant } from "@vintem/domain/calendar"
import type {
  Checkout,
  Coupon,
  CouponId,
  Product,
  ProductId,
  ReminderRule,
  ReminderRuleToken,
} from "@vintem/domain/catalogue"
import type { Company } from "@vintem/domain/company"
import type {
  AttemptKey,
  BatchToken,
  CompanyId,
  CustomerId,
  LinkSlug,
  OrderNumber,
  PublicKey,
  SubscriptionToken,
} from "@vintem/domain/identifiers"
import type { OrderEvent } from "@vintem/domain/order"
import type { LinkEvent, PaymentLink } from "@vintem/domain/payment-link"
import type {
  BatchItem,
  ChargeEntry,
  Customer,
  ErasedCustomer,
  Erasure,
  LoggedReminder,
  MailCount,
  PayerCardAttempt,
  RefundEntry,
  ReminderKey,
  SavedCard,
  StoppedCards,
  StoredAnswer,
  StoredOrder,
} from "@vintem/domain/ports"
import type { Subscription, SubscriptionEvent } from "@vintem/domain/subscription"
import type { TrailEntry } from "@vintem/domain/trail"
import type { WebhookDelivery, WebhookEndpoint, WebhookEventId } from "@vintem/domain/webhook"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { type ProcessFeed, processFeed } from "../changes/process-feed.ts"
import { Table } from "./table.ts"
import { UndoLog } from "./undo-log.ts"

/** A revoked key stays, so that its hash is never used again. */
export interface ApiKeyRow {
  readonly key: ApiKey
  readonly isRevoked: boolean
}

/** The coupon that an order uses, and if the use counts. */
export interface CouponUseRow {
  readonly order: OrderNumber
  readonly coupon: CouponId
  readonly isCounted: boolean
}

/** A payer's card attempt, and how it counts. */
export interface CardAttemptRow extends Omit<PayerCardAttempt, "key"> {
  readonly isCounted: boolean
  readonly isRefused: boolean
}

/** A customer on a batch's list, with the reason if no link could be made. */
export interface BatchItemRow extends BatchItem {
  readonly failure: ItemFailure | null
}

/**
 * A claimed idempotency key. `claimedAt` is in the service's time, `aliveUntil` in real time; both epoch milliseconds.
 */
export interface ClaimRow {
  readonly fingerprint: string
  readonly claimedAt: number
  readonly aliveUntil: number
  readonly order: OrderNumber | null
  readonly answer: StoredAnswer | null
}

/** A delivery, and its number in order of arrival. */
export interface DeliveryRow {
  readonly id: number
  readonly delivery: WebhookDelivery
}

/** A user's role in a realm. */
export interface MembershipRow {
  readonly user: UserId
  readonly grant: Grant
  readonly since: Instant
}

export class Tables extends Context.Service<
  Tables,
  {
    readonly undoLog: UndoLog
    readonly changes: ProcessFeed
    readonly companies: Table<CompanyId, Company>
    readonly apiKeys: Table<ApiKeyId, ApiKeyRow>
    readonly apiKeyByHash: Table<ApiKeyHash, ApiKeyId>
    readonly customers: Table<CustomerId, Customer>
    /** By company and document. */
    readonly customerByDocument: Table<string, CustomerId>
    /** By company and customer. */
    readonly erasures: Table<string, ErasedCustomer>
    readonly erasuresBegun: Table<string, Erasure>
    /** By company and token. */
    readonly savedCards: Table<string, SavedCard>
    readonly orders: Table<OrderNumber, StoredOrder>
    readonly orderByPublicKey: Table<PublicKey, OrderNumber>
    readonly orderByAttempt: Table<AttemptKey, OrderNumber>
    /** The start times of attempts without a job: only the process that asks the acquirer knows of them. */
    readonly unansweredAttempts: Table<AttemptKey, Instant>
    /** By order number and sequence, from 1: appending costs the same however long the log is. */
    readonly orderEvents: Table<string, OrderEvent>
    /** By company, scope and key. */
    readonly claims: Table<string, ClaimRow>
    /** By company and key. */
    readonly bookedCharges: Table<string, ChargeEntry>
    /** By company, charge and key. */
    readonly bookedRefunds: Table<string, RefundEntry>
    readonly products: Table<ProductId, Product>
    /** By a number in order of arrival. */
    readonly checkouts: Table<number, Checkout>
    /** By company and slug. */
    readonly checkoutBySlug: Table<string, number>
    readonly coupons: Table<CouponId, Coupon>
    /** By company and the key of the code. */
    readonly couponByKey: Table<string, CouponId>
    /** By company and order. */
    readonly couponUses: Table<string, CouponUseRow>
    /** The uses that a coupon keeps from before its limit was lowered; none if it never was. */
    readonly keptUses: Table<CouponId, number>
    readonly cardAttempts: Table<AttemptKey, CardAttemptRow>
    /** By the payment and the cap that stopped it. */
    readonly cardStops: Table<string, StoppedCards>
    readonly links: Table<LinkSlug, PaymentLink>
    /** By batch and position: the items that have their link. */
    readonly linkByItem: Table<string, true>
    /** By slug and sequence, from 1. */
    readonly linkEvents: Table<string, LinkEvent>
    readonly batches: Table<BatchToken, Batch>
    /** By token and sequence, from 1. */
    readonly batchEvents: Table<string, BatchEvent>
    /** By token and position, from 1. */
    readonly batchItems: Table<string, BatchItemRow>
    readonly reminderRules: Table<ReminderRuleToken, ReminderRule>
    readonly subscriptions: Table<SubscriptionToken, Subscription>
    readonly subscriptionByFirstOrder: Table<OrderNumber, SubscriptionToken>
    /** By token and sequence, from 1. */
    readonly subscriptionEvents: Table<string, SubscriptionEvent>
    /** By token and period: the order that charges it. */
    readonly renewals: Table<string, OrderNumber>
    /** The orders that charge a period. */
    readonly renewalOrders: Table<OrderNumber, true>
    /** By company, link, rule and day. */
    readonly reminders: Table<string, ReminderKey & LoggedReminder>
    readonly mailCounts: Table<string, MailCount & { readonly sent: number }>
    readonly webhookDeliveries: Table<WebhookEventId, DeliveryRow>
    /** By company and order: the last sequence number that was given to a notification, also if that was deleted. */
    readonly webhookSequences: Table<string, number>
    readonly sheetMappings: Table<CompanyId, SheetMappings>
    readonly webhookEndpoints: Table<CompanyId, WebhookEndpoint>
    readonly users: Table<UserId, User>
    /** By the key of the address. */
    readonly userByEmail: Table<string, UserId>
    readonly credentials: Table<UserId, Credentials>
    /** By user and realm. */
    readonly memberships: Table<string, MembershipRow>
    readonly tickets: Table<TicketId, Ticket>
    readonly ticketByHash: Table<TokenHash, TicketId>
    readonly sessions: Table<SessionId, Session>
    /** By the current token and by the previous one. */
    readonly sessionByHash: Table<TokenHash, SessionId>
    readonly guesses: Table<string, Guesses>
    /** By a number, in order of arrival. */
    readonly trailEntries: Table<number, TrailEntry>
    /** By log: how many entries it has. */
    readonly trailLengths: Table<string, number>
  }
>()("@vintem/adapters/memory/Tables") {
  static readonly layer = Layer.sync(Tables, () => {
    const undoLog = new UndoLog()
    return Tables.of({
      undoLog,
      changes: processFeed(),
      companies: new Table(undoLog),
      apiKeys: new Table(undoLog),
      apiKeyByHash: new Table(undoLog),
      customers: new Table(undoLog),
      customerByDocument: new Table(undoLog),
      erasures: new Table(undoLog),
      erasuresBegun: new Table(undoLog),
      savedCards: new Table(undoLog),
      orders: new Table(undoLog),
      orderByPublicKey: new Table(undoLog),
      orderByAttempt: new Table(undoLog),
      unansweredAttempts: new Table(undoLog),
      orderEvents: new Table(undoLog),
      claims: new Table(undoLog),
      bookedCharges: new Table(undoLog),
      bookedRefunds: new Table(undoLog),
      products: new Table(undoLog),
      checkouts: new Table(undoLog),
      checkoutBySlug: new Table(undoLog),
      coupons: new Table(undoLog),
      couponByKey: new Table(undoLog),
      couponUses: new Table(undoLog),
      keptUses: new Table(undoLog),
      cardAttempts: new Table(undoLog),
      cardStops: new Table(undoLog),
      links: new Table(undoLog),
      linkByItem: new Table(undoLog),
      linkEvents: new Table(undoLog),
      batches: new Table(undoLog),
      batchEvents: new Table(undoLog),
      batchItems: new Table(undoLog),
      reminderRules: new Table(undoLog),
      subscriptions: new Table(undoLog),
      subscriptionByFirstOrder: new Table(undoLog),
      subscriptionEvents: new Table(undoLog),
      renewals: new Table(undoLog),
      renewalOrders: new Table(undoLog),
      reminders: new Table(undoLog),
      mailCounts: new Table(undoLog),
      webhookDeliveries: new Table(undoLog),
      webhookSequences: new Table(undoLog),
      sheetMappings: new Table(undoLog),
      webhookEndpoints: new Table(undoLog),
      users: new Table(undoLog),
      userByEmail: new Table(undoLog),
      credentials: new Table(undoLog),
      memberships: new Table(undoLog),
      tickets: new Table(undoLog),
      ticketByHash: new Table(undoLog),
      sessions: new Table(undoLog),
      sessionByHash: new Table(undoLog),
      guesses: new Table(undoLog),
      trailEntries: new Table(undoLog),
      trailLengths: new Table(undoLog),
    })
  })
}

/** A key of several parts: different parts never give one key. */
export const compositeKey = (...parts: ReadonlyArray<string | number>): string => JSON.stringify(parts)
