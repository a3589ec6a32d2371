/**
 * The attempts of an order that brought money.
 */
import type { Attempt, Payment } from "./attempt.ts"

/** An attempt that is confirmed. */
export type PaidAttempt = Attempt & { readonly payment: Payment }

/** The payment that was recorded first comes first, whichever was attempted first. */
export const paidAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<PaidAttempt> =>
  attempts.filter(isPaid).toSorted((one, other) => one.payment.confirmedAt - other.payment.confirmedAt)

/** Whether an attempt brought its money. */
export const isPaid = (attempt: Attempt): attempt is PaidAttempt => attempt.payment !== null
