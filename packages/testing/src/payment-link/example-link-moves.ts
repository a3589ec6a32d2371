/**
 * What can be asked of the example link, what is reported to it, and what becomes of either: commands, reports, events.
 *
 * Orders go by number, and everything happens at `exampleNow`, unless a story says otherwise.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { Method } from "@vintem/domain/method"
import type { LinkChange, LinkCommand, LinkReport, LinkTerms, PaymentState } from "@vintem/domain/payment-link"
import { exampleNow } from "../order/example-order.ts"
import { exampleLinkTerms, payingOrder } from "./example-link.ts"

interface When {
  readonly at?: Instant
}

interface Paying extends When {
  /** Pix where absent. */
  readonly method?: Method
}

/** Where the money of an order can stand; a payment is confirmed when it is told of. */
type StateName = PaymentState["_tag"]

const stateOf = (name: StateName, at: Instant): PaymentState =>
  name === "confirmed" ? { _tag: name, at } : { _tag: name }

const pix: Method = { _tag: "pix" }

/** The order with a number wants to charge its payer. */
export const startPayment = (order: number, { method = pix, at = exampleNow }: Paying = {}): LinkCommand => ({
  _tag: "StartPayment",
  order: payingOrder(order),
  method,
  at,
})

/** The company removes the link. */
export const removeLink = ({ at = exampleNow }: When = {}): LinkCommand => ({ _tag: "Remove", at })

/** The company changes some of the terms. */
export const updateLink = (terms: Partial<LinkTerms>, { at = exampleNow }: When = {}): LinkCommand => ({
  _tag: "Update",
  terms: exampleLinkTerms(terms),
  at,
})

/** The money of the order with a number stands so. */
export const paymentUpdate = (order: number, name: StateName, { at = exampleNow }: When = {}): LinkReport => ({
  _tag: "PaymentUpdate",
  order: payingOrder(order),
  state: stateOf(name, at),
  at,
})

/** The order with a number was let charge its payer. */
export const paymentStarted = (order: number, { method = pix, at = exampleNow }: Paying = {}): LinkChange => ({
  _tag: "PaymentStarted",
  order: payingOrder(order),
  method,
  at,
})

/** The money of the order with a number was said to stand so. */
export const paymentReported = (order: number, name: StateName, { at = exampleNow }: When = {}): LinkChange => ({
  _tag: "PaymentReported",
  order: payingOrder(order),
  state: stateOf(name, at),
  at,
})

/** The link was removed. */
export const linkRemoved: LinkChange = { _tag: "LinkRemoved", at: exampleNow }

/** Some of the terms were changed. */
export const linkUpdated = (terms: Partial<LinkTerms>): LinkChange => ({
  _tag: "LinkUpdated",
  terms: exampleLinkTerms(terms),
  at: exampleNow,
})
