/** Makes identifiers for new things. The domain has no randomness of its own. */
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

/** Makes numbers, tokens and keys that were never used before. */
export class Identifiers extends Context.Service<
  Identifiers,
  {
    /** Begins with the company's code. */
    readonly orderNumber: (company: CompanyCode) => Effect.Effect<OrderNumber>
    readonly orderToken: Effect.Effect<OrderToken>
    /** Begins with its order's number, made by `orderNumber`. */
    readonly publicKey: (order: OrderNumber) => Effect.Effect<PublicKey>
    /** Begins with its order's number, made by `orderNumber`. */
    readonly attemptKey: (order: OrderNumber) => Effect.Effect<AttemptKey>
    /** Begins with its company's code, like the order's number. */
    readonly refundKey: (order: OrderNumber) => Effect.Effect<RefundKey>
    readonly savedCardToken: Effect.Effect<SavedCardToken>
    /**
     * The slug of a link that is made alone. It begins with the company's code. A batch makes its links' slugs from its
     * secret.
     */
    readonly linkSlug: (company: CompanyCode) => Effect.Effect<LinkSlug>
    readonly batchToken: Effect.Effect<BatchToken>
    readonly batchSecret: Effect.Effect<BatchSecret>
    readonly subscriptionToken: Effect.Effect<SubscriptionToken>
    /** A UUID. */
    readonly customerToken: Effect.Effect<string>
    readonly reminderRuleToken: Effect.Effect<ReminderRuleToken>
    readonly testEventId: Effect.Effect<TestEventId>
    /** Identifies one claim of jobs. */
    readonly lease: Effect.Effect<string>
  }
>()("@vintem/domain/ports/Identifiers") {}
