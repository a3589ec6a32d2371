/**
 * What paying costs in every way that is offered.
 */
import {
  type FeeSchedule,
  InstallmentCount,
  installmentsMax,
  type Method,
  type PaymentMethod,
  type Quote,
} from "@vintem/domain"
import { Result } from "effect"
import { type Asked, priceOf } from "./price-of.ts"

/** What is asked for, and in which ways it may be paid. */
export interface Offer extends Asked {
  readonly methods: Readonly<Record<PaymentMethod, boolean>>
  /** Most installments of a payment by credit. */
  readonly installments: number
}

/** Every way that can be gone: Pix, then slip, then credit from one installment upwards. */
export const quotesOf = (offer: Offer, fees: FeeSchedule): ReadonlyArray<Quote> =>
  ways(offer).flatMap((method) => {
    const priced = priceOf(offer, method, fees)
    return Result.isSuccess(priced) ? [priced.success] : []
  })

const ways = ({ methods, installments }: Offer): ReadonlyArray<Method> => [
  ...(methods.pix ? [{ _tag: "pix" } as const] : []),
  ...(methods.bank_slip ? [{ _tag: "bank_slip" } as const] : []),
  ...(methods.credit ? counts(installments).map((count) => ({ _tag: "credit", installments: count }) as const) : []),
]

const counts = (installments: number): ReadonlyArray<InstallmentCount> =>
  Array.from({ length: Math.min(installments, installmentsMax) }, (_, index) => InstallmentCount.make(index + 1))
