/**
 * What an adapter of a storage delivers together: one name for signatures.
 */
import type { CheckoutRepository } from "../catalogue/checkout-repository.ts"
import type { CouponRepository } from "../catalogue/coupon-repository.ts"
import type { ProductRepository } from "../catalogue/product-repository.ts"
import type { ChargeBooks } from "../charging/charge-books.ts"
import type { ApiKeyRepository } from "../companies/api-key-repository.ts"
import type { CompanyRepository } from "../companies/company-repository.ts"
import type { BatchRepository } from "../links/batch-repository.ts"
import type { PaymentLinkRepository } from "../links/payment-link-repository.ts"
import type { ReminderLog } from "../links/reminder-log.ts"
import type { ReminderRuleRepository } from "../links/reminder-rule-repository.ts"
import type { SheetMappingRepository } from "../links/sheet-mapping-repository.ts"
import type { MailCounts } from "../mail/mail-counts.ts"
import type { CardAttempts } from "../orders/card-attempts.ts"
import type { CustomerRepository } from "../orders/customer-repository.ts"
import type { OrderFigures } from "../orders/order-figures.ts"
import type { OrderRepository } from "../orders/order-repository.ts"
import type { PersonalData } from "../orders/personal-data.ts"
import type { SavedCardRepository } from "../orders/saved-card-repository.ts"
import type { GuessLog } from "../people/guess-log.ts"
import type { MembershipRepository } from "../people/membership-repository.ts"
import type { SessionRepository } from "../people/session-repository.ts"
import type { TicketRepository } from "../people/ticket-repository.ts"
import type { UserRepository } from "../people/user-repository.ts"
import type { IdempotencyStore } from "../requests/idempotency-store.ts"
import type { ChangeFeed } from "../storage/change-feed.ts"
import type { JobQueue } from "../storage/job-queue.ts"
import type { StorageCheck } from "../storage/storage-check.ts"
import type { Trail } from "../storage/trail.ts"
import type { UnitOfWork } from "../storage/unit-of-work.ts"
import type { SubscriptionRepository } from "../subscriptions/subscription-repository.ts"
import type { WebhookDeliveryRepository } from "../webhooks/webhook-delivery-repository.ts"
import type { WebhookEndpointRepository } from "../webhooks/webhook-endpoint-repository.ts"
import type { WriteSets } from "./write-sets.ts"

/** Every store, on one storage: a unit of work covers them all. */
export type Stores =
  | BatchRepository
  | CardAttempts
  | ChangeFeed
  | ChargeBooks
  | CheckoutRepository
  | CompanyRepository
  | CouponRepository
  | CustomerRepository
  | GuessLog
  | IdempotencyStore
  | JobQueue
  | MailCounts
  | MembershipRepository
  | OrderFigures
  | OrderRepository
  | PaymentLinkRepository
  | PersonalData
  | ProductRepository
  | ReminderLog
  | ReminderRuleRepository
  | SavedCardRepository
  | SessionRepository
  | SheetMappingRepository
  | StorageCheck
  | SubscriptionRepository
  | TicketRepository
  | Trail
  | UnitOfWork
  | UserRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
  | WriteSets
  | ApiKeyRepository
