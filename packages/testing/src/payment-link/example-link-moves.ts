/**
 * Commands, reports and events of the example link.
 *
 * Orders have numbers, and everything happens at `exampleNow`, unless a story says otherwise.
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
  /** Pix if missing. */
  readonly method?: Method
}

/** The state of an order's money. A payment is confirmed when it is reported. */
type StateName = PaymentState["_tag"]

const stateOf = (name: StateName, at: Instant): PaymentState =>
  name === "confirmed" ? { _tag: name, at } : { _tag: name }

const pix: Method = { _tag: "pix" }

/** The order with this number starts to charge its payer. */
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

/** Reports the state of an order's money, by the order's number. */
export const paymentUpdate = (order: number, name: StateName, { at = exampleNow }: When = {}): LinkReport => ({
  _tag: "PaymentUpdate",
  order: payingOrder(order),
  state: stateOf(name, at),
  at,
})

/** The order with this number was allowed to charge its payer. */
export const paymentStarted = (order: number, { method = pix, at = exampleNow }: Paying = {}): LinkChange => ({
  _tag: "PaymentStarted",
  order: payingOrder(order),
  method,
  at,
})

/** The state of an order's money was reported. */
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
