/**
 * The order that charges a period of a subscription: the product line as it was sold, once, by the subscription's means.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { singlePayment } from "@vintem/domain/installments"
import { zero } from "@vintem/domain/money"
import type { OrderDetails } from "@vintem/domain/order"
import { type SavedCard, SavedCardRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { type Renewal, renewalAmount, renewalDueOn, type Subscription } from "@vintem/domain/subscription"
import { Effect, Option, Result } from "effect"
import { methodOf, type OrderPayment, savedCardOf } from "../charging/order-payment.ts"
import { priceOf } from "../charging/price-of.ts"
import type { PricedPayment } from "../charging/start-attempt.ts"

/** The terms of a period's order that the subscription decides. */
export const renewalDetails = (
  { details: { company, token, src, ref, checkout, customerId, customer, address, item } }: Subscription,
  period: Renewal["period"],
): Omit<OrderDetails, "number" | "token" | "publicKey" | "placedAt"> => ({
  company,
  origin: "subscription",
  src,
  ref,
  checkout,
  customerId,
  customer,
  address,
  items: [item],
  amount: renewalAmount({ item }),
  discount: zero,
  subscription: { token, period },
})

/**
 * How a period is paid. A Pix or slip is due on the day the period begins, or today where that has passed.
 *
 * @param period - the one to be paid
 */
export const renewalPayment = (subscription: Subscription, period: number, today: LocalDate): OrderPayment => {
  const { means } = subscription
  const dueOn = renewalDueOn(subscription, period, today)
  switch (means._tag) {
    case "credit":
      return { _tag: "credit", installments: singlePayment, card: { _tag: "saved", token: means.card.token } }
    case "pix":
      return { _tag: "pix", dueOn }
    case "bank_slip":
      return { _tag: "bank_slip", dueOn }
  }
}

/** The same with its price; null where it cannot be asked for: the card is not kept any more, or the amount has no slip. */
export const pricedRenewal = Effect.fnUntraced(function* (
  company: Company,
  amount: OrderDetails["amount"],
  payment: OrderPayment,
): Effect.fn.Return<PricedPayment | null, StorageUnavailable, SavedCardRepository> {
  const token = savedCardOf(payment)
  const cards = yield* SavedCardRepository
  const saved = token === null ? Option.none<SavedCard>() : yield* cards.find(company.id, token)
  if (token !== null && Option.isNone(saved)) return null
  const priced = priceOf({ amount, feeMode: "none" }, methodOf(payment), company)
  if (Result.isFailure(priced)) return null
  return { payment, quote: priced.success, saved: Option.getOrNull(saved) } satisfies PricedPayment
})
