/**
 * Where the money of a renewal stands for its subscription.
 */

import type { SavedCardToken } from "../identifiers/saved-card.ts"
import { type Attempt, type ChargedCard, cardOf } from "../order/attempt.ts"
import { attemptState } from "../order/facts.ts"
import type { Order } from "../order/order.ts"
import { paidAttempts } from "../order/paid-attempts.ts"

/** Where the money of a renewal stands. */
export type RenewalState =
  /** Something may still come of what was asked for, or nothing was asked for yet. */
  | { readonly _tag: "Awaiting" }
  /** Paid: by this card, or null if by Pix or slip. */
  | { readonly _tag: "Paid"; readonly card: ChargedCard | null }
  /** Nothing will come of what was asked for. */
  | { readonly _tag: "Failed"; readonly failures: ReadonlyArray<AttemptFailure> }

/** One attempt that came to nothing. */
export interface AttemptFailure {
  /** The card that was charged; null for Pix and slip. */
  readonly card: SavedCardToken | null
  /** Whether the acquirer said that charging this card again is of no use. */
  readonly isHard: boolean
}

/** The weightiest that holds: what is paid is paid, and as long as one attempt is alive nothing has failed. */
export const renewalStateOf = ({ attempts }: Pick<Order, "attempts">): RenewalState => {
  const paid = paidAttempts(attempts).at(0)
  if (paid !== undefined) return { _tag: "Paid", card: cardOf(paid) }
  if (attempts.length === 0 || attempts.some((attempt) => !hasEnded(attempt))) return { _tag: "Awaiting" }
  return {
    _tag: "Failed",
    failures: attempts.map((attempt) => ({
      card: cardOf(attempt)?.token ?? null,
      isHard: attempt._tag === "credit" && attempt.decline === "hard",
    })),
  }
}

const hasEnded = ({ facts }: Attempt): boolean => {
  const state = attemptState(facts)
  return state === "refused" || state === "rejected" || state === "expired" || state === "voided"
}
