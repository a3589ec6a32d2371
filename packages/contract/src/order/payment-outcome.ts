/**
 * The outcome of an order's payment, in the words of the public API.
 */
import { type Attempt, isUnreached, type OrderStatus } from "@vintem/domain/order"
import * as Schema from "effect/Schema"

/** The three outcomes of operations with a payment. Retrieving the order shows its exact status. */
export const PaymentOutcome = Schema.Literals(["paid", "unpaid", "waiting_payment"])
export type PaymentOutcome = typeof PaymentOutcome.Type

/** An answer may be late, after a crash. A paid order stays paid, whatever happened since. */
export const outcomeOf = (status: OrderStatus): PaymentOutcome => outcomes[status]

/** The outcome as a sentence. @param attempt - the attempt that decides the status */
export const sentenceOf = (status: OrderStatus, attempt?: Pick<Attempt, "unreached" | "tid">): string => {
  if (status === "unpaid" && attempt !== undefined && isUnreached(attempt)) {
    return "The acquirer was not reached: nothing was charged. Try again."
  }
  if (status === "pending") return "The payment is being processed."
  if (status === "risk_analysis") return "The payment is under review."
  return sentences[outcomes[status]]
}

const outcomes: Readonly<Record<OrderStatus, PaymentOutcome>> = {
  created: "waiting_payment",
  pending: "waiting_payment",
  risk_analysis: "waiting_payment",
  waiting_payment: "waiting_payment",
  unpaid: "unpaid",
  canceled: "unpaid",
  paid: "paid",
  complete: "paid",
  dispute: "paid",
  chargeback: "paid",
  refund: "paid",
}

const sentences: Readonly<Record<PaymentOutcome, string>> = {
  paid: "Payment approved.",
  unpaid: "Payment refused.",
  waiting_payment: "Waiting for payment.",
}
