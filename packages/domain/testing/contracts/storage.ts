/**
 * Every contract of storage, for an adapter that offers all stores. Rate limiters, which keep nothing, and job queues, which may live
 * elsewhere, have theirs apart.
 */
import type * as Layer from "effect/Layer"
import type { ApiKeyRepository } from "../../src/ports/api-key-repository.ts"
import type { AuditLog } from "../../src/ports/audit-log.ts"
import type { BatchRepository } from "../../src/ports/batch-repository.ts"
import type { CardAttempts } from "../../src/ports/card-attempts.ts"
import type { ChangeFeed } from "../../src/ports/change-feed.ts"
import type { CheckoutRepository } from "../../src/ports/checkout-repository.ts"
import type { CompanyRepository } from "../../src/ports/company-repository.ts"
import type { CouponRepository } from "../../src/ports/coupon-repository.ts"
import type { CustomerRepository } from "../../src/ports/customer-repository.ts"
import type { GuessLog } from "../../src/ports/guess-log.ts"
import type { IdempotencyStore } from "../../src/ports/idempotency-store.ts"
import type { MailCounts } from "../../src/ports/mail-counts.ts"
import type { MembershipRepository } from "../../src/ports/membership-repository.ts"
import type { OrderFigures } from "../../src/ports/order-figures.ts"
import type { OrderRepository } from "../../src/ports/order-repository.ts"
import type { PaymentLinkRepository } from "../../src/ports/payment-link-repository.ts"
import type { PaymentLinkRuleRepository } from "../../src/ports/payment-link-rule-repository.ts"
import type { PersonalData } from "../../src/ports/personal-data.ts"
import type { ProductRepository } from "../../src/ports/product-repository.ts"
import type { ReminderLog } from "../../src/ports/reminder-log.ts"
import type { SavedCardRepository } from "../../src/ports/saved-card-repository.ts"
import type { SessionRepository } from "../../src/ports/session-repository.ts"
import type { SheetMappingRepository } from "../../src/ports/sheet-mapping-repository.ts"
import type { StorageAudit } from "../../src/ports/storage-audit.ts"
import type { SubscriptionRepository } from "../../src/ports/subscription-repository.ts"
import type { TicketRepository } from "../../src/ports/ticket-repository.ts"
import type { UnitOfWork } from "../../src/ports/unit-of-work.ts"
import type { UserRepository } from "../../src/ports/user-repository.ts"
import type { WebhookDeliveryRepository } from "../../src/ports/webhook-delivery-repository.ts"
import type { WebhookEndpointRepository } from "../../src/ports/webhook-endpoint-repository.ts"
import { apiKeyRepositoryContract } from "./api-key-repository.ts"
import { auditLogContract } from "./audit-log.ts"
import { batchRepositoryContract } from "./batch-repository.ts"
import { cardAttemptsContract } from "./card-attempts.ts"
import { changeFeedContract } from "./change-feed.ts"
import { checkoutRepositoryContract } from "./checkout-repository.ts"
import { companyRepositoryContract } from "./company-repository.ts"
import { couponRepositoryContract } from "./coupon-repository.ts"
import { customerRepositoryContract } from "./customer-repository.ts"
import { guessLogContract } from "./guess-log.ts"
import { idempotencyStoreContract } from "./idempotency-store.ts"
import { mailCountsContract } from "./mail-counts.ts"
import { membershipRepositoryContract } from "./membership-repository.ts"
import { orderFiguresContract } from "./order-figures.ts"
import { orderRepositoryContract } from "./order-repository.ts"
import { paymentLinkRepositoryContract } from "./payment-link-repository.ts"
import { paymentLinkRuleRepositoryContract } from "./payment-link-rule-repository.ts"
import { personalDataContract } from "./personal-data.ts"
import { productRepositoryContract } from "./product-repository.ts"
import { reminderLogContract } from "./reminder-log.ts"
import { savedCardRepositoryContract } from "./saved-card-repository.ts"
import { sessionRepositoryContract } from "./session-repository.ts"
import { sheetMappingRepositoryContract } from "./sheet-mapping-repository.ts"
import { storageAuditContract } from "./storage-audit.ts"
import { subscriptionRepositoryContract } from "./subscription-repository.ts"
import { ticketRepositoryContract } from "./ticket-repository.ts"
import { unitOfWorkContract } from "./unit-of-work.ts"
import { userRepositoryContract } from "./user-repository.ts"
import { webhookDeliveryRepositoryContract } from "./webhook-delivery-repository.ts"
import { webhookEndpointRepositoryContract } from "./webhook-endpoint-repository.ts"
/** All that one unit of work covers, and the unit itself. */
export type Storage =
  | ApiKeyRepository
  | AuditLog
  | BatchRepository
  | CardAttempts
  | ChangeFeed
  | CheckoutRepository
  | CompanyRepository
  | CouponRepository
  | CustomerRepository
  | IdempotencyStore
  | OrderFigures
  | OrderRepository
  | PaymentLinkRepository
  | PaymentLinkRuleRepository
  | PersonalData
  | ProductRepository
  | MailCounts
  | ReminderLog
  | SavedCardRepository
  | SheetMappingRepository
  | StorageAudit
  | SubscriptionRepository
  | UnitOfWork
  | GuessLog
  | MembershipRepository
  | SessionRepository
  | TicketRepository
  | UserRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository

/** @param layer - stores of their own, and empty, in every build; one unit of work covers them all */
export const storageContract = (name: string, layer: Layer.Layer<Storage, unknown>): void => {
  unitOfWorkContract(name, layer)
  companyRepositoryContract(name, layer)
  apiKeyRepositoryContract(name, layer)
  customerRepositoryContract(name, layer)
  savedCardRepositoryContract(name, layer)
  orderRepositoryContract(name, layer)
  orderFiguresContract(name, layer)
  storageAuditContract(name, layer)
  idempotencyStoreContract(name, layer)
  productRepositoryContract(name, layer)
  checkoutRepositoryContract(name, layer)
  couponRepositoryContract(name, layer)
  paymentLinkRuleRepositoryContract(name, layer)
  webhookEndpointRepositoryContract(name, layer)
  webhookDeliveryRepositoryContract(name, layer)
  paymentLinkRepositoryContract(name, layer)
  batchRepositoryContract(name, layer)
  sheetMappingRepositoryContract(name, layer)
  subscriptionRepositoryContract(name, layer)
  reminderLogContract(name, layer)
  mailCountsContract(name, layer)
  cardAttemptsContract(name, layer)
  userRepositoryContract(name, layer)
  membershipRepositoryContract(name, layer)
  ticketRepositoryContract(name, layer)
  sessionRepositoryContract(name, layer)
  guessLogContract(name, layer)
  auditLogContract(name, layer)
  changeFeedContract(name, layer)
  personalDataContract(name, layer)
}
