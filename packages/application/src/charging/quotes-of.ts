/** The price of every offered way to pay. */
import type { Quote } from "@vintem/domain/fees"
import { InstallmentCount, installmentsMax } from "@vintem/domain/installments"
import { forEachMethod, type Method, type PaymentMethod } from "@vintem/domain/method"
import { Result } from "effect"
import { type Asked, type PricedBy, priceOf } from "./price-of.ts"

/** The amount, and the possible ways to pay it. */
export interface Offer extends Asked {
  readonly methods: Readonly<Record<PaymentMethod, boolean>>
  /** Most installments of a payment by credit. */
  readonly installments: number
}

/**
 * Every possible way to pay, in the order of `methodRules`: Pix, then slip, then credit from one installment upwards. Leaves out ways with
 * installments below the company's minimum.
 */
export const quotesOf = (offer: Offer, company: PricedBy): ReadonlyArray<Quote> =>
  ways(offer).flatMap((method) => {
    const priced = priceOf(offer, method, company)
    return Result.isSuccess(priced) ? [priced.success] : []
  })

const ways = ({ methods, installments }: Offer): ReadonlyArray<Method> => {
  const waysOf = forEachMethod((method): ReadonlyArray<Method> => {
    if (!methods[method]) return []
    return method === "credit"
      ? counts(installments).map((count) => ({ _tag: method, installments: count }))
      : [{ _tag: method }]
  })
  return Object.values(waysOf).flat()
}

const counts = (installments: number): ReadonlyArray<InstallmentCount> =>
  Array.from({ length: Math.min(installments, installmentsMax) }, (_, index) => InstallmentCount.make(index + 1))
