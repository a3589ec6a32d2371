/**
 * Every store in memory, for tests and embedding: gone when the layer closes.
 *
 * It keeps the contract of the databases except for one promise: nothing outlives the process.
 */
import * as Layer from "effect/Layer"
import * as ApiKeyRepositoryMemory from "./api-key-repository.ts"
import * as BatchRepositoryMemory from "./batch-repository.ts"
import * as CardAttemptsMemory from "./card-attempts.ts"
import * as ChangeFeedMemory from "./change-feed.ts"
import * as ChargeBooksMemory from "./charge-books.ts"
import * as CheckoutRepositoryMemory from "./checkout-repository.ts"
import * as CompanyRepositoryMemory from "./company-repository.ts"
import * as CouponRepositoryMemory from "./coupon-repository.ts"
import * as CustomerRepositoryMemory from "./customer-repository.ts"
import * as GuessLogMemory from "./guess-log.ts"
import * as IdempotencyStoreMemory from "./idempotency-store.ts"
import * as JobQueueMemory from "./job-queue.ts"
import * as MailCountsMemory from "./mail-counts.ts"
import * as MembershipRepositoryMemory from "./membership-repository.ts"
import * as OrderFiguresMemory from "./order-figures.ts"
import * as OrderRepositoryMemory from "./order-repository.ts"
import * as PaymentLinkRepositoryMemory from "./payment-link-repository.ts"
import * as PersonalDataMemory from "./personal-data.ts"
import * as ProductRepositoryMemory from "./product-repository.ts"
import * as RateLimiterMemory from "./rate-limiter.ts"
import * as ReminderLogMemory from "./reminder-log.ts"
import * as ReminderRuleRepositoryMemory from "./reminder-rule-repository.ts"
import * as SavedCardRepositoryMemory from "./saved-card-repository.ts"
import * as SessionRepositoryMemory from "./session-repository.ts"
import * as SheetMappingRepositoryMemory from "./sheet-mapping-repository.ts"
import * as StorageCheckMemory from "./storage-check.ts"
import * as SubscriptionRepositoryMemory from "./subscription-repository.ts"
import { Tables } from "./tables.ts"
import * as TicketRepositoryMemory from "./ticket-repository.ts"
import * as TrailMemory from "./trail.ts"
import * as UnitOfWorkMemory from "./unit-of-work.ts"
import * as UserRepositoryMemory from "./user-repository.ts"
import * as WebhookDeliveryRepositoryMemory from "./webhook-delivery-repository.ts"
import * as WebhookEndpointRepositoryMemory from "./webhook-endpoint-repository.ts"
import * as WriteSetsMemory from "./write-sets.ts"

const stores = Layer.mergeAll(
  ApiKeyRepositoryMemory.layer,
  TrailMemory.layer,
  BatchRepositoryMemory.layer,
  CardAttemptsMemory.layer,
  ChangeFeedMemory.layer,
  ChargeBooksMemory.layer,
  CheckoutRepositoryMemory.layer,
  CompanyRepositoryMemory.layer,
  CouponRepositoryMemory.layer,
  CustomerRepositoryMemory.layer,
  IdempotencyStoreMemory.layer,
  JobQueueMemory.layer,
  OrderFiguresMemory.layer,
  OrderRepositoryMemory.layer,
  PaymentLinkRepositoryMemory.layer,
  ReminderRuleRepositoryMemory.layer,
  PersonalDataMemory.layer,
  ProductRepositoryMemory.layer,
  RateLimiterMemory.layer,
  MailCountsMemory.layer,
  ReminderLogMemory.layer,
  SavedCardRepositoryMemory.layer,
  SheetMappingRepositoryMemory.layer,
  StorageCheckMemory.layer,
  SubscriptionRepositoryMemory.layer,
  UnitOfWorkMemory.layer,
  GuessLogMemory.layer,
  MembershipRepositoryMemory.layer,
  SessionRepositoryMemory.layer,
  TicketRepositoryMemory.layer,
  UserRepositoryMemory.layer,
  WebhookDeliveryRepositoryMemory.layer,
  WebhookEndpointRepositoryMemory.layer,
).pipe(Layer.provide(Tables.layer))

/** All stores over the same tables, so that a unit of work covers them all. Each build starts empty. */
export const layer = Layer.provideMerge(WriteSetsMemory.layer, stores)
