/**
 * What can be asked of a link, when it is refused, and what it causes.
 */
import * as Equal from "effect/Equal"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { CommandRules } from "../machine/machine.ts"
import { installmentCountOf } from "../method/method.ts"
import { forgettingFor, liveOf } from "./evolve.ts"
import { isPastExpiry, isUsedUp } from "./link-status.ts"
import type { LinkTypes } from "./machine.ts"
import type { PaymentLink } from "./payment-link.ts"

const isRemoved = ({ removedAt }: PaymentLink): boolean => removedAt !== null

const hasPaymentInFlight = ({ payments }: PaymentLink): boolean => payments.some(({ state }) => state === "in_flight")

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
    isRepetition: (link, { order }) => order !== undefined && liveOf(link, order)?.state === "in_flight",
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
    effects: (link, { order, method, at }) => [
      { _tag: "PaymentStarted", order, method, ...forgettingFor(link, order), at },
    ],
  },
}
