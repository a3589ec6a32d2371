/**
 * A second implementation of a link's status, separate from the first on purpose: it reads the log and asks simple
 * questions about it.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import type { LinkEvent, LinkStatus } from "@vintem/domain/payment-link"

/** The status of a log, found in another way than the machine does. */
export const recountedLinkStatus = (log: ReadonlyArray<LinkEvent>, today: LocalDate): LinkStatus => {
  if (log.some(({ _tag }) => _tag === "LinkRemoved")) return "removed"
  const terms = log.flatMap((event) =>
    event._tag === "LinkCreated" || event._tag === "LinkUpdated" ? [event.terms] : [],
  )
  const { expireAfterPayment = false, expiredAt = null } = terms.at(-1) ?? {}
  const isConfirmed = log.some((event) => event._tag === "PaymentReported" && event.state._tag === "confirmed")
  if (isConfirmed && expireAfterPayment) return "paid"
  return expiredAt !== null && today > expiredAt ? "expired" : "open"
}
