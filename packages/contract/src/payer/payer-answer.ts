/**
 * What a payer is answered: how the payment went, or why there was none.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { CouponCode, CouponRefusal } from "@vintem/domain/catalogue"
import type { CustomerDetails } from "@vintem/domain/customer"
import { forEachMethod, type PaymentMethod } from "@vintem/domain/method"
import {
  type CardStop,
  type Order,
  type OrderRefusal,
  type OrderRefused,
  orderRefusalMeaning,
} from "@vintem/domain/order"
import { type LinkRefused, type LinkStatus, linkRefusalMeaning } from "@vintem/domain/payment-link"
import * as Schema from "effect/Schema"
import { type Fault, fault, InvalidFields, invalidFields, missing } from "../input/fault.ts"
import { aboveMethodMax } from "../order/above-method-max.ts"
import { type InstallmentsOffered, installmentTooSmall } from "../order/installment-too-small.ts"
import { type SingleOrderResponse, singleOrderAnswer } from "../order/single-order-answer.ts"
import { withoutToken } from "./payer-order-view.ts"

/** The order that a contact left behind, to be paid by its key. */
export const LinkContactResponse = Schema.Struct({
  data: Schema.Struct({ public_key: Schema.String.annotate({ examples: ["b0GzT1kq3v8Yy2mXw5LhNA"] }) }),
}).annotate({ identifier: "LinkContactResponse", examples: [{ data: { public_key: "b0GzT1kq3v8Yy2mXw5LhNA" } }] })
export type LinkContactResponse = typeof LinkContactResponse.Type

/** What a payer gets who left a contact: by which key to pay. */
export const linkContactAnswer = ({ details }: Order): LinkContactResponse => ({
  data: { public_key: details.publicKey },
})

/**
 * How a payment went, as of a single order; a card that was charged leaves no token to the payer.
 *
 * @param publicUrl - base of every URL handed out, without a slash at its end
 */
export const payerAnswer = (order: Order, publicUrl: string): SingleOrderResponse => {
  const answer = singleOrderAnswer(order, publicUrl)
  const { card } = answer.payment
  return { ...answer, payment: { ...answer.payment, card: card === null ? null : withoutToken(card) } }
}

/** The payer is not known. @param fields - at least one */
export const customerMissing = (fields: ReadonlyArray<keyof CustomerDetails>): InvalidFields =>
  invalidFields(fields.map((field) => missing(`customer.${field === "document" ? "taxvat" : field}`)))

/** The link is paid or expired, and takes no payment any more. */
export const linkClosed = (status: LinkStatus): InvalidFields =>
  one(fault("status", `is ${status} and the payment link takes no payment any more. Ask the company for another one.`))

/** The link takes no such payment, or none at the moment. */
export const linkNotPaid = ({ reason, status }: LinkRefused): InvalidFields => {
  switch (reason) {
    case "MethodNotAccepted":
      return one(fault("payment.method", "is not accepted by this payment link: choose one of its methods."))
    case "TooManyInstallments":
      return one(fault("payment.installments", "may not be more than the payment link allows: choose fewer."))
    case "PaymentInFlight":
      return one(
        fault(
          "status",
          `is ${status} and the payment link cannot be paid, because ${linkRefusalMeaning[reason]}. Try again in a moment.`,
        ),
      )
    default:
      return linkClosed(status)
  }
}

/** The order renews a subscription, which is charged at once. */
export const renewalNotSplit = (): InvalidFields =>
  one(fault("payment.installments", "may not be more than 1, as the order renews a subscription."))

/** The order takes no such payment, or none at the moment. */
export const orderNotPaid = ({ reason, status }: OrderRefused): InvalidFields => {
  if (reason === "InstrumentOpen") {
    return one(fault("payment.method", `${notThisOne}${orderRefusalMeaning[reason]}: pay it, or choose another.`))
  }
  return one(
    fault(
      "status",
      `is ${status} and the order cannot be paid, because ${payerMeaning[reason] ?? orderRefusalMeaning[reason]}. ${insteadOf(reason)}`,
    ),
  )
}

const notThisOne = "may not be this one, because "

/** Whether the message says that a Pix or slip of the order is open, which can be paid. */
export const isInstrumentOpen = (message: string): boolean => message.includes(notThisOne)

/** Where the usual words tell a company what to do, which is not for its payer. */
const payerMeaning: Readonly<Partial<Record<OrderRefusal, string>>> = {
  AlreadyPaid: "it has been paid",
  OutcomeUnknown: "the outcome of a payment is not known yet",
  UnderReview: "a payment is being reviewed",
}

const insteadOf = (reason: OrderRefusal): string =>
  reason === "OutcomeUnknown" || reason === "UnderReview" ? "Wait for its outcome." : "Nothing is left to pay."

/** Too many cards were refused: nothing was charged. The time is of America/Sao_Paulo, like every time on the wire. */
export const cardStopped = ({ until }: CardStop): InvalidFields =>
  one(
    fault(
      "payment.method",
      `${notCreditUntil}${saoPauloTimestamp(until)}, because too many cards were refused: choose another method, or try a card again then.`,
    ),
  )

const notCreditUntil = "may not be credit until "

/** When a card can be tried again: `YYYY-MM-DD HH:MM:SS`; null where the message does not speak of that. */
export const cardStopEnd = (message: string): string | null => {
  const at = message.indexOf(notCreditUntil)
  return at === -1 ? null : message.slice(at + notCreditUntil.length).slice(0, "YYYY-MM-DD HH:MM:SS".length)
}

/** The coupon that an order was placed with cannot be used any more, and so the order has no price: nothing was charged. */
export const couponNotUsable = (code: CouponCode, reason: CouponRefusal): InvalidFields =>
  one(fault("coupon_code", `${code} ${couponSentences[reason]} Ask for a new order without it.`))

const couponSentences: Readonly<Record<CouponRefusal, string>> = {
  absent: "does not exist any more.",
  expired: "has expired.",
  used_up: "has been used as often as it may be.",
}

/** Why a payment has no price. */
const priceFaults = {
  out_of_range: () => outOfRange,
  above_method_max: aboveMethodMax,
  changed: () =>
    fault("total", "is not what this payment comes to any more: nothing was charged. Show the payer the new one."),
  too_many_installments: () => fault("payment.installments", "may not be more than the total has centavos."),
} as const satisfies Readonly<Record<string, (method: PaymentMethod) => Fault>>

const outOfRange = fault("payment.method", "may not bring the total to 100000000000.00 or more.")

/** Whether the message says that the total would be too high for the method. */
export const isPriceRefused = (message: string): boolean =>
  [outOfRange, ...Object.values(forEachMethod(aboveMethodMax))].some((fault) => fault.message === message)

/** Why a payment by a method has no price. */
export interface PriceRefusal {
  readonly reason: keyof typeof priceFaults
  readonly method: PaymentMethod
}

/** The payment has no price: nothing was charged. */
export const priceRefused = ({ reason, method }: PriceRefusal): InvalidFields => one(priceFaults[reason](method))

/** An installment would be below the company's minimum: nothing was charged. */
export const installmentRefused = (offered: InstallmentsOffered): InvalidFields => one(installmentTooSmall(offered))

const one = (only: Fault) => new InvalidFields({ faults: [only] })
