/**
 * The rules of every method: one record that lacks none. A further method does not compile until it answers everything.
 */
import * as Record from "effect/Record"
import { bankSlipRules } from "./bank-slip.ts"
import { creditRules } from "./credit.ts"
import type { MethodRules } from "./method-rules.ts"
import type { PaymentMethod } from "./payment-method.ts"
import { pixRules } from "./pix.ts"

/** The rules of each method, in the order of prices. */
export const methodRules: Readonly<globalThis.Record<PaymentMethod, MethodRules>> = {
  pix: pixRules,
  bank_slip: bankSlipRules,
  credit: creditRules,
}

/** Something for each method, in the order of prices. */
export const forEachMethod = <A>(make: (method: PaymentMethod) => A): Readonly<globalThis.Record<PaymentMethod, A>> =>
  Record.map(methodRules, (_, method) => make(method))
