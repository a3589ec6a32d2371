/**
 * The institution that moves money.
 *
 * Everything asked of it carries a key made beforehand, and asking twice under one key does once. So a lost answer is never a
 * lost or a doubled charge: the question is asked again.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CardDetails } from "../../card/card-details.ts"
import type { CustomerDetails } from "../../customer/customer.ts"
import type { AttemptKey, OrderNumber, RefundKey } from "../../identifiers/order.ts"
import type { InstallmentCount } from "../../installments/installment-count.ts"
import type { IssuedMeans } from "../../method/methods.ts"
import type { RefundWay } from "../../method/refund-way.ts"
import type { Centavos } from "../../money/centavos.ts"
import type { AttemptReport } from "../../order/attempt.ts"
import type { AttemptFact, RefundFact } from "../../order/facts.ts"
import type { RefundReport } from "../../order/order.ts"

/**
 * What a payer pays with. A card comes whole, for one call only, or as the acquirer's own token for it. Pix and slip are issued for exactly
 * the end that is asked for.
 */
export type ChargeMeans =
  | { readonly _tag: "card"; readonly card: CardDetails; readonly installments: InstallmentCount }
  | { readonly _tag: "saved_card"; readonly acquirerToken: string; readonly installments: InstallmentCount }
  | IssuedMeans

/** One attempt at one payment. Asking again under the same key never charges again. */
export interface ChargeRequest {
  readonly key: AttemptKey
  readonly order: OrderNumber
  /** Centavos, at least one. */
  readonly amount: Centavos
  readonly means: ChargeMeans
  readonly payer: CustomerDetails
  /** Printed on the payer's statement, Pix code and slip. */
  readonly receiver: { readonly name: string; readonly city: string }
}

/**
 * The state of a charge, by the acquirer.
 *
 * Of a charge that was made, `report` always has `tid`, the acquirer's name for it, which no other charge has. Beside it, by what is so:
 *
 * - `confirmed`: `captured`, the whole amount; of every other fact it is absent
 * - `confirmed` by a card that came whole: `cardToken`, which charges that card again as `saved_card`; a refused card has none
 * - `open` by Pix: `instrument` with the instant asked for and a dynamic BR Code, which no other charge has
 * - `open` by slip: `instrument` with the day asked for, and a line and a barcode that agree with each other, with the amount and the day,
 *   and are those of no other charge
 *
 * A token that the acquirer never gave is `refused`.
 */
export interface ChargeAnswer {
  readonly fact: Extract<AttemptFact, "open" | "review" | "approved" | "refused" | "expired" | "voided" | "confirmed">
  readonly report: AttemptReport
}

/** Money to give back. Asking again under the same key never gives back twice. */
export interface RefundRequest {
  readonly key: RefundKey
  /** The charge that brought the money. */
  readonly charge: AttemptKey
  /** Centavos, at least one. */
  readonly amount: Centavos
  /** How it goes back, which the method of the charge decides. */
  readonly way: RefundWay
}

/**
 * The state of a refund, by the acquirer. `settled` and `failed` are final and are answered again as they were; after `processing` the next
 * answer may say more. The report of `failed` has `reason`.
 */
export interface RefundAnswer {
  readonly fact: Extract<RefundFact, "processing" | "settled" | "failed">
  readonly report: RefundReport
}

/**
 * No outcome was told: no answer, or one that says nothing about the charge. The money may have moved. Ask again later
 * under the same key, for a charge with `find`; never assume a refusal.
 */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>()("OutcomeUnknown", {
  /** For the log, without any part of the request. */
  detail: Schema.String,
}) {}

/**
 * The charge surely never left: the only sending of it failed before its connection was there. No money can have moved. Every other failure
 * is `OutcomeUnknown`.
 */
export class AcquirerUnreached extends Schema.TaggedError<AcquirerUnreached>()("AcquirerUnreached", {
  /** For the log, without any part of the request. */
  detail: Schema.String,
}) {}

/** Charges and refunds, once per key, and reports the state of either. Contract: `acquirerContract`. */
export class Acquirer extends Context.Service<
  Acquirer,
  {
    /**
     * Charges once per key: under a known key it answers the state of that charge, even if the request differs, and the same answer as
     * before while nothing has happened. Any number of concurrent requests under a key are one charge and one answer. Under a voided key it
     * charges nothing, ever, and answers `voided`.
     */
    readonly charge: (request: ChargeRequest) => Effect.Effect<ChargeAnswer, AcquirerUnreached | OutcomeUnknown>
    /**
     * The state of a key's charge, as `charge` would answer; none if no such charge was ever made. Of a key that was voided before it
     * was charged: none, or `voided`.
     */
    readonly find: (key: AttemptKey) => Effect.Effect<Option.Option<ChargeAnswer>, OutcomeUnknown>
    /**
     * Withdraws what can still be withdrawn: an open instrument, a charge under review, or a key never used, under which any
     * charge that arrives late is then refused. Answers where the charge stands afterwards, for good: a confirmed one stays `confirmed`
     * and a refused one `refused`, the others are `voided`. Asking again changes nothing. If a charge and a void of one key come at
     * once, both answer the same.
     */
    readonly void: (key: AttemptKey) => Effect.Effect<ChargeAnswer, OutcomeUnknown>
    /**
     * Gives back part or all of a confirmed charge, once per key: under a key it knows it answers where that refund stands, whatever
     * else is asked under it by now, and so this is also how to ask again. The charge stays `confirmed`, and is answered as before.
     *
     * `failed` if there is no such charge or its key was voided, if it brought no money or less than would go back over all its
     * refunds, and if its time is over: nothing moves then. Of a charge it knows that is final. Of refunds that come at once, as
     * many are given as there is money for.
     */
    readonly refund: (request: RefundRequest) => Effect.Effect<RefundAnswer, OutcomeUnknown>
  }
>()("@vintem/domain/ports/Acquirer") {}
