/**
 * How the card attempts of payers count, once the acquirer has answered. They are counted when they start (`payerCard`).
 */
import { type CreditAttempt, cardOutcome, type Order, type OrderChange } from "@vintem/domain/order"
import type { Consequence } from "./consequence.ts"

/** Updates how an order's card attempts count, after these events. */
export const cardAttemptWrites = (order: Order, events: ReadonlyArray<OrderChange>): ReadonlyArray<Consequence> =>
  order.attempts.flatMap((attempt) =>
    attempt._tag === "credit" && mayBePayers(order, attempt.id) && isReported(attempt, events)
      ? [{ _tag: "SettleCardAttempt", key: attempt.key, outcome: cardOutcome(attempt) } as const]
      : [],
  )

const isReported = ({ id }: CreditAttempt, events: ReadonlyArray<OrderChange>): boolean =>
  events.some((event) => (event._tag === "AttemptReported" || event._tag === "AttemptResolved") && event.attempt === id)

/**
 * If an order has no link, the company made its first attempt itself: that attempt is not counted among the payers'.
 */
const mayBePayers = ({ details }: Order, attempt: number): boolean => details.paymentLink !== undefined || attempt > 1
