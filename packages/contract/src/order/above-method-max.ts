/**
 * The fault of an amount that a method of payment does not take.
 */
import { methodRules, type PaymentMethod } from "@vintem/domain/method"
import { centavos, centavosMax, decimalString } from "@vintem/domain/money"
import { type Fault, fault } from "../input/fault.ts"

/** The fault of a payment above the method's `amountMax`. */
export const aboveMethodMax = (method: PaymentMethod): Fault => {
  const max = centavos(methodRules[method].amountMax ?? centavosMax)
  return fault("payment.method", `may not be ${method} for more than ${decimalString(max)}.`)
}
