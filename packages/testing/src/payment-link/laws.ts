/** Laws of every payment link and of every step it takes. */

import { addDays, type Instant, saoPauloDate } from "@vintem/domain/calendar"
import { singlePayment } from "@vintem/domain/installments"
import {
  duplicatesOf,
  isUsedUp,
  linkMachine,
  linkObligationsOf,
  linkStatusOf,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import { type StateLaw, type StepLaw, unless } from "../machine/laws.ts"
import { stepOf } from "../machine/step.ts"
import type { LinkMove, LinkStep } from "./tested-link.ts"

/** Laws of a link at any instant of its life. */
export const linkLaws: ReadonlyArray<StateLaw<PaymentLink>> = [
  {
    name: "brevity: an order is remembered once, as live or as received",
    violation: ({ payments, flagged, paid }) => {
      const received = [...new Set([...flagged.map(({ order }) => order), ...(paid === null ? [] : [paid.order])])]
      const live = payments.map(({ order }) => order)
      return unless(
        new Set(live).size === live.length && new Set(flagged.map(({ order }) => order)).size === flagged.length,
        () => `live: ${live.join(", ")}; received: ${received.join(", ")}`,
      )
    },
  },
  {
    name: "memory: where some payment is flagged, the first is known, and is no duplicate",
    violation: ({ flagged, paid }) =>
      unless(
        flagged.every(({ order, flag }) => paid !== null && (flag !== "duplicate" || order !== paid.order)),
        () => `first ${paid?.order}, flagged ${JSON.stringify(flagged)}`,
      ),
  },
  {
    name: "first come: no duplicate was confirmed before the payment that is kept",
    violation: ({ flagged, paid }) =>
      unless(
        flagged.every(({ at, flag }) => flag !== "duplicate" || (paid !== null && paid.at <= at)),
        () => `kept ${JSON.stringify(paid)}, flagged ${JSON.stringify(flagged)}`,
      ),
  },
  {
    name: "withdrawal: once a link takes no more money, each Pix or slip that is open is to be withdrawn, and none before",
    violation: (link) => {
      const isClosed = link.removedAt !== null || (link.terms.expireAfterPayment && link.paid !== null)
      const open = link.payments.filter(({ state }) => state === "open").map(({ order }) => order)
      const owed = linkObligationsOf(link).map(({ order }) => order)
      return unless(
        owed.toSorted().join() === (isClosed ? open.toSorted().join() : ""),
        () => `open: ${open.join(", ") || "none"}; owed: ${owed.join(", ") || "none"}`,
      )
    },
  },
  {
    name: "way out: what is owed can be done, and is owed no longer once it is",
    violation: (link, at) => {
      const stuck = linkObligationsOf(link).filter(({ order }) => {
        const { after } = stepOf(linkMachine, link, ended(order, at))
        return linkObligationsOf(after).some((owed) => owed.order === order)
      })
      return unless(stuck.length === 0, () => stuck.map(({ order }) => order).join(", "))
    },
  },
  {
    name: "way out: the acquirer's answers and verbs of its company close every link",
    violation: (link, at) => {
      const closed = closing(link, at).reduce((current, move) => stepOf(linkMachine, current, move).after, link)
      const status = linkStatusOf(closed, at)
      return unless(status !== "open" && linkObligationsOf(closed).length === 0, () => `no way out of ${status}`)
    },
  },
]

/** Laws of every step from one link to the next. */
export const linkStepLaws: ReadonlyArray<StepLaw<LinkStep>> = [
  {
    name: "permanence: what was received and the removal stay known, and a duplicate stays one",
    violation: ({ before, after }) =>
      unless(
        (before.removedAt === null || after.removedAt === before.removedAt) &&
          before.flagged.every(
            (one) =>
              after.flagged.includes(one) ||
              (one.flag !== "duplicate" && duplicatesOf(after).some((order) => order === one.order)),
          ) &&
          (before.paid === null ||
            after.paid === before.paid ||
            duplicatesOf(after).some((order) => order === before.paid?.order)),
        () => "something was forgotten",
      ),
  },
  {
    name: "exclusiveness: a payment that starts on a link paid once is alone in flight, and comes before any confirmation",
    violation: ({ before, changes, after }) => {
      const isStart = changes.some(({ _tag }) => _tag === "PaymentStarted")
      const inFlight = after.payments.filter(({ state }) => state === "in_flight").length
      return unless(
        !isStart || !after.terms.expireAfterPayment || (inFlight === 1 && !isUsedUp(before)),
        () => `${inFlight} in flight, ${before.paid === null ? "unpaid" : "paid"}`,
      )
    },
  },
  {
    name: "acceptance: money that is confirmed makes the link paid, whatever it showed",
    violation: ({ move, after }) =>
      unless(
        move._tag !== "PaymentUpdate" || move.state._tag !== "confirmed" || after.paid !== null,
        () => "unpaid all the same",
      ),
  },
  {
    name: "withdrawal: a link is removed unpaid, with nothing in flight and nothing open",
    violation: ({ before, after }) =>
      unless(
        before.removedAt !== null || after.removedAt === null || (before.paid === null && before.payments.length === 0),
        () => `${before.payments.length} live, ${before.paid === null ? "unpaid" : "paid"}`,
      ),
  },
]

const ended = (order: PaymentLink["payments"][number]["order"], at: Instant): LinkMove => ({
  _tag: "PaymentUpdate",
  order,
  state: { _tag: "ended" },
  at,
})

/** All live payments end without money; then the link is removed or, if it was paid before, ends yesterday. */
const closing = (link: PaymentLink, at: Instant): ReadonlyArray<LinkMove> => [
  ...link.payments.map(({ order }) => ended(order, at)),
  link.paid === null && link.removedAt === null
    ? { _tag: "Remove", at }
    : {
        _tag: "Update",
        terms: { ...link.terms, expiredAt: addDays(saoPauloDate(at), -1), installments: singlePayment },
        at,
      },
]
