/**
 * The attempts of an order that brought money.
 */
import type { Instant } from "../calendar/instant.ts"
import type { Attempt, Payment } from "./attempt.ts"
import type { Order } from "./order.ts"

/** An attempt that is confirmed. */
export type PaidAttempt = Attempt & { readonly payment: Payment }

/** The payment that was recorded first comes first, whichever was attempted first. */
export const paidAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<PaidAttempt> =>
  attempts.filter(isPaid).toSorted((one, other) => one.payment.confirmedAt - other.payment.confirmedAt)

/**
 * When an order was first known to be paid: the instant at which the first confirmation of any attempt was recorded. Null until then. No
 * later report changes it: neither another payment, nor a refund, nor a dispute.
 */
export const paidAtOf = ({ attempts }: Pick<Order, "attempts">): Instant | null => {
  let first: Instant | null = null
  for (const { payment } of attempts)
    if (payment !== null && (first === null || payment.confirmedAt < first)) first = payment.confirmedAt
  return first
}

/** Whether an attempt brought its money. */
export const isPaid = (attempt: Attempt): attempt is PaidAttempt => attempt.payment !== null

/**
 * Whether an attempt brought money though its charge surely never left: the proof of that was wrong. A renewal is sent again under its key,
 * and is unknown until then: its money is none such.
 */
export const isPaidThoughUnsent = ({ facts, payment, unreached }: Attempt): boolean =>
  payment !== null && unreached !== undefined && !facts.includes("unknown")
