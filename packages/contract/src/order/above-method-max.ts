/** The fault of an amount above a payment method's limit. */
import { methodRules, type PaymentMethod } from "@vintem/domain/method"
import { centavos, centavosMax, decimalNumber } from "@vintem/domain/money"
import { type Fault, fault } from "../input/fault.ts"

/** The fault of a payment above the method's `amountMax`. */
export const aboveMethodMax = (method: PaymentMethod): Fault => {
  const max = centavos(methodRules[method].amountMax ?? centavosMax)
  return fault("payment.method", { code: "amount_above_method", method, max: decimalNumber(max) })
}
