/**
 * The saving of paying at once, compared with the dearest offered way. A page has to show it to the payer (Lei
 * 10.962/2004, art. 5-A).
 *
 * The company's own price is never reduced: the payer saves interest and higher fees.
 */

import { installmentCountOf } from "../method/method.ts"
import { type Centavos, subtract, zero } from "../money/centavos.ts"
import { divideHalfUp } from "../money/rounding.ts"
import type { Quote } from "./quote.ts"

/** `amount` is centavos, at least one; `basisPoints` is its share of the dearest price, rounded half up. */
export interface CashDiscount {
  readonly amount: Centavos
  readonly basisPoints: number
}

/**
 * The saving of one offered way. Null if it is paid in installments, or costs no less than the dearest. If the company
 * bears all fees, prices do not differ.
 */
export const cashDiscountOf = (quote: Quote, offered: Iterable<Quote>): CashDiscount | null => {
  if (installmentCountOf(quote.method) > 1) return null
  let dearest: Centavos = zero
  for (const { charged } of offered) if (charged > dearest) dearest = charged
  if (dearest <= quote.charged) return null
  const amount = subtract(dearest, quote.charged)
  return { amount, basisPoints: Number(divideHalfUp(BigInt(amount) * 10_000n, BigInt(dearest))) }
}
