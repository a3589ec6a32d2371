/**
 * The second account of a payment link: its log, folded again, against what is stored, its live payments against their orders,
 * and whether what was paid twice goes back.
 */
import { auditLog, eventsOf, type FoundEvent, type LogBreach } from "../audit/audit-log.ts"
import { type Difference, differencesOf } from "../order/differences.ts"
import type { OrderNumber } from "../order/identifiers.ts"
import type { LinkEvent } from "./events.ts"
import { foldLink } from "./evolve.ts"
import { duplicatesOf } from "./obligations.ts"
import type { LivePayment, PaymentLink, PaymentStanding } from "./payment-link.ts"
import type { DuplicateStanding } from "./payment-standing.ts"

/** A link as it was found in a store. */
export interface FoundLink {
  /** Null where it cannot be read: its store says why. */
  readonly link: PaymentLink | null
  /** By sequence, as it was found. */
  readonly log: ReadonlyArray<FoundEvent<LinkEvent>>
  /** By number, where the orders of its live payments stand, as they tell it themselves; null where an order cannot be read. */
  readonly standings: ReadonlyMap<string, PaymentStanding["_tag"] | null>
  /** The same of the orders by which it was paid again, though it takes one payment: what becomes of their money. */
  readonly duplicates: ReadonlyMap<string, DuplicateStanding | null>
}

/** What can be wrong with a payment link as it is stored. */
export type LinkBreach =
  | LogBreach
  | ({ readonly _tag: "StateDiffers" } & Difference)
  /** The link waits for an order that stands elsewhere, or that is not there: `null`. */
  | {
      readonly _tag: "PaymentDiffers"
      readonly order: OrderNumber
      readonly stored: LivePayment["standing"]
      readonly ofOrder: PaymentStanding["_tag"] | null
    }
  /** The link takes one payment, this order paid it after another, and nobody would ever give that money back. */
  | { readonly _tag: "DuplicateKept"; readonly order: OrderNumber }

/** Everything that is wrong with a link and its log; nothing where both are as they should be. */
export const auditLink = ({ link, log, standings, duplicates }: FoundLink): ReadonlyArray<LinkBreach> => {
  const ofLog = auditLog(log, "LinkCreated")
  const events = ofLog.length === 0 ? eventsOf(log) : null
  const folded = events === null ? null : foldLink(events)
  if (link === null) return ofLog
  const differences = folded === null ? [] : differencesOf(link, folded)
  return [
    ...ofLog,
    ...differences.map((difference) => ({ _tag: "StateDiffers" as const, ...difference })),
    ...link.payments.flatMap(({ order, standing: stored }): ReadonlyArray<LinkBreach> => {
      const ofOrder = standings.get(order)
      return ofOrder === stored || ofOrder === null
        ? []
        : [{ _tag: "PaymentDiffers", order, stored, ofOrder: ofOrder ?? null }]
    }),
    ...duplicatesOf(link)
      .filter((order) => duplicates.get(order) === "kept" || !duplicates.has(order))
      .map((order) => ({ _tag: "DuplicateKept" as const, order })),
  ]
}
