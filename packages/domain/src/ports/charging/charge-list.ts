/**
 * The acquirer's own list of charges. A service that was restored from an old backup learns from it what it charged
 * since that backup.
 *
 * Not every acquirer has one. Only an operator's comparison depends on it.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { AttemptKey, OrderNumber } from "../../identifiers/order.ts"
import type { PaymentMethod } from "../../method/payment-method.ts"
import type { Centavos } from "../../money/centavos.ts"
import type { ChargeAnswer, OutcomeUnknown } from "./acquirer.ts"

/** The most charges on one page. */
export const chargePageMax = 100

/** A charge as the acquirer has it now, without the payer's data. */
export interface ListedCharge {
  readonly key: AttemptKey
  readonly order: OrderNumber
  /** The requested centavos, at least one. If the charge is `confirmed`, they were received. */
  readonly amount: Centavos
  readonly method: PaymentMethod
  /** By the acquirer's clock. It never changes. */
  readonly madeAt: Instant
  readonly fact: ChargeAnswer["fact"]
  /** Centavos that went back or are on their way, through refunds and disputes; never more than `amount`. */
  readonly returned: Centavos
}

/** A position in the list, in the acquirer's own format: 1 to 200 visible ASCII characters. */
export const ChargeCursor = Schema.String.check(Schema.isPattern(/^[!-~]{1,200}$/u)).pipe(Schema.brand("ChargeCursor"))
export type ChargeCursor = typeof ChargeCursor.Type

/** A request for a page of the list. */
export interface ChargePageRequest {
  /** Only charges that were made then or later. */
  readonly since: Instant
  /** Only charges after this position. Null from the beginning. Use it with the same `since`. */
  readonly after: ChargeCursor | null
  /** From 1 to `chargePageMax`. */
  readonly limit: number
}

/** A page of the list, with up to `limit` charges. */
export interface ChargePage {
  readonly charges: ReadonlyArray<ListedCharge>
  /** The position of the rest. Null if there is no rest. A page without charges has none. */
  readonly next: ChargeCursor | null
}

/** This acquirer has no list of charges, and never had one. Compare with its statement instead. */
export class NoChargeList extends Schema.TaggedError<NoChargeList>()("NoChargeList", {}) {}

/** Reads the acquirer's list of charges, page by page. Contract: `chargeListContract`. */
export class ChargeList extends Context.Service<
  ChargeList,
  {
    /**
     * Charges made since an instant, the earliest first, without voided keys that were never charged. A charge whose
     * request was answered is in every later list, exactly once. Reading changes nothing, and reading again gives the
     * same charges in the same order, each in its current state. A charge that is made during a pass may be missed; a
     * new pass finds it.
     *
     * Fails with `OutcomeUnknown` if no answer arrived: the pages read before stay valid.
     */
    readonly page: (request: ChargePageRequest) => Effect.Effect<ChargePage, NoChargeList | OutcomeUnknown>
  }
>()("@vintem/domain/ports/ChargeList") {}
