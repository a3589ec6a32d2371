/**
 * Makes names for new things. The domain has no randomness of its own.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ReminderRuleToken } from "../../catalogue/reminder-rule.ts"
import type { BatchSecret, BatchToken } from "../../identifiers/batch.ts"
import type { CompanyCode } from "../../identifiers/company-code.ts"
import type { AttemptKey, OrderNumber, OrderToken, PublicKey, RefundKey } from "../../identifiers/order.ts"
import type { LinkSlug } from "../../identifiers/payment-link.ts"
import type { SavedCardToken } from "../../identifiers/saved-card.ts"
import type { SubscriptionToken } from "../../identifiers/subscription.ts"
import type { TestEventId } from "../../webhook/test-event.ts"

/** Makes numbers, tokens and keys that were not given before. */
export class Identifiers extends Context.Service<
  Identifiers,
  {
    /** Begins with the code. */
    readonly orderNumber: (company: CompanyCode) => Effect.Effect<OrderNumber>
    readonly orderToken: Effect.Effect<OrderToken>
    /** Begins with the number of its order, which `orderNumber` made. */
    readonly publicKey: (order: OrderNumber) => Effect.Effect<PublicKey>
    /** Begins with the number of its order, which `orderNumber` made. */
    readonly attemptKey: (order: OrderNumber) => Effect.Effect<AttemptKey>
    /** Begins with the code of its company, as the number of the order does. */
    readonly refundKey: (order: OrderNumber) => Effect.Effect<RefundKey>
    readonly savedCardToken: Effect.Effect<SavedCardToken>
    /** Names a link made by itself, and begins with the code. A batch makes the slugs of its links out of its secret. */
    readonly linkSlug: (company: CompanyCode) => Effect.Effect<LinkSlug>
    readonly batchToken: Effect.Effect<BatchToken>
    readonly batchSecret: Effect.Effect<BatchSecret>
    readonly subscriptionToken: Effect.Effect<SubscriptionToken>
    /** A uuid. */
    readonly customerToken: Effect.Effect<string>
    readonly reminderRuleToken: Effect.Effect<ReminderRuleToken>
    readonly testEventId: Effect.Effect<TestEventId>
    /** Names one claim of work from the queue. */
    readonly lease: Effect.Effect<string>
  }
>()("@vintem/domain/ports/Identifiers") {}
