/**
 * Every store of the service over one executor.
 */
import { Layer } from "effect"
import * as ApiKeyRepositoryKysely from "./api-key-repository.ts"
import * as BatchRepositoryKysely from "./batch-repository.ts"
import * as CardAttemptsKysely from "./card-attempts.ts"
import * as CheckoutRepositoryKysely from "./checkout-repository.ts"
import * as CompanyRepositoryKysely from "./company-repository.ts"
import * as CouponRepositoryKysely from "./coupon-repository.ts"
import * as CustomerRepositoryKysely from "./customer-repository.ts"
import * as GuessLogKysely from "./guess-log.ts"
import * as IdempotencyStoreKysely from "./idempotency-store.ts"
import * as JobQueueKysely from "./job-queue.ts"
import * as MembershipRepositoryKysely from "./membership-repository.ts"
import * as OrderRepositoryKysely from "./order-repository.ts"
import * as PaymentLinkRepositoryKysely from "./payment-link-repository.ts"
import * as PaymentLinkRuleRepositoryKysely from "./payment-link-rule-repository.ts"
import * as ProductRepositoryKysely from "./product-repository.ts"
import * as ReminderLogKysely from "./reminder-log.ts"
import * as SavedCardRepositoryKysely from "./saved-card-repository.ts"
import * as SessionRepositoryKysely from "./session-repository.ts"
import * as StorageAuditKysely from "./storage-audit.ts"
import * as SubscriptionRepositoryKysely from "./subscription-repository.ts"
import * as TicketRepositoryKysely from "./ticket-repository.ts"
import * as UserRepositoryKysely from "./user-repository.ts"
import * as WebhookDeliveryRepositoryKysely from "./webhook-delivery-repository.ts"
import * as WebhookEndpointRepositoryKysely from "./webhook-endpoint-repository.ts"

/** Needs an executor and its unit of work. */
export const layerNoDeps = Layer.mergeAll(
  ApiKeyRepositoryKysely.layer,
  BatchRepositoryKysely.layer,
  CardAttemptsKysely.layer,
  CheckoutRepositoryKysely.layer,
  CompanyRepositoryKysely.layer,
  CouponRepositoryKysely.layer,
  CustomerRepositoryKysely.layer,
  IdempotencyStoreKysely.layer,
  JobQueueKysely.layer,
  OrderRepositoryKysely.layer,
  PaymentLinkRepositoryKysely.layer,
  PaymentLinkRuleRepositoryKysely.layer,
  ProductRepositoryKysely.layer,
  ReminderLogKysely.layer,
  SavedCardRepositoryKysely.layer,
  StorageAuditKysely.layer,
  SubscriptionRepositoryKysely.layer,
  GuessLogKysely.layer,
  MembershipRepositoryKysely.layer,
  SessionRepositoryKysely.layer,
  TicketRepositoryKysely.layer,
  UserRepositoryKysely.layer,
  WebhookDeliveryRepositoryKysely.layer,
  WebhookEndpointRepositoryKysely.layer,
)
