/**
 * The acquirer's own list of charges: how a service that was restored from an old backup learns what it charged since that backup.
 *
 * Not every acquirer has one. Nothing but an operator's comparison depends on it.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { AttemptKey, OrderNumber } from "../../identifiers/order.ts"
import type { PaymentMethod } from "../../method/payment-method.ts"
import type { Centavos } from "../../money/centavos.ts"
import type { ChargeAnswer, OutcomeUnknown } from "./acquirer.ts"

/** Charges that are told at once, at most. */
export const chargePageMax = 100

/** A charge as the acquirer has it now: what it is, and nothing of who pays it. */
export interface ListedCharge {
  readonly key: AttemptKey
  readonly order: OrderNumber
  /** Centavos asked for, at least one; received, too, if the charge is `confirmed`. */
  readonly amount: Centavos
  readonly method: PaymentMethod
  /** By the acquirer's clock; never changes. */
  readonly madeAt: Instant
  readonly fact: ChargeAnswer["fact"]
  /** Centavos that went back or are on their way, by refunds and by disputes; never more than `amount`. */
  readonly returned: Centavos
}

/** Where in the list, in the acquirer's own words: 1 to 200 visible ASCII characters. */
export const ChargeCursor = Schema.String.check(Schema.isPattern(/^[!-~]{1,200}$/u)).pipe(Schema.brand("ChargeCursor"))
export type ChargeCursor = typeof ChargeCursor.Type

/** What is asked of the list. */
export interface ChargePageRequest {
  /** Only charges that were made then or later. */
  readonly since: Instant
  /** Only what comes behind it; null from the beginning. It goes with the `since` it was told for. */
  readonly after: ChargeCursor | null
  /** From 1 to `chargePageMax`. */
  readonly limit: number
}

/** A part of the list, of up to `limit` charges. */
export interface ChargePage {
  readonly charges: ReadonlyArray<ListedCharge>
  /** Where the rest begins; null if there was none, and never without a charge. */
  readonly next: ChargeCursor | null
}

/** This acquirer has no list of charges, and never will have told one. Compare with its statement instead. */
export class NoChargeList extends Schema.TaggedError<NoChargeList>()("NoChargeList", {}) {}

/** Reads the acquirer's list of charges, page by page. Contract: `chargeListContract`. */
export class ChargeList extends Context.Service<
  ChargeList,
  {
    /**
     * Charges made since an instant, the earliest first; voided keys under which none was made are left out. A charge that was answered is in
     * every list that begins afterwards, once. Asking changes nothing, and asking again gives the same charges in the same order, each as it
     * is by then. A charge that is made while a caller goes through the list may be missed: a new pass finds it.
     *
     * `OutcomeUnknown` if no answer arrived: the pages read before still hold.
     */
    readonly page: (request: ChargePageRequest) => Effect.Effect<ChargePage, NoChargeList | OutcomeUnknown>
  }
>()("@vintem/domain/ports/ChargeList") {}
