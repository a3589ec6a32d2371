/**
 * The card that an order leaves for later payments.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { AttemptId } from "@vintem/domain/identifiers"
import type { Order, OrderChange } from "@vintem/domain/order"
import { SavedCardRepository } from "@vintem/domain/ports"
import { Effect } from "effect"

/** Part of a unit that saves what happened to an order: saves the cards that these events say were charged. */
export const saveCards = Effect.fnUntraced(function* (order: Order, events: ReadonlyArray<OrderChange>) {
  for (const event of events) {
    if (event._tag === "AttemptReported" || event._tag === "AttemptResolved") {
      yield* saveCard(order, event.attempt, event.at)
    }
  }
})

/** A card may be charged again only once it was charged: a refused one leaves no token. */
const saveCard = Effect.fnUntraced(function* (order: Order, id: AttemptId, at: Instant) {
  const attempt = order.attempts.find((one) => one.id === id)
  if (attempt?._tag !== "credit" || attempt.cardToken === null || attempt.payment === null) return
  const cards = yield* SavedCardRepository
  yield* cards.add({
    token: attempt.card.token,
    company: order.details.company,
    customer: order.details.customerId,
    acquirerToken: attempt.cardToken,
    brand: attempt.card.brand,
    firstDigits: attempt.card.firstDigits,
    lastDigits: attempt.card.lastDigits,
    createdAt: at,
  })
})
