/** The payment of an order, in a request and at the acquirer. */
import type { Instant, LocalDate } from "@vintem/domain/calendar"
import { type CardDetails, displayOfCard } from "@vintem/domain/card"
import type { SavedCardToken } from "@vintem/domain/identifiers"
import type { InstallmentCount } from "@vintem/domain/installments"
import { type IssuedMethod, issuedRules, issuedTerms, type Method } from "@vintem/domain/method"
import type { ChargedCard } from "@vintem/domain/order"
import type { ChargeMeans, SavedCard } from "@vintem/domain/ports"

/** One way of paying, with its data. */
export type OrderPayment =
  /** Payable for `expiration`, in the method's minutes or days. Null for its default. */
  | { readonly _tag: IssuedMethod; readonly expiration: number | null }
  /** Due on a day: a Pix through the end of it, a slip on the next banking day. */
  | { readonly _tag: IssuedMethod; readonly dueOn: LocalDate }
  | {
      readonly _tag: "credit"
      readonly installments: InstallmentCount
      readonly card:
        | { readonly _tag: "new"; readonly details: CardDetails }
        | { readonly _tag: "saved"; readonly token: SavedCardToken }
    }

/** The method to quote. */
export const methodOf = (payment: OrderPayment): Method =>
  payment._tag === "credit" ? { _tag: "credit", installments: payment.installments } : { _tag: payment._tag }

/** The token of the payment's saved card, or null. */
export const savedCardOf = (payment: OrderPayment): SavedCardToken | null =>
  payment._tag === "credit" && payment.card._tag === "saved" ? payment.card.token : null

/**
 * The stored and displayable part of the card, or null without one.
 *
 * @param saved - the payment's saved card
 * @param newToken - the token for a card that is not saved yet
 */
export const chargedCardOf = (
  payment: OrderPayment,
  saved: SavedCard | null,
  newToken: SavedCardToken | null,
): ChargedCard | null => {
  if (payment._tag !== "credit") return null
  if (saved !== null) {
    const { token, brand, firstDigits, lastDigits } = saved
    return { token, brand, firstDigits, lastDigits }
  }
  if (payment.card._tag !== "new" || newToken === null) return null
  const { brand, firstDigits, lastDigits } = displayOfCard(payment.card.details)
  return { token: newToken, brand, firstDigits, lastDigits }
}

/** The means for the acquirer. */
export const chargeMeansOf = (payment: OrderPayment, saved: SavedCard | null, now: Instant): ChargeMeans => {
  if (payment._tag !== "credit") {
    const { meansDueOn, meansFor } = issuedRules[payment._tag]
    return "dueOn" in payment
      ? meansDueOn(payment.dueOn)
      : meansFor(payment.expiration ?? issuedTerms[payment._tag].expiration.usual, now)
  }
  const { installments, card } = payment
  if (card._tag === "new") return { _tag: "card", card: card.details, installments }
  if (saved === null) throw new Error("A saved card is found before it is charged.")
  return { _tag: "saved_card", acquirerToken: saved.acquirerToken, installments }
}
