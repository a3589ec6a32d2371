/** The answers to a payer: the outcome of a payment, or why there was none. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { CouponCode, CouponRefusal } from "@vintem/domain/catalogue"
import type { CustomerDetails } from "@vintem/domain/customer"
import type { PaymentMethod } from "@vintem/domain/method"
import {
  type CardStop,
  type Order,
  type OrderRefusal,
  type OrderRefused,
  orderRefusalMeaning,
} from "@vintem/domain/order"
import type { LinkRefused, LinkStatus } from "@vintem/domain/payment-link"
import * as Schema from "effect/Schema"
import { type Fault, fault, type InvalidFields, invalidFields, missing } from "../input/fault.ts"
import { wireName } from "../input/fault-code.ts"
import { aboveMethodMax } from "../order/above-method-max.ts"
import { exampleOrder } from "../order/example-order.ts"
import { type InstallmentsOffered, installmentTooSmall } from "../order/installment-too-small.ts"
import { type SingleOrderResponse, singleOrderAnswer } from "../order/single-order-answer.ts"
import { moreInstallmentsThanCentavos, totalTooLarge } from "../order/total-out-of-range.ts"
import { withoutToken } from "./payer-order-view.ts"

/** The order that was placed with a contact, to be paid by its key. */
export const LinkContactResponse = Schema.Struct({
  data: Schema.Struct({ public_key: Schema.String.annotate({ examples: [exampleOrder.public_key] }) }),
}).annotate({ identifier: "LinkContactResponse", examples: [{ data: { public_key: exampleOrder.public_key } }] })
export type LinkContactResponse = typeof LinkContactResponse.Type

/** The answer to a payer who left a contact: the key for paying. */
export const linkContactAnswer = ({ details }: Order): LinkContactResponse => ({
  data: { public_key: details.publicKey },
})

/**
 * The outcome of a payment, as for a single order. A payer gets no token of the charged card.
 *
 * @param publicUrl - base of all returned URLs, without a slash at its end
 */
export const payerAnswer = (order: Order, publicUrl: string): SingleOrderResponse => {
  const answer = singleOrderAnswer(order, publicUrl)
  const { card } = answer.payment
  return { ...answer, payment: { ...answer.payment, card: card === null ? null : withoutToken(card) } }
}

/** The payer's data is missing. @param fields - at least one */
export const customerMissing = (fields: ReadonlyArray<keyof CustomerDetails>): InvalidFields =>
  invalidFields(fields.map((field) => missing(`customer.${field === "document" ? "taxvat" : field}`)))

/** The link is paid or expired, and accepts no payment any more. */
export const linkClosed = (status: LinkStatus): InvalidFields =>
  invalidFields([fault("status", { code: "link_closed", status })])

/** The link does not accept this payment, or none at the moment. */
export const linkNotPaid = ({ reason, status }: LinkRefused): InvalidFields => {
  switch (reason) {
    case "MethodNotAccepted":
      return invalidFields([fault("payment.method", { code: "method_not_accepted" })])
    case "TooManyInstallments":
      return invalidFields([fault("payment.installments", { code: "too_many_installments", limited_by: "link" })])
    case "PaymentInFlight":
      return invalidFields([fault("status", { code: "payment_under_way", status })])
    default:
      return linkClosed(status)
  }
}

/** The order renews a subscription, which is charged at once. */
export const renewalNotSplit = (): InvalidFields =>
  invalidFields([fault("payment.installments", { code: "too_many_installments", limited_by: "subscription" })])

/** The order does not accept this payment, or none at the moment. */
export const orderNotPaid = ({ reason, status }: OrderRefused): InvalidFields =>
  invalidFields([
    reason === "InstrumentOpen"
      ? fault("payment.method", { code: "instrument_open" })
      : fault("status", {
          code: "not_payable",
          status,
          because: wireName(reason),
          words: { why: payerMeaning[reason] ?? orderRefusalMeaning[reason], instead: insteadOf(reason) },
        }),
  ])

/** Replaces words that tell the company what to do, which its payer cannot. */
const payerMeaning: Readonly<Partial<Record<OrderRefusal, string>>> = {
  AlreadyPaid: "it has been paid",
  OutcomeUnknown: "the outcome of a payment is not known yet",
  UnderReview: "a payment is being reviewed",
}

const insteadOf = (reason: OrderRefusal): string =>
  reason === "OutcomeUnknown" || reason === "UnderReview" ? "Wait for its outcome." : "Nothing is left to pay."

/** Too many cards were refused: nothing was charged. The time is in America/Sao_Paulo, like every time on the wire. */
export const cardStopped = ({ until }: CardStop): InvalidFields =>
  invalidFields([fault("payment.method", { code: "cards_stopped", until: saoPauloTimestamp(until) })])

/** The order's coupon can no longer be used, so the order has no price: nothing was charged. */
export const couponNotUsable = (coupon: CouponCode, because: CouponRefusal): InvalidFields =>
  invalidFields([fault("coupon_code", { code: "coupon_lapsed", because, coupon })])

/** Why a payment has no price. */
const priceFaults = {
  out_of_range: () => totalTooLarge("payment.method", "payment"),
  above_method_max: aboveMethodMax,
  changed: () => fault("total", { code: "total_changed" }),
  too_many_installments: () => moreInstallmentsThanCentavos,
} as const satisfies Readonly<Record<string, (method: PaymentMethod) => Fault>>

/** Why a payment by a method has no price. */
export interface PriceRefusal {
  readonly reason: keyof typeof priceFaults
  readonly method: PaymentMethod
}

/** The payment has no price: nothing was charged. */
export const priceRefused = ({ reason, method }: PriceRefusal): InvalidFields =>
  invalidFields([priceFaults[reason](method)])

/** An installment would be below the company's minimum: nothing was charged. */
export const installmentRefused = (offered: InstallmentsOffered): InvalidFields =>
  invalidFields([installmentTooSmall(offered)])
