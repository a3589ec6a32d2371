/**
 * The order that charges a period of a subscription: one product line as it was sold, paid by the subscription's means.
 */
import { instant, type LocalDate, saoPauloDate } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { singlePayment } from "@vintem/domain/installments"
import { zero } from "@vintem/domain/money"
import { type Attempt, cardOf, type Order, type OrderDetails } from "@vintem/domain/order"
import { isErasedPerson } from "@vintem/domain/personal-data"
import {
  type ChargeRequest,
  CompanyRepository,
  type SavedCard,
  SavedCardRepository,
  type StorageUnavailable,
  SubscriptionRepository,
} from "@vintem/domain/ports"
import { type Renewal, renewalAmount, renewalDueOn, type Subscription } from "@vintem/domain/subscription"
import { Clock, Effect, Option, Result } from "effect"
import { methodOf, type OrderPayment, savedCardOf } from "./order-payment.ts"
import { priceOf } from "./price-of.ts"
import { chargeRequestOf, type PricedPayment } from "./start-attempt.ts"

/** The parts of a period's order that the subscription decides. */
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
 * The payment of a period. A Pix or slip is due on the day the period begins, or today if that has passed.
 *
 * @param period - the period to pay
 */
export const renewalPayment = (subscription: Subscription, period: number, today: LocalDate): OrderPayment => {
  const { means } = subscription
  const dueOn = renewalDueOn(subscription, period, today)
  return means._tag === "credit"
    ? { _tag: "credit", installments: singlePayment, card: { _tag: "saved", token: means.card.token } }
    : { _tag: means._tag, dueOn }
}

/**
 * A renewal with its price. Null if it cannot be charged: the card is no longer stored, or the amount is too large for
 * a slip.
 */
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

/**
 * The request to the acquirer for a renewal whose charge never left. Null if it must not be charged any more, or its
 * attempt has other means.
 */
export const unreachedRenewal = Effect.fnUntraced(function* (
  order: Order,
  attempt: Attempt,
): Effect.fn.Return<
  ChargeRequest | null,
  StorageUnavailable,
  CompanyRepository | SavedCardRepository | SubscriptionRepository
> {
  const { amount, company: id, customer, number, subscription: renewed } = order.details
  if (renewed === undefined || order.canceledAt !== null || isErasedPerson(customer)) return null
  const companies = yield* CompanyRepository
  const subscriptions = yield* SubscriptionRepository
  const company = Option.getOrNull(yield* companies.find(id))
  const subscription = Option.getOrNull(yield* subscriptions.find(id, renewed.token))
  if (company === null || company.underModeration || subscription === null) return null
  if (subscription.canceled !== null || subscription.renewal?.order !== number) return null
  const now = instant(yield* Clock.currentTimeMillis)
  const payment = renewalPayment(subscription, renewed.period, saoPauloDate(now))
  const priced = yield* pricedRenewal(company, amount, payment)
  const isSame = methodOf(payment)._tag === attempt._tag && savedCardOf(payment) === (cardOf(attempt)?.token ?? null)
  if (priced === null || !isSame) return null
  return chargeRequestOf(company, order, { ...priced, quote: attempt.quote }, attempt.key, now)
})
