/**
 * Makes names for new things. The domain has no randomness of its own.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PaymentLinkRuleToken } from "../catalogue/payment-link-rule.ts"
import type { BatchSecret, BatchToken } from "../identifiers/batch.ts"
import type { AttemptKey, OrderNumber, OrderToken, PublicKey, RefundKey } from "../identifiers/order.ts"
import type { LinkSlug } from "../identifiers/payment-link.ts"
import type { SavedCardToken } from "../identifiers/saved-card.ts"
import type { SubscriptionToken } from "../identifiers/subscription.ts"
import type { TestEventId } from "../webhook/test-event.ts"

/** Makes numbers, tokens and keys that were not given before. */
export class Identifiers extends Context.Service<
  Identifiers,
  {
    readonly orderNumber: Effect.Effect<OrderNumber>
    readonly orderToken: Effect.Effect<OrderToken>
    readonly publicKey: Effect.Effect<PublicKey>
    readonly attemptKey: Effect.Effect<AttemptKey>
    readonly refundKey: Effect.Effect<RefundKey>
    readonly savedCardToken: Effect.Effect<SavedCardToken>
    /** Of a link made by itself; a batch makes those of its links, out of its secret. */
    readonly linkSlug: Effect.Effect<LinkSlug>
    readonly batchToken: Effect.Effect<BatchToken>
    readonly batchSecret: Effect.Effect<BatchSecret>
    readonly subscriptionToken: Effect.Effect<SubscriptionToken>
    /** A uuid. */
    readonly customerToken: Effect.Effect<string>
    readonly paymentLinkRuleToken: Effect.Effect<PaymentLinkRuleToken>
    readonly testEventId: Effect.Effect<TestEventId>
    /** Names one claim of work from the queue. */
    readonly lease: Effect.Effect<string>
  }
>()("@vintem/domain/ports/Identifiers") {}
