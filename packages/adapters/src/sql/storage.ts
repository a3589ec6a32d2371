/**
 * Every store of the service over one executor.
 */
import { Layer } from "effect"
import * as CheckoutRepositoryKysely from "./catalogue/checkout-repository.ts"
import * as CouponRepositoryKysely from "./catalogue/coupon-repository.ts"
import * as ProductRepositoryKysely from "./catalogue/product-repository.ts"
import * as ChargeBooksKysely from "./charges/charge-books.ts"
import * as StorageCheckKysely from "./check/storage-check.ts"
import * as ApiKeyRepositoryKysely from "./companies/api-key-repository.ts"
import * as CompanyRepositoryKysely from "./companies/company-repository.ts"
import * as CustomerRepositoryKysely from "./customers/customer-repository.ts"
import * as SavedCardRepositoryKysely from "./customers/saved-card-repository.ts"
import * as IdempotencyStoreKysely from "./idempotency/idempotency-store.ts"
import * as CardAttemptsKysely from "./limits/card-attempts.ts"
import * as GuessLogKysely from "./limits/guess-log.ts"
import * as MailCountsKysely from "./limits/mail-counts.ts"
import * as BatchRepositoryKysely from "./links/batch-repository.ts"
import * as PaymentLinkRepositoryKysely from "./links/payment-link-repository.ts"
import * as ReminderLogKysely from "./links/reminder-log.ts"
import * as ReminderRuleRepositoryKysely from "./links/reminder-rule-repository.ts"
import * as SheetMappingRepositoryKysely from "./links/sheet-mapping-repository.ts"
import * as OrderFiguresKysely from "./orders/order-figures.ts"
import * as OrderRepositoryKysely from "./orders/order-repository.ts"
import * as MembershipRepositoryKysely from "./people/membership-repository.ts"
import * as SessionRepositoryKysely from "./people/session-repository.ts"
import * as TicketRepositoryKysely from "./people/ticket-repository.ts"
import * as UserRepositoryKysely from "./people/user-repository.ts"
import * as PersonalDataKysely from "./personal-data/personal-data.ts"
import * as JobQueueKysely from "./queue/job-queue.ts"
import * as SubscriptionRepositoryKysely from "./subscriptions/subscription-repository.ts"
import * as TrailKysely from "./trail/trail.ts"
import * as WebhookDeliveryRepositoryKysely from "./webhooks/webhook-delivery-repository.ts"
import * as WebhookEndpointRepositoryKysely from "./webhooks/webhook-endpoint-repository.ts"
import * as WriteSetsKysely from "./write-sets.ts"

/** Needs an executor and its unit of work. */
export const layerNoDeps = Layer.mergeAll(
  ApiKeyRepositoryKysely.layer,
  TrailKysely.layer,
  BatchRepositoryKysely.layer,
  CardAttemptsKysely.layer,
  ChargeBooksKysely.layer,
  CheckoutRepositoryKysely.layer,
  CompanyRepositoryKysely.layer,
  CouponRepositoryKysely.layer,
  CustomerRepositoryKysely.layer,
  IdempotencyStoreKysely.layer,
  JobQueueKysely.layer,
  OrderFiguresKysely.layer,
  OrderRepositoryKysely.layer,
  PersonalDataKysely.layer,
  PaymentLinkRepositoryKysely.layer,
  ReminderRuleRepositoryKysely.layer,
  ProductRepositoryKysely.layer,
  MailCountsKysely.layer,
  ReminderLogKysely.layer,
  SavedCardRepositoryKysely.layer,
  SheetMappingRepositoryKysely.layer,
  StorageCheckKysely.layer,
  SubscriptionRepositoryKysely.layer,
  GuessLogKysely.layer,
  MembershipRepositoryKysely.layer,
  SessionRepositoryKysely.layer,
  TicketRepositoryKysely.layer,
  UserRepositoryKysely.layer,
  WebhookDeliveryRepositoryKysely.layer,
  WebhookEndpointRepositoryKysely.layer,
  WriteSetsKysely.layer,
)
