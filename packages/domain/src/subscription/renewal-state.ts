/** The state of a renewal's money, for its subscription. */

import type { SavedCardToken } from "../identifiers/saved-card.ts"
import { type Attempt, type ChargedCard, cardOf } from "../order/attempt.ts"
import { attemptState } from "../order/facts.ts"
import type { Order } from "../order/order.ts"
import { paidAttempts } from "../order/paid-attempts.ts"

/** The state of a renewal's money. */
export type RenewalState =
  /** Money may still come from its attempts, or there was none yet. */
  | { readonly _tag: "Awaiting" }
  /** Paid. With the card, or null if by Pix or slip. */
  | { readonly _tag: "Paid"; readonly card: ChargedCard | null }
  /** No money will come from its attempts. */
  | { readonly _tag: "Failed"; readonly failures: ReadonlyArray<AttemptFailure> }

/** An unsuccessful attempt. */
export interface AttemptFailure {
  /** The charged card. Null for Pix and slip. */
  readonly card: SavedCardToken | null
  /** True if the acquirer answered that this card must not be charged again. */
  readonly isHard: boolean
}

/**
 * The first matching state decides: a payment outweighs everything, and nothing has failed while one attempt may still
 * bring money.
 */
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
