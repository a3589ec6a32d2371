/**
 * The attempts of an order that brought money.
 */
import type { Instant } from "../calendar/instant.ts"
import type { Attempt, Payment } from "./attempt.ts"
import type { Order } from "./order.ts"

/** A confirmed attempt. */
export type PaidAttempt = Attempt & { readonly payment: Payment }

/** Ordered by the recording of the payment, not by the start of the attempt. */
export const paidAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<PaidAttempt> =>
  attempts.filter(isPaid).toSorted((one, other) => one.payment.confirmedAt - other.payment.confirmedAt)

/**
 * When an order was first known to be paid: the instant at which the first confirmation of any attempt was recorded.
 * Null before. No later report changes it: no other payment, refund or dispute.
 */
export const paidAtOf = ({ attempts }: Pick<Order, "attempts">): Instant | null => {
  let first: Instant | null = null
  for (const { payment } of attempts)
    if (payment !== null && (first === null || payment.confirmedAt < first)) first = payment.confirmedAt
  return first
}

/** True if an attempt brought money. */
export const isPaid = (attempt: Attempt): attempt is PaidAttempt => attempt.payment !== null

/**
 * True if an attempt brought money although its charge was marked as never sent: that mark was wrong. A renewal is sent
 * again under its key and is unknown until then, so its money does not count here.
 */
export const isPaidThoughUnsent = ({ facts, payment, unreached }: Attempt): boolean =>
  payment !== null && unreached !== undefined && !facts.includes("unknown")
