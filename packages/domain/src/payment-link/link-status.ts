/**
 * The status of a link: the first rule that holds decides. Statuses are not stored, because they change as days pass.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { isAfter, type LocalDate } from "../calendar/local-date.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import { type StatusRules, statusBy } from "../machine/machine.ts"
import type { PaymentLink } from "./payment-link.ts"

export const LinkStatus = Schema.Literals(["open", "paid", "expired", "removed"])
export type LinkStatus = typeof LinkStatus.Type

/** The part of a link its status depends on. */
export type LinkStanding = Pick<PaymentLink, "paid" | "removedAt"> & {
  readonly terms: Pick<PaymentLink["terms"], "expireAfterPayment" | "expiredAt">
}

/** Whether the link has had the one payment it was for. */
export const isUsedUp = ({ terms, paid }: LinkStanding): boolean => terms.expireAfterPayment && paid !== null

/** Whether a day is after the link's last. */
export const isPastExpiry = ({ terms }: LinkStanding, day: LocalDate): boolean =>
  terms.expiredAt !== null && isAfter(day, terms.expiredAt)

/** The first rule that holds decides. */
export const linkStatuses: StatusRules<LinkStanding, LinkStatus, Instant> = [
  { status: "removed", because: "the company deleted it", when: ({ removedAt }) => removedAt !== null },
  { status: "paid", because: "it is paid once, and a payment is confirmed", when: isUsedUp },
  {
    status: "expired",
    because: "its last day has passed in São Paulo",
    when: (link, at) => isPastExpiry(link, saoPauloDate(at)),
  },
  { status: "open", because: "nothing closed it", when: () => true },
]

/** The status of a link at an instant: derived, never stored. */
export const linkStatusOf = (link: LinkStanding, at: Instant): LinkStatus => statusBy(linkStatuses, link, at)
