/**
 * All contracts of storage, for an adapter with all stores. Rate limiters, which store nothing, and job queues, which
 * may be elsewhere, have separate contracts.
 */

import type { Stores } from "@vintem/domain/ports"
import type * as Layer from "effect/Layer"
import { apiKeyRepositoryContract } from "./api-key-repository.ts"
import { batchRepositoryContract } from "./batch-repository.ts"
import { cardAttemptsContract } from "./card-attempts.ts"
import { changeFeedContract } from "./change-feed.ts"
import { chargeBooksContract } from "./charge-books.ts"
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
import { personalDataContract } from "./personal-data.ts"
import { productRepositoryContract } from "./product-repository.ts"
import { reminderLogContract } from "./reminder-log.ts"
import { reminderRuleRepositoryContract } from "./reminder-rule-repository.ts"
import { savedCardRepositoryContract } from "./saved-card-repository.ts"
import { sessionRepositoryContract } from "./session-repository.ts"
import { sheetMappingRepositoryContract } from "./sheet-mapping-repository.ts"
import { storageCheckContract } from "./storage-check.ts"
import { subscriptionRepositoryContract } from "./subscription-repository.ts"
import { ticketRepositoryContract } from "./ticket-repository.ts"
import { trailContract } from "./trail.ts"
import { unitOfWorkContract } from "./unit-of-work.ts"
import { userRepositoryContract } from "./user-repository.ts"
import { webhookDeliveryRepositoryContract } from "./webhook-delivery-repository.ts"
import { webhookEndpointRepositoryContract } from "./webhook-endpoint-repository.ts"
import { writeSetsContract } from "./write-sets.ts"
/** @param layer - stores of their own, and empty, in every build; one unit of work covers them all */
export const storageContract = (name: string, layer: Layer.Layer<Stores, unknown>): void => {
  unitOfWorkContract(name, layer)
  writeSetsContract(name, layer)
  companyRepositoryContract(name, layer)
  apiKeyRepositoryContract(name, layer)
  customerRepositoryContract(name, layer)
  savedCardRepositoryContract(name, layer)
  orderRepositoryContract(name, layer)
  orderFiguresContract(name, layer)
  storageCheckContract(name, layer)
  idempotencyStoreContract(name, layer)
  productRepositoryContract(name, layer)
  checkoutRepositoryContract(name, layer)
  couponRepositoryContract(name, layer)
  reminderRuleRepositoryContract(name, layer)
  webhookEndpointRepositoryContract(name, layer)
  webhookDeliveryRepositoryContract(name, layer)
  paymentLinkRepositoryContract(name, layer)
  batchRepositoryContract(name, layer)
  sheetMappingRepositoryContract(name, layer)
  subscriptionRepositoryContract(name, layer)
  reminderLogContract(name, layer)
  mailCountsContract(name, layer)
  cardAttemptsContract(name, layer)
  chargeBooksContract(name, layer)
  userRepositoryContract(name, layer)
  membershipRepositoryContract(name, layer)
  ticketRepositoryContract(name, layer)
  sessionRepositoryContract(name, layer)
  guessLogContract(name, layer)
  trailContract(name, layer)
  changeFeedContract(name, layer)
  personalDataContract(name, layer)
}
