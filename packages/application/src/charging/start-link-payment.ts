/** Lets an order of a payment link charge its payer, if the link allows it. */
import type { Instant } from "@vintem/domain/calendar"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import type { Method } from "@vintem/domain/method"
import {
  evolveLink,
  type LinkChange,
  type LinkRefused,
  linkMachine,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import { Result } from "effect"

/** An order of a link that is about to charge its payer. */
export interface LinkPaymentStart {
  readonly link: PaymentLink
  readonly number: OrderNumber
  readonly method: Method
  readonly at: Instant
}

/**
 * A link after the payment has started, and its events. Its version is compared when it is saved: if two payers race
 * for a single-payment link, the second finds the first one's charge in flight.
 */
export interface StartedLinkPayment {
  readonly link: PaymentLink
  readonly events: ReadonlyArray<LinkChange>
}

/** The link's change for the payment, or why the link does not allow it now. Nothing is written. */
export const startLinkPayment = ({
  link,
  number: order,
  method,
  at,
}: LinkPaymentStart): Result.Result<StartedLinkPayment, LinkRefused> =>
  Result.map(decide(linkMachine, link, { _tag: "StartPayment", order, method, at }), (events) => ({
    link: events.reduce(evolveLink, link),
    events,
  }))
