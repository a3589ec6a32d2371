/**
 * What can be asked of a link, when it is refused, and what it causes; and what there is to record of what its orders report.
 */
import * as Equal from "effect/Equal"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { OrderNumber } from "../identifiers/order.ts"
import type { CommandRules } from "../machine/machine.ts"
import { installmentCountOf } from "../method/method.ts"
import type { LinkReport } from "./commands.ts"
import type { LinkChange } from "./events.ts"
import { isOneOfMany, isReceived, paymentFlagOf } from "./evolve.ts"
import { isPastExpiry, isUsedUp } from "./link-status.ts"
import type { LinkTypes } from "./machine.ts"
import type { LivePayment, PaymentLink } from "./payment-link.ts"

const isRemoved = ({ removedAt }: PaymentLink): boolean => removedAt !== null

const hasPaymentInFlight = ({ payments }: PaymentLink): boolean =>
  payments.some(({ standing }) => standing === "in_flight")

/** Each command: when it is a repetition, the reasons against it by rank, and what it causes. */
export const linkCommands: CommandRules<LinkTypes> = {
  Update: {
    isRepetition: (link, { terms }) => Equal.equals(link.terms, terms),
    refusals: [{ reason: "AlreadyRemoved", when: isRemoved }],
    effects: (link, { terms, at }) => {
      const isRestricted = terms.expireAfterPayment && !link.terms.expireAfterPayment
      return [{ _tag: "LinkUpdated", terms, ...(isRestricted ? { onePaymentFromNow: true } : {}), at }]
    },
  },
  Remove: {
    isRepetition: isRemoved,
    refusals: [
      { reason: "AlreadyPaid", when: ({ paid }) => paid !== null },
      { reason: "PaymentInFlight", when: hasPaymentInFlight },
      { reason: "InstrumentOpen", when: ({ payments }) => payments.length > 0 },
    ],
    effects: (_, { at }) => [{ _tag: "LinkRemoved", at }],
  },
  StartPayment: {
    isRepetition: (link, { order }) => order !== undefined && liveOf(link, order)?.standing === "in_flight",
    refusals: [
      { reason: "AlreadyRemoved", when: isRemoved },
      { reason: "AlreadyPaid", when: isUsedUp },
      { reason: "LinkExpired", when: (link, { at }) => isPastExpiry(link, saoPauloDate(at)) },
      {
        reason: "MethodNotAccepted",
        when: ({ terms }, { method }) => method !== undefined && !terms.methods[method._tag],
      },
      {
        reason: "TooManyInstallments",
        when: ({ terms }, { method }) => method !== undefined && installmentCountOf(method) > terms.installments,
      },
      // Of a link that is paid once, one charge at a time: two payers who race could both be charged. A Pix or slip of another order does
      // not block: otherwise one payer could block all others. It is voided once a payment is confirmed.
      { reason: "PaymentInFlight", when: (link) => link.terms.expireAfterPayment && hasPaymentInFlight(link) },
    ],
    effects: (_, { order, method, at }) => [{ _tag: "PaymentStarted", order, method, at }],
  },
}

/**
 * What to record of a payment's report. What is known already is not recorded twice, and neither is a further payment of a link that may
 * be paid often: its order tells of it. Money is never refused; what the link no longer asked for is flagged.
 */
export const recordPayment = (link: PaymentLink, { order, state, at }: LinkReport): ReadonlyArray<LinkChange> => {
  const reported: ReadonlyArray<LinkChange> = [{ _tag: "PaymentReported", order, standing: state, at }]
  const known = liveOf(link, order)?.standing
  switch (state._tag) {
    case "in_flight":
    case "open":
      return known === state._tag || isReceived(link, order) ? [] : reported
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

const liveOf = (link: PaymentLink, order: OrderNumber): LivePayment | undefined =>
  link.payments.find((payment) => payment.order === order)
