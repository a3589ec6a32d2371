/**
 * What there is to record of what an order of a link reports. A report is never refused.
 */
import type { LinkReport } from "./commands.ts"
import type { LinkChange } from "./events.ts"
import { forgettingFor, isOneOfMany, isReceived, liveOf, paymentFlagOf } from "./evolve.ts"
import type { PaymentLink } from "./payment-link.ts"

/**
 * What to record of a payment's report. What is known already is not recorded twice, and neither is a further payment of a link that may
 * be paid often: its order tells of it. Money is never refused; what the link no longer asked for is flagged.
 */
export const recordPayment = (link: PaymentLink, { order, state, at }: LinkReport): ReadonlyArray<LinkChange> => {
  const reported: ReadonlyArray<LinkChange> = [{ _tag: "PaymentReported", order, state, at }]
  const known = liveOf(link, order)?.state
  switch (state._tag) {
    case "in_flight":
    case "open":
      return known === state._tag || isReceived(link, order)
        ? []
        : [{ _tag: "PaymentReported", order, state, ...forgettingFor(link, order), at }]
    case "ended":
      return known === undefined ? [] : reported
    case "confirmed": {
      const isFurther =
        link.paid !== null && isOneOfMany(link, state.at) && paymentFlagOf(link, order, state.at) === null
      const isKnown = isReceived(link, order) || isFurther
      return known === undefined && isKnown ? [] : reported
    }
  }
}
