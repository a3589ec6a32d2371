/**
 * How the card attempts of payers count, once the acquirer has answered. They are counted when they start (`startPayerCard`).
 */
import { cardOutcome, type Order, type OrderChange } from "@vintem/domain/order"
import { CardAttempts } from "@vintem/domain/ports"
import { Effect } from "effect"

/** Part of a unit that saves what happened to an order: its card attempts count from now on as these events say. */
export const countCardAttempts = Effect.fnUntraced(function* (order: Order, events: ReadonlyArray<OrderChange>) {
  const reported = new Set(
    events.flatMap((event) =>
      event._tag === "AttemptReported" || event._tag === "AttemptResolved" ? [event.attempt] : [],
    ),
  )
  for (const attempt of order.attempts) {
    if (!reported.has(attempt.id) || attempt._tag !== "credit" || !mayBePayers(order, attempt.id)) continue
    const attempts = yield* CardAttempts
    yield* attempts.settle(attempt.key, cardOutcome(attempt))
  }
})

/** The first attempt of an order that came by no link was the company's own: it is not looked for among the payers'. */
const mayBePayers = ({ details }: Order, attempt: number): boolean => details.paymentLink !== undefined || attempt > 1
