/**
 * How the card attempts of payers count, once the acquirer has answered. They are counted when they start (`payerCard`).
 */
import { type CreditAttempt, cardOutcome, type Order, type OrderChange } from "@vintem/domain/order"
import type { Consequence } from "./consequence.ts"

/** The card attempts of an order count from now on as these events say. */
export const cardAttemptWrites = (order: Order, events: ReadonlyArray<OrderChange>): ReadonlyArray<Consequence> =>
  order.attempts.flatMap((attempt) =>
    attempt._tag === "credit" && mayBePayers(order, attempt.id) && isReported(attempt, events)
      ? [{ _tag: "SettleCardAttempt", key: attempt.key, outcome: cardOutcome(attempt) } as const]
      : [],
  )

const isReported = ({ id }: CreditAttempt, events: ReadonlyArray<OrderChange>): boolean =>
  events.some((event) => (event._tag === "AttemptReported" || event._tag === "AttemptResolved") && event.attempt === id)

/** The first attempt of an order that came by no link was the company's own: it is not looked for among the payers'. */
const mayBePayers = ({ details }: Order, attempt: number): boolean => details.paymentLink !== undefined || attempt > 1
