/**
 * What is true of every payment link and of every step it takes.
 */
import type { Instant } from "../../src/calendar/instant.ts"
import { addDays } from "../../src/calendar/local-date.ts"
import { saoPauloDate } from "../../src/calendar/sao-paulo.ts"
import { singlePayment } from "../../src/installments/installment-count.ts"
import { PaymentMethod } from "../../src/method/payment-method.ts"
import { allowedLinkCommands } from "../../src/payment-link/decide.ts"
import { isUsedUp, linkStatusOf } from "../../src/payment-link/link-status.ts"
import { duplicatesOf, linkObligationsOf } from "../../src/payment-link/obligations.ts"
import type { PaymentLink } from "../../src/payment-link/payment-link.ts"
import type { LinkCommandName } from "../../src/payment-link/refusals.ts"
import { brokenAt, brokenIn, type MachineStepLaw, type StateLaw, unless } from "../machine/law.ts"
import { stepOf } from "../machine/machine.ts"
import { exampleMethod } from "../order/example-order.ts"
import { payingOrder } from "./example-link.ts"
import { type LinkMove, type LinkStep, linkMachine } from "./live-link.ts"

/** What is true of a link at any instant of its life. */
export const linkLaws: ReadonlyArray<StateLaw<PaymentLink, Instant>> = [
  {
    name: "brevity: an order is remembered once, as live or as received",
    broken: ({ payments, flagged, paid }) => {
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
    broken: ({ flagged, paid }) =>
      unless(
        flagged.every(({ order, flag }) => paid !== null && (flag !== "duplicate" || order !== paid.order)),
        () => `first ${paid?.order}, flagged ${JSON.stringify(flagged)}`,
      ),
  },
  {
    name: "first come: no duplicate was confirmed before the payment that is kept",
    broken: ({ flagged, paid }) =>
      unless(
        flagged.every(({ at, flag }) => flag !== "duplicate" || (paid !== null && paid.at <= at)),
        () => `kept ${JSON.stringify(paid)}, flagged ${JSON.stringify(flagged)}`,
      ),
  },
  {
    name: "candor: the commands said to be allowed are those that would be accepted",
    broken: (link, at) => {
      const said = allowedLinkCommands(link, at).join(", ")
      const accepted = acceptedCommands(link, at).join(", ")
      return unless(said === accepted, () => `said: ${said || "none"}; accepted: ${accepted || "none"}`)
    },
  },
  {
    name: "way out: what is owed can be done, and is owed no longer once it is",
    broken: (link, at) => {
      const stuck = linkObligationsOf(link).filter(({ order }) => {
        const { after } = stepOf(linkMachine, link, ended(order, at))
        return linkObligationsOf(after).some((owed) => owed.order === order)
      })
      return unless(stuck.length === 0, () => stuck.map(({ order }) => order).join(", "))
    },
  },
  {
    name: "way out: the acquirer's answers and verbs of its company close every link",
    broken: (link, at) => {
      const closed = closing(link, at).reduce((current, move) => stepOf(linkMachine, current, move).after, link)
      const status = linkStatusOf(closed, saoPauloDate(at))
      return unless(status !== "open" && linkObligationsOf(closed).length === 0, () => `no way out of ${status}`)
    },
  },
]

/** What is true of every step from one link to the next. */
export const linkStepLaws: ReadonlyArray<MachineStepLaw<LinkStep>> = [
  {
    name: "acceptance: news is never refused, and a refused command changes nothing",
    broken: ({ move, refusal, changes }) =>
      unless(
        refusal === null || (move._tag !== "PaymentStands" && changes.length === 0),
        () => `${refusal?.reason} and yet recorded`,
      ),
  },
  {
    name: "silence: what was done or told before causes nothing, and is no fault",
    broken: ({ after, move, refusal }) => {
      const again = stepOf(linkMachine, after, move)
      return unless(
        refusal === null ? again.changes.length === 0 && again.refusal === null : again.refusal !== null,
        () => `the second time: ${again.refusal?.reason ?? `${again.changes.length} events`}`,
      )
    },
  },
  {
    name: "permanence: what was received and the removal stay known, and a duplicate stays one",
    broken: ({ before, after }) =>
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
    name: "numbering: the version counts the events",
    broken: ({ before, changes, after }) =>
      unless(after.version === before.version + changes.length, () => `${changes.length} events, ${after.version}`),
  },
  {
    name: "exclusiveness: a payment that starts on a link paid once is alone in flight, and comes before any confirmation",
    broken: ({ before, changes, after }) => {
      const isStart = changes.some(({ _tag }) => _tag === "PaymentStarted")
      const inFlight = after.payments.filter(({ standing }) => standing === "in_flight").length
      return unless(
        !isStart || !after.terms.expireAfterPayment || (inFlight === 1 && !isUsedUp(before)),
        () => `${inFlight} in flight, ${before.paid === null ? "unpaid" : "paid"}`,
      )
    },
  },
  {
    name: "acceptance: money that is confirmed makes the link paid, whatever it showed",
    broken: ({ move, after }) =>
      unless(
        move._tag !== "PaymentStands" || move.standing._tag !== "confirmed" || after.paid !== null,
        () => "unpaid all the same",
      ),
  },
  {
    name: "withdrawal: a link is removed unpaid, with nothing in flight and nothing open",
    broken: ({ before, after }) =>
      unless(
        before.removedAt !== null || after.removedAt === null || (before.paid === null && before.payments.length === 0),
        () => `${before.payments.length} live, ${before.paid === null ? "unpaid" : "paid"}`,
      ),
  },
]

/** The laws a link breaks, with what is wrong. */
export const brokenByLink = (link: PaymentLink, at: Instant): ReadonlyArray<string> => brokenAt(linkLaws, link, at)

/** The laws a step breaks, with what is wrong. */
export const brokenByLinkStep = (taken: LinkStep): ReadonlyArray<string> => brokenIn(linkStepLaws, taken)

/** Used by no history, and so never a repetition. */
const unusedOrder = payingOrder(999)

/** The commands of which at least one form is accepted now, and not as a repetition. */
const acceptedCommands = (link: PaymentLink, at: Instant): ReadonlyArray<LinkCommandName> => {
  const forms: ReadonlyArray<LinkMove & { readonly _tag: LinkCommandName }> = [
    { _tag: "Update", terms: { ...link.terms, title: `${link.terms.title.slice(0, 20)}!` }, at },
    { _tag: "Remove", at },
    ...PaymentMethod.literals.map((method) => ({
      _tag: "StartPayment" as const,
      order: unusedOrder,
      method: exampleMethod(method),
      at,
    })),
  ]
  return [
    ...new Set(forms.filter((form) => stepOf(linkMachine, link, form).changes.length > 0).map(({ _tag }) => _tag)),
  ]
}

const ended = (order: PaymentLink["payments"][number]["order"], at: Instant): LinkMove => ({
  _tag: "PaymentStands",
  order,
  standing: { _tag: "ended" },
  at,
})

/** Whatever is live comes to nothing; then the link is removed or, where it was paid before, ends yesterday. */
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
