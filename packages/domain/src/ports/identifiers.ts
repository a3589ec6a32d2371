/**
 * Makes names for new things. The domain has no randomness of its own.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AttemptKey, OrderNumber, OrderToken, PublicKey, RefundKey, SavedCardToken } from "../order/identifiers.ts"

export class Identifiers extends Context.Service<
  Identifiers,
  {
    readonly orderNumber: Effect.Effect<OrderNumber>
    readonly orderToken: Effect.Effect<OrderToken>
    readonly publicKey: Effect.Effect<PublicKey>
    readonly attemptKey: Effect.Effect<AttemptKey>
    readonly refundKey: Effect.Effect<RefundKey>
    readonly savedCardToken: Effect.Effect<SavedCardToken>
    /** A uuid. */
    readonly customerToken: Effect.Effect<string>
    /** Names one claim of work from the queue. */
    readonly lease: Effect.Effect<string>
  }
>()("@vintem/domain/ports/Identifiers") {}
