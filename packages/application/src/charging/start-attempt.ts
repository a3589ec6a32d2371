/**
 * The first step of every charge: an attempt on an order, with its price and its key, before the request to the
 * acquirer.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { Quote } from "@vintem/domain/fees"
import type { AttemptKey, OrderNumber, SavedCardToken } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import {
  type Attempt,
  chargeFrom,
  evolve,
  type Order,
  type OrderChange,
  type OrderRefused,
  orderMachine,
} from "@vintem/domain/order"
import { type ChargeRequest, Identifiers, type SavedCard } from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { chargedCardOf, chargeMeansOf, type OrderPayment } from "./order-payment.ts"

/** A payment of an order with its price, and the company's saved card if it uses one. */
export interface PricedPayment {
  readonly payment: OrderPayment
  readonly quote: Quote
  /** The payment's saved card. */
  readonly saved: SavedCard | null
}

/**
 * Identifiers of an attempt and of the card it may save. They are made before any unit, because a unit that runs again
 * must not make others.
 */
export interface AttemptNames {
  readonly key: AttemptKey
  readonly cardToken: SavedCardToken | null
}

/** Makes the identifiers of an attempt. */
export const attemptNames = Effect.fnUntraced(function* (
  order: OrderNumber,
  payment: OrderPayment,
): Effect.fn.Return<AttemptNames, never, Identifiers> {
  const identifiers = yield* Identifiers
  const names: AttemptNames = {
    key: yield* identifiers.attemptKey(order),
    cardToken: payment._tag === "credit" ? yield* identifiers.savedCardToken : null,
  }
  return names
})

/** A started attempt: the order with it, its events, and the request to the acquirer. */
export interface StartedAttempt {
  readonly order: Order
  readonly events: ReadonlyArray<OrderChange>
  readonly attempt: Attempt
  readonly charge: ChargeRequest
}

/** Starts an attempt, or says why the order allows none now. A new order always allows one. */
export const startAttempt = (
  company: Company,
  order: Order,
  { payment, quote, saved }: PricedPayment,
  { key, cardToken }: AttemptNames,
  at: Instant,
): Result.Result<StartedAttempt, OrderRefused> => {
  const charged = chargeFrom(quote, chargedCardOf(payment, saved, cardToken))
  if (Option.isNone(charged)) throw new Error("A payment by card names its card, and no other payment does.")
  return Result.map(decide(orderMachine, order, { _tag: "StartAttempt", key, ...charged.value, at }), (events) => {
    const started = events.reduce(evolve, order)
    const attempt = started.attempts.find((one) => one.key === key)
    if (attempt === undefined) throw new Error("An attempt that was started is part of its order.")
    return {
      order: started,
      events,
      attempt,
      charge: chargeRequestOf(company, order, { payment, quote, saved }, key, at),
    }
  })
}

/** The request to the acquirer under a key. */
export const chargeRequestOf = (
  company: Company,
  { details: { number, customer, items, address, subscription } }: Pick<Order, "details">,
  { payment, quote, saved }: PricedPayment,
  key: AttemptKey,
  at: Instant,
): ChargeRequest => ({
  key,
  company: company.id,
  order: number,
  amount: quote.charged,
  means: chargeMeansOf(payment, saved, at),
  payer: customer,
  receiver: { name: company.name, city: company.city },
  items,
  ...(address === null ? {} : { address }),
  initiator: subscription !== undefined && saved !== null ? "merchant" : "payer",
})
