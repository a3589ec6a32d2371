/** Identifiers in paths. A text that cannot be an identifier is no fault of the request: nothing is found under it. */

import { ApiKeyId, SessionId, TicketId, UserId } from "@vintem/domain/access"
import { CheckoutSlug, ProductId, ReminderRuleToken } from "@vintem/domain/catalogue"
import {
  BatchToken,
  CompanyId,
  CustomerId,
  LinkSlug,
  OrderNumber,
  PublicKey,
  SubscriptionToken,
} from "@vintem/domain/identifiers"
import { JobId } from "@vintem/domain/ports"
import { WebhookEventId } from "@vintem/domain/webhook"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { integerOf } from "./input/integer.ts"

const isOrderNumber = Schema.is(OrderNumber)
const isCompanyId = Schema.is(CompanyId)
const isCustomerId = Schema.is(CustomerId)
const isApiKeyId = Schema.is(ApiKeyId)
const isSessionId = Schema.is(SessionId)
const isTicketId = Schema.is(TicketId)
const isUserId = Schema.is(UserId)
const isJobId = Schema.is(JobId)
const isProductId = Schema.is(ProductId)
const isCheckoutSlug = Schema.is(CheckoutSlug)
const isReminderRuleToken = Schema.is(ReminderRuleToken)
const isLinkSlug = Schema.is(LinkSlug)
const isBatchToken = Schema.is(BatchToken)
const isPublicKey = Schema.is(PublicKey)
const isSubscriptionToken = Schema.is(SubscriptionToken)
const isWebhookEventId = Schema.is(WebhookEventId)

/** None if no order could have such a number. */
export const orderNumberFromPath = (text: string): Option.Option<OrderNumber> =>
  isOrderNumber(text) ? Option.some(text) : Option.none()

/** None if no company could have such an id. */
export const companyIdFromPath = (text: string): Option.Option<CompanyId> => {
  const id = integerOf(text)
  return isCompanyId(id) ? Option.some(id) : Option.none()
}

/** None if no customer could have such an id. */
export const customerIdFromPath = (text: string): Option.Option<CustomerId> => {
  const id = integerOf(text)
  return isCustomerId(id) ? Option.some(id) : Option.none()
}

/** None if no API key could have such an id. */
export const apiKeyIdFromPath = (text: string): Option.Option<ApiKeyId> => {
  const id = integerOf(text)
  return isApiKeyId(id) ? Option.some(id) : Option.none()
}

/** None if no job could have such an id. */
export const jobIdFromPath = (text: string): Option.Option<JobId> => {
  const id = integerOf(text)
  return isJobId(id) ? Option.some(id) : Option.none()
}

/** None if no product could have such an id. */
export const productIdFromPath = (text: string): Option.Option<ProductId> => {
  const id = integerOf(text)
  return isProductId(id) ? Option.some(id) : Option.none()
}

/** None if no checkout could have such a slug. */
export const checkoutSlugFromPath = (text: string): Option.Option<CheckoutSlug> =>
  isCheckoutSlug(text) ? Option.some(text) : Option.none()

/** None if no reminder rule could have such a token. */
export const reminderRuleTokenFromPath = (text: string): Option.Option<ReminderRuleToken> =>
  isReminderRuleToken(text) ? Option.some(text) : Option.none()

/** None if no payment link could have such a slug. */
export const linkSlugFromPath = (text: string): Option.Option<LinkSlug> =>
  isLinkSlug(text) ? Option.some(text) : Option.none()

/** None if no batch could have such a token. */
export const batchTokenFromPath = (text: string): Option.Option<BatchToken> =>
  isBatchToken(text) ? Option.some(text) : Option.none()

/** None if no order could have such a public key. */
export const publicKeyFromPath = (text: string): Option.Option<PublicKey> =>
  isPublicKey(text) ? Option.some(text) : Option.none()

/** None if no subscription could have such a token. */
export const subscriptionTokenFromPath = (text: string): Option.Option<SubscriptionToken> =>
  isSubscriptionToken(text) ? Option.some(text) : Option.none()

/** None if no webhook could have such an id. */
export const webhookEventIdFromPath = (text: string): Option.Option<WebhookEventId> =>
  isWebhookEventId(text) ? Option.some(text) : Option.none()

/** None if no session could have such an id. */
export const sessionIdFromPath = (text: string): Option.Option<SessionId> => {
  const id = integerOf(text)
  return isSessionId(id) ? Option.some(id) : Option.none()
}

/** None if no invitation could have such an id. */
export const ticketIdFromPath = (text: string): Option.Option<TicketId> => {
  const id = integerOf(text)
  return isTicketId(id) ? Option.some(id) : Option.none()
}

/** None if no user could have such an id. */
export const userIdFromPath = (text: string): Option.Option<UserId> => {
  const id = integerOf(text)
  return isUserId(id) ? Option.some(id) : Option.none()
}
