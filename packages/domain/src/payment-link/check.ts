/**
 * The second account of a payment link: its log, folded again, against what is stored, its live payments against their orders,
 * and whether what was paid twice goes back.
 */

import type { OrderNumber } from "../identifiers/order.ts"
import { checkLog, checkState, type FoundEvent, type LogBreach, type StateBreach } from "../machine/log.ts"
import { type LinkEvent, linkMachine } from "./machine.ts"
import { duplicatesOf } from "./obligations.ts"
import type { LivePayment, PaymentLink, PaymentState } from "./payment-link.ts"
import type { DuplicateState } from "./payment-state.ts"

/** A link as it was found in a store. */
export interface FoundLink {
  /** Null if it cannot be read: its store says why. */
  readonly link: PaymentLink | null
  /** By sequence, as it was found. */
  readonly log: ReadonlyArray<FoundEvent<LinkEvent>>
  /** By number, the state of the orders of its live payments, as they tell it themselves; null if an order cannot be read. */
  readonly paymentStates: ReadonlyMap<string, PaymentState["_tag"] | null>
  /** The orders that paid this single-payment link again, and the state of their money. */
  readonly duplicates: ReadonlyMap<string, DuplicateState | null>
}

/** What can be wrong with a payment link as it is stored. */
export type LinkBreach =
  | LogBreach
  | StateBreach
  /** The link waits for an order that is in another state, or that is not there: `null`. */
  | {
      readonly _tag: "PaymentDiffers"
      readonly order: OrderNumber
      readonly stored: LivePayment["state"]
      readonly ofOrder: PaymentState["_tag"] | null
    }
  /** The link takes one payment, this order paid it after another, and no refund of that money is planned. */
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
