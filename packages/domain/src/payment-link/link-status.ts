/**
 * Which status a link shows: the first rule that holds. None is stored, for with the days it changes by itself.
 */
import * as Schema from "effect/Schema"
import { isAfter, type LocalDate } from "../calendar/local-date.ts"
import type { PaymentLink } from "./payment-link.ts"

export const LinkStatus = Schema.Literals(["open", "paid", "expired", "removed"])
export type LinkStatus = typeof LinkStatus.Type

/** The part of a link its status depends on. */
export type LinkFacts = Pick<PaymentLink, "paid" | "removedAt"> & {
  readonly terms: Pick<PaymentLink["terms"], "expireAfterPayment" | "expiredAt">
}

interface StatusRule {
  readonly status: LinkStatus
  /** The rule in words, for the reference page. */
  readonly because: string
  readonly when: (link: LinkFacts, today: LocalDate) => boolean
}

/** Whether the link has had the one payment it was for. */
export const isUsedUp = ({ terms, paid }: LinkFacts): boolean => terms.expireAfterPayment && paid !== null

/** Whether a day is after the link's last. */
export const isPastExpiry = ({ terms }: LinkFacts, day: LocalDate): boolean =>
  terms.expiredAt !== null && isAfter(day, terms.expiredAt)

/** The machine: the first rule that holds decides. */
export const linkRules: ReadonlyArray<StatusRule> = [
  { status: "removed", because: "the company removed it", when: ({ removedAt }) => removedAt !== null },
  { status: "paid", because: "it is paid once, and a payment is confirmed", when: isUsedUp },
  { status: "expired", because: "its last day is over in São Paulo", when: isPastExpiry },
  { status: "open", because: "nothing closed it", when: () => true },
]

/** @param today - in São Paulo */
export const linkStatusOf = (link: LinkFacts, today: LocalDate): LinkStatus =>
  linkRules.find((rule) => rule.when(link, today))?.status ?? "open"
