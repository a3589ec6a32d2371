/**
 * The card that an order leaves for later payments.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { AttemptId } from "@vintem/domain/identifiers"
import type { Order, OrderChange } from "@vintem/domain/order"
import type { SavedCard } from "@vintem/domain/ports"
import type { Consequence } from "./consequence.ts"

/** The cards that these events say were charged. */
export const cardWrites = (order: Order, events: ReadonlyArray<OrderChange>): ReadonlyArray<Consequence> =>
  events.flatMap((event) => {
    if (event._tag !== "AttemptReported" && event._tag !== "AttemptResolved") return []
    const card = cardOf(order, event.attempt, event.at)
    return card === null ? [] : [{ _tag: "AddCard", card } as const]
  })

/** A card can be charged again only after a successful charge: a refused card leaves no token. */
const cardOf = (order: Order, id: AttemptId, at: Instant): SavedCard | null => {
  const attempt = order.attempts.find((one) => one.id === id)
  if (attempt?._tag !== "credit" || attempt.cardToken === null || attempt.payment === null) return null
  const { brand, firstDigits, lastDigits, token } = attempt.card
  const { company, customerId: customer } = order.details
  return { token, company, customer, acquirerToken: attempt.cardToken, brand, firstDigits, lastDigits, createdAt: at }
}
