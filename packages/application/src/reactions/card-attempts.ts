/**
 * How the card attempts of payers count, once the acquirer has answered. They are counted when they start (`startPayerCard`).
 */
import { type CreditAttempt, cardOutcome, type Order, type OrderChange } from "@vintem/domain/order"
import { CardAttempts, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"

/** Part of a unit that saves what happened to an order: its card attempts count from now on as these events say. */
export const countCardAttempts = (
  order: Order,
  events: ReadonlyArray<OrderChange>,
): Effect.Effect<void, StorageUnavailable, CardAttempts> => {
  const reported = order.attempts.flatMap((attempt) =>
    attempt._tag === "credit" && mayBePayers(order, attempt.id) && isReported(attempt, events) ? attempt : [],
  )
  return reported.length === 0 ? Effect.void : settleAttempts(reported)
}

const isReported = ({ id }: CreditAttempt, events: ReadonlyArray<OrderChange>): boolean =>
  events.some((event) => (event._tag === "AttemptReported" || event._tag === "AttemptResolved") && event.attempt === id)

const settleAttempts = Effect.fnUntraced(function* (reported: ReadonlyArray<CreditAttempt>) {
  const attempts = yield* CardAttempts
  for (const attempt of reported) yield* attempts.settle(attempt.key, cardOutcome(attempt))
})

/** The first attempt of an order that came by no link was the company's own: it is not looked for among the payers'. */
const mayBePayers = ({ details }: Order, attempt: number): boolean => details.paymentLink !== undefined || attempt > 1
