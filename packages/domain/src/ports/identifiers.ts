/**
 * Makes names for new things. The domain has no randomness of its own.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { BatchSecret, BatchToken } from "../batch/identifiers.ts"
import type { SavedCardToken } from "../card/saved-card-token.ts"
import type { PaymentLinkRuleToken } from "../catalogue/payment-link-rule.ts"
import type { AttemptKey, OrderNumber, OrderToken, PublicKey, RefundKey } from "../order/identifiers.ts"
import type { LinkSlug } from "../payment-link/identifiers.ts"
import type { SubscriptionToken } from "../subscription/identifiers.ts"

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
    /** Names one claim of work from the queue. */
    readonly lease: Effect.Effect<string>
  }
>()("@vintem/domain/ports/Identifiers") {}
