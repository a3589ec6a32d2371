/**
 * The cards of the sandbox: the behavior of each number.
 *
 * A card's number is known only during one call. Its token, its shown parts and the name of its behavior are stored, so
 * that the saved card behaves like the card.
 */
import { CardBrand, type CardNumber } from "@vintem/domain/card"
import type { Decline, KnownReason } from "@vintem/domain/order"
import * as Schema from "effect/Schema"

/**
 * - `approve`: charged
 * - `approve_once`: charged with its number, refused with its token
 * - `refuse`: refused for good
 * - `refuse_insufficient_funds`: refused, and may be charged another day
 * - `hold`: held for risk analysis
 * - `fail_5xx`: the acquirer answers with a server error; nothing is charged
 * - `time_out`: charged, and the answer never arrives
 */
export const CardBehavior = Schema.Literals([
  "approve",
  "approve_once",
  "refuse",
  "refuse_insufficient_funds",
  "hold",
  "fail_5xx",
  "time_out",
])
export type CardBehavior = typeof CardBehavior.Type

/** The numbers that do not simply approve. */
const simulatedCards: ReadonlyMap<string, CardBehavior> = new Map([
  ["4000000000000002", "refuse"],
  ["4000000000009995", "refuse_insufficient_funds"],
  ["4000000000009235", "hold"],
  ["4000000000000119", "fail_5xx"],
  ["4000000000000101", "time_out"],
  ["4000000000000341", "approve_once"],
])

export const behaviorOfCard = (number: CardNumber): CardBehavior => simulatedCards.get(number) ?? "approve"

/** A card in the simulated acquirer's books: neither number nor security code. */
export const SimulatedCard = Schema.Struct({
  token: Schema.String,
  brand: CardBrand,
  lastDigits: Schema.String,
  behavior: CardBehavior,
})
export type SimulatedCard = typeof SimulatedCard.Type

/** The card's effect on a charge that the acquirer accepts. */
export interface CardVerdict {
  readonly state: "confirmed" | "review" | "refused"
  readonly reason: RefusalReason | null
}

/**
 * The simulated acquirer's reasons for a refusal, as `reason` of its report.
 *
 * - `refused_by_issuer`: for good; trying the card again does not help
 * - `insufficient_funds`, `try_again_later`: this card may pass another day
 * - `rejected_by_risk_analysis`: the verdict on a charge that was held
 * - `unknown_card`: no card has this token
 * - `amount_out_of_range`, `due_date_out_of_range`: a slip cannot express it
 */
export type RefusalReason = Extract<
  KnownReason,
  | "refused_by_issuer"
  | "insufficient_funds"
  | "try_again_later"
  | "rejected_by_risk_analysis"
  | "unknown_card"
  | "amount_out_of_range"
  | "due_date_out_of_range"
>

/** Tells if a card that was refused for a reason may be charged another day; null if the reason is not about a card. */
export const declineOf = (reason: string | null): Decline | null => {
  switch (reason) {
    case "insufficient_funds":
    case "try_again_later":
      return "soft"
    case "refused_by_issuer":
    case "rejected_by_risk_analysis":
    case "unknown_card":
      return "hard"
    default:
      return null
  }
}

/** @param isSaved - true if the card was named by its token, and so for a later charge */
export const verdictOfCard = (behavior: Exclude<CardBehavior, "fail_5xx">, isSaved: boolean): CardVerdict => {
  switch (behavior) {
    case "approve":
    case "time_out":
      return { state: "confirmed", reason: null }
    case "approve_once":
      return isSaved ? refused("try_again_later") : { state: "confirmed", reason: null }
    case "hold":
      return { state: "review", reason: null }
    case "refuse":
      return refused("refused_by_issuer")
    case "refuse_insufficient_funds":
      return refused("insufficient_funds")
  }
}

const refused = (reason: RefusalReason): CardVerdict => ({ state: "refused", reason })
