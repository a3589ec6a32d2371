/**
 * What was asked of institutions under each key, and what they answered. Institutions forget voided keys and refused
 * refunds, and some rewrite a charge that is requested twice. These books remember.
 *
 * They hold no personal data. The simulated acquirer and the gateway have memories of their own, and no entries here.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { AttemptKey, OrderNumber, RefundKey } from "../../identifiers/order.ts"
import type { PaymentMethod } from "../../method/payment-method.ts"
import type { Centavos } from "../../money/centavos.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"
import type { ChargeAnswer, RefundAnswer } from "./acquirer.ts"

/** A charge that is asked of an institution. */
export interface BookedCharge {
  readonly key: AttemptKey
  readonly company: CompanyId
  /** The unique name of the account that is charged. */
  readonly account: string
  readonly method: PaymentMethod
  readonly order: OrderNumber
  /** Centavos, at least one. */
  readonly amount: Centavos
  /** The requested end of a Pix. Null for other methods. */
  readonly expiresAt: Instant | null
}

/** The state of a charge's key. */
export interface ChargeEntry {
  /** Null if the key was voided before a charge was asked for. */
  readonly charge: BookedCharge | null
  /** The last recorded answer. */
  readonly answer: ChargeAnswer | null
  /** True if nothing may be sent under the key any more. */
  readonly isVoided: boolean
}

/** A refund that is asked of an institution. */
export interface BookedRefund {
  readonly key: RefundKey
  readonly company: CompanyId
  readonly charge: AttemptKey
  /** Centavos, at least one. */
  readonly amount: Centavos
}

/** The state of a refund's key. */
export interface RefundEntry {
  /** True for the one caller whose request added the entry. */
  readonly isFirst: boolean
  readonly refund: BookedRefund
  /** The last recorded answer. */
  readonly answer: RefundAnswer | null
}

/** The recorded answer to a charge. */
export interface BookedAnswer {
  readonly company: CompanyId
  readonly key: AttemptKey
  readonly answer: ChargeAnswer
}

/** Stores what was asked and answered. Contract: `chargeBooksContract`. */
export class ChargeBooks extends Context.Service<
  ChargeBooks,
  {
    readonly find: (
      company: CompanyId,
      key: AttemptKey,
    ) => Effect.Effect<Option.Option<ChargeEntry>, StorageUnavailable>
    /**
     * Adds a charge under an unused key.
     *
     * @returns true for exactly one caller: it alone may send the charge. A used key keeps its entry
     */
    readonly open: (charge: BookedCharge) => Effect.Effect<boolean, StorageUnavailable>
    /** Records an answer in place of the one before. Does nothing for a key without an entry. */
    readonly answer: (answered: BookedAnswer) => Effect.Effect<void, StorageUnavailable>
    /** Voids a key, used or not. From then on `open` returns false for it. */
    readonly fence: (company: CompanyId, key: AttemptKey) => Effect.Effect<void, StorageUnavailable>
    /** Adds a refund under an unused key. @returns the entry of the key: a used key keeps its own */
    readonly openRefund: (refund: BookedRefund) => Effect.Effect<RefundEntry, StorageUnavailable>
    /** Records a refund's answer. The first `failed` or `settled` stays. */
    readonly answerRefund: (refund: BookedRefund, answer: RefundAnswer) => Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/domain/ports/ChargeBooks") {}
