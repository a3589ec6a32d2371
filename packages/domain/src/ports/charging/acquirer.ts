/**
 * The institution that moves money.
 *
 * Every request carries a key that was made beforehand, and two requests under one key act once. So a lost answer never
 * means a lost or doubled charge: we ask again.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CardDetails } from "../../card/card-details.ts"
import type { OrderItem } from "../../catalogue/order-item.ts"
import type { Address } from "../../customer/address.ts"
import type { CustomerDetails } from "../../customer/customer.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { AttemptKey, OrderNumber, RefundKey } from "../../identifiers/order.ts"
import type { InstallmentCount } from "../../installments/installment-count.ts"
import type { IssuedMeans } from "../../method/methods.ts"
import type { PaymentMethod } from "../../method/payment-method.ts"
import type { RefundWay } from "../../method/refund-way.ts"
import type { Centavos } from "../../money/centavos.ts"
import type { AttemptReport } from "../../order/attempt.ts"
import type { AttemptFact, RefundFact } from "../../order/facts.ts"
import type { RefundReport } from "../../order/order.ts"

/**
 * How a payer pays. A card comes whole, for one call only, or as the acquirer's own token for it. Pix and slip are
 * issued with exactly the requested end.
 */
export type ChargeMeans =
  | { readonly _tag: "card"; readonly card: CardDetails; readonly installments: InstallmentCount }
  | { readonly _tag: "saved_card"; readonly acquirerToken: string; readonly installments: InstallmentCount }
  | IssuedMeans

/**
 * Identifies a charge, and says where to look for it. A use case always names company and method. Either is missing if
 * only the key is known, as at the server's end of the gateway protocol.
 */
export interface ChargeRef {
  readonly key: AttemptKey
  readonly company?: CompanyId | undefined
  readonly method?: PaymentMethod | undefined
}

/**
 * Who starts a charge: the payer, or the merchant for a renewal. Card networks have rules for the second.
 */
export const ChargeInitiator = Schema.Literals(["payer", "merchant"])
export type ChargeInitiator = typeof ChargeInitiator.Type

/** One attempt at one payment. A second request under the same key never charges again. */
export interface ChargeRequest extends Omit<ChargeRef, "method"> {
  readonly order: OrderNumber
  /** Centavos, at least one. */
  readonly amount: Centavos
  readonly means: ChargeMeans
  readonly payer: CustomerDetails
  /** Printed on the payer's statement, Pix code and slip. */
  readonly receiver: { readonly name: string; readonly city: string }
  /** The order's items. Missing if unknown, like the two fields below. */
  readonly items?: ReadonlyArray<Pick<OrderItem, "sku" | "title" | "unitPrice" | "quantity">>
  /** The payer's. Missing if the order has none. */
  readonly address?: Address
  readonly initiator?: ChargeInitiator
  /**
   * True if the caller has opened the key in `ChargeBooks` in a commit of its own, surely sent nothing under it yet, and
   * commits the answer, too. Otherwise an acquirer with such books does all this by itself.
   */
  readonly isBooked?: boolean
}

/**
 * The state of a charge at the acquirer.
 *
 * After the charge was made, `report` always has `tid`, the acquirer's unique name for it. Depending on `fact`, it also
 * has:
 *
 * - `confirmed`: `captured`, the whole amount; missing for every other fact
 * - `confirmed` by a whole card: `cardToken`, which charges that card again as `saved_card`; a refused card has none
 * - `open` by Pix: `instrument` with the requested instant and a dynamic BR Code that no other charge has
 * - `open` by slip: `instrument` with the requested day, and a line and a barcode that match each other, the amount and
 *   the day, and belong to no other charge
 *
 * A token that the acquirer never issued is `refused`.
 */
export interface ChargeAnswer {
  readonly fact: Extract<AttemptFact, "open" | "review" | "approved" | "refused" | "expired" | "voided" | "confirmed">
  readonly report: AttemptReport
}

/** A refund. A second request under the same key never refunds again. */
export interface RefundRequest {
  readonly key: RefundKey
  /** The charge that brought the money. */
  readonly charge: ChargeRef
  /** Centavos, at least one. */
  readonly amount: Centavos
  /** How the money is sent back; the charge's method decides. */
  readonly way: RefundWay
}

/**
 * The state of a refund at the acquirer. `settled` and `failed` are final, and are returned again unchanged. After
 * `processing` the next answer may differ. The report of `failed` has `reason`.
 */
export interface RefundAnswer {
  readonly fact: Extract<RefundFact, "processing" | "settled" | "failed">
  readonly report: RefundReport
}

/**
 * The outcome is unknown: there was no answer, or one that says nothing about the charge. The money may have moved. Ask
 * again later under the same key (for a charge with `find`); never assume a refusal.
 */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>()("OutcomeUnknown", {
  /** For the log, without any part of the request. */
  detail: Schema.String,
}) {}

/**
 * The charge surely never left: its only sending failed before the connection was established. No money can have moved.
 * Every other failure is `OutcomeUnknown`.
 */
export class AcquirerUnreached extends Schema.TaggedError<AcquirerUnreached>()("AcquirerUnreached", {
  /** For the log, without any part of the request. */
  detail: Schema.String,
}) {}

/** Charges and refunds, once per key, and returns the state of either. Contract: `acquirerContract`. */
export class Acquirer extends Context.Service<
  Acquirer,
  {
    /**
     * Charges once per key. Under a known key it returns the state of that charge, even if the request differs, and the
     * same answer as before if nothing has happened since. Any number of concurrent requests under a key give one
     * charge and one answer. Under a voided key it never charges, and answers `voided`.
     */
    readonly charge: (request: ChargeRequest) => Effect.Effect<ChargeAnswer, AcquirerUnreached | OutcomeUnknown>
    /**
     * The state of a key's charge, as `charge` would return it. None if no such charge was made. For a key that was
     * voided before it was charged: none, or `voided`.
     */
    readonly find: (charge: ChargeRef) => Effect.Effect<Option.Option<ChargeAnswer>, OutcomeUnknown>
    /**
     * Withdraws what can still be withdrawn: an open instrument, a charge under review, or an unused key. A charge that
     * arrives late under that key is refused. Returns the final state: a confirmed charge stays `confirmed` and a
     * refused one `refused`, all others are `voided`. A repetition changes nothing. If a charge and a void of one key
     * are concurrent, both return the same.
     */
    readonly void: (charge: ChargeRef) => Effect.Effect<ChargeAnswer, OutcomeUnknown>
    /**
     * Refunds part or all of a confirmed charge, once per key. Under a known key it returns the state of that refund,
     * whatever the request, so this is also how to ask again. The charge stays `confirmed`, and its state is returned
     * as before.
     *
     * The refund is `failed`, and nothing moves, if there is no such charge or its key was voided, if the charge
     * brought no money or less than all its refunds together, or if its refund window is over. For a known charge this
     * is final. If several refunds are concurrent, as many succeed as there is money for.
     */
    readonly refund: (request: RefundRequest) => Effect.Effect<RefundAnswer, OutcomeUnknown>
  }
>()("@vintem/domain/ports/Acquirer") {}
