/**
 * What paying at once saves against the dearest way that is offered, which a payer has to be shown (Lei 10.962/2004, art. 5-A).
 *
 * Nothing is ever taken off what the company asks for: the saving is of interest and of dearer fees.
 */

import { installmentCountOf } from "../method/method.ts"
import { type Centavos, subtract, zero } from "../money/centavos.ts"
import { divideHalfUp } from "../money/rounding.ts"
import type { Quote } from "./quote.ts"

/** `amount` is centavos, at least one; `basisPoints` its share of the dearest price, rounded half up. */
export interface CashDiscount {
  readonly amount: Centavos
  readonly basisPoints: number
}

/**
 * The saving of one of the ways that are offered; null if it is paid in installments or costs no less than the dearest: if
 * the company bears all fees, prices do not differ.
 */
export const cashDiscountOf = (quote: Quote, offered: Iterable<Quote>): CashDiscount | null => {
  if (installmentCountOf(quote.method) > 1) return null
  let dearest: Centavos = zero
  for (const { charged } of offered) if (charged > dearest) dearest = charged
  if (dearest <= quote.charged) return null
  const amount = subtract(dearest, quote.charged)
  return { amount, basisPoints: Number(divideHalfUp(BigInt(amount) * 10_000n, BigInt(dearest))) }
}
