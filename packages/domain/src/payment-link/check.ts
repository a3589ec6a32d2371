/**
 * Audits a payment link: folds its log again and compares the result with the stored link, compares its live payments
 * with their orders, and checks that duplicate payments are refunded.
 */

import type { OrderNumber } from "../identifiers/order.ts"
import { checkLog, checkState, type FoundEvent, type LogBreach, type StateBreach } from "../machine/log.ts"
import { type LinkEvent, linkMachine } from "./machine.ts"
import { duplicatesOf } from "./obligations.ts"
import type { LivePayment, PaymentLink, PaymentState } from "./payment-link.ts"
import type { DuplicateState } from "./payment-state.ts"

/** A link as a store returned it. */
export interface FoundLink {
  /** Null if it cannot be read: its store says why. */
  readonly link: PaymentLink | null
  /** By sequence, as stored. */
  readonly log: ReadonlyArray<FoundEvent<LinkEvent>>
  /**
   * The state of each live payment's order, by its number and computed from the order itself. Null if the order cannot
   * be read.
   */
  readonly paymentStates: ReadonlyMap<string, PaymentState["_tag"] | null>
  /** The orders that paid this single-payment link again, and the state of their money. */
  readonly duplicates: ReadonlyMap<string, DuplicateState | null>
}

/** A fault of a stored payment link. */
export type LinkBreach =
  | LogBreach
  | StateBreach
  /** The link waits for an order that is in another state, or missing (`null`). */
  | {
      readonly _tag: "PaymentDiffers"
      readonly order: OrderNumber
      readonly stored: LivePayment["state"]
      readonly ofOrder: PaymentState["_tag"] | null
    }
  /** This order paid a single-payment link after another order, and no refund of its money is planned. */
  | { readonly _tag: "DuplicateKept"; readonly order: OrderNumber }

/** Everything that is wrong with a link and its log; nothing if both are as they should be. */
export const checkLink = ({ link, log, paymentStates, duplicates }: FoundLink): ReadonlyArray<LinkBreach> => {
  const { breaches, folded } = checkLog(linkMachine, log)
  if (link === null) return breaches
  return [
    ...breaches,
    ...checkState(link, folded),
    ...link.payments.flatMap(({ order, state: stored }): ReadonlyArray<LinkBreach> => {
      const ofOrder = paymentStates.get(order)
      return ofOrder === stored || ofOrder === null
        ? []
        : [{ _tag: "PaymentDiffers", order, stored, ofOrder: ofOrder ?? null }]
    }),
    ...duplicatesOf(link)
      .filter((order) => duplicates.get(order) === "kept" || !duplicates.has(order))
      .map((order) => ({ _tag: "DuplicateKept" as const, order })),
  ]
}
