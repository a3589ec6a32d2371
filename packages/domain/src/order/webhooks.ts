/**
 * The webhooks that a committed change of an order sends. They depend only on the change, whatever code path made it.
 */
import * as Schema from "effect/Schema"
import type { Verdict } from "./attempt.ts"
import type { OrderEvent } from "./commands-and-events.ts"
import { type AttemptFact, refundState } from "./facts.ts"
import { ledgerOf } from "./ledger.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { capturedOf, isConfirmed, isRefundedInFull, statusOf } from "./status-rules.ts"

/** The events sent to companies. */
export const WebhookKind = Schema.Literals([
  "waiting_payment",
  "paid",
  "unpaid",
  "canceled",
  "partial_refund",
  "refund",
  "chargeback",
  "abandoned",
])
/** The events sent to companies. */
export type WebhookKind = typeof WebhookKind.Type

interface WebhookRule {
  readonly kind: WebhookKind
  /** True if the kind is sent only to companies that choose it. */
  readonly isOptIn?: true
  /** The rule in words, for the reference page. */
  readonly fires: string
  readonly howOften: string
  /** How many webhooks of this kind the change sends. */
  readonly times: (before: Order, event: OrderEvent, after: Order) => number
  /** True if one might expect a webhook for such an event. */
  readonly concerns: (event: OrderEvent) => boolean
  /** Why such an event sent none. */
  readonly hindrance: (before: Order, after: Order) => string
}

const once = (holds: boolean): number => (holds ? 1 : 0)

const entered = (status: OrderStatus, before: Order, after: Order): boolean =>
  statusOf(after) === status && statusOf(before) !== status

/** Why entering a status sent no webhook. */
const notEntered =
  (status: OrderStatus) =>
  (before: Order, after: Order): string => {
    if (statusOf(after) !== status) return `the order shows \`${statusOf(after)}\``
    return statusOf(before) === status
      ? `the order showed \`${status}\` before`
      : `it came from \`${statusOf(before)}\``
  }

const reports =
  (...facts: ReadonlyArray<AttemptFact>) =>
  (event: OrderEvent): boolean =>
    event._tag === "AttemptReported" && facts.includes(event.fact)

const resolves =
  (verdict: Verdict) =>
  (event: OrderEvent): boolean =>
    event._tag === "AttemptResolved" && event.verdict === verdict

const isAnnounced = "it was announced before"
const isParked = "no payment is recorded yet: it waits for one"

const casesTaken = (order: Order): number =>
  isConfirmed(order) ? order.cases.filter(({ facts }) => facts.includes("taken") || facts.includes("lost")).length : 0

const beforeWaiting: ReadonlySet<OrderStatus> = new Set(["created", "pending", "unpaid"])

/** Refunds of received money. A refund that is reported before the payment waits for it. */
const refundsMade = (order: Order): number =>
  order.refunds.length > 0 && capturedOf(order) > 0
    ? order.refunds.filter(({ amount, facts }) => amount > 0 && refundState(facts) === "settled").length
    : 0

/** True if a change made the refunds reach the captured amount. */
const completesRefund = (before: Order, after: Order): boolean => !isRefundedInFull(before) && isRefundedInFull(after)

/** The rules for webhooks. If one change sends several, they are sent in this order. */
export const webhookRules: ReadonlyArray<WebhookRule> = [
  {
    kind: "waiting_payment",
    fires: "a Pix or slip is issued and takes the order from `created`, `pending` or `unpaid` to `waiting_payment`",
    howOften: "per instrument",
    times: (before, event, after) =>
      once(
        event._tag === "AttemptReported" &&
          event.fact === "open" &&
          entered("waiting_payment", before, after) &&
          beforeWaiting.has(statusOf(before)),
      ),
    concerns: reports("open"),
    hindrance: notEntered("waiting_payment"),
  },
  {
    kind: "paid",
    fires: "the first attempt is confirmed, whatever the order's status then is",
    howOften: "at most once per order: receivers ship on it",
    times: (before, _, after) => once(!isConfirmed(before) && isConfirmed(after)),
    concerns: (event) => reports("confirmed")(event) || resolves("paid")(event),
    hindrance: () => isAnnounced,
  },
  {
    kind: "unpaid",
    fires: "the order enters `unpaid` (refused, rejected, expired)",
    howOften: "every time",
    times: (before, _, after) => once(entered("unpaid", before, after)),
    concerns: (event) => reports("rejected", "refused", "expired", "voided")(event) || resolves("unpaid")(event),
    hindrance: notEntered("unpaid"),
  },
  {
    kind: "canceled",
    fires: "the order enters `canceled`",
    howOften: "once",
    times: (before, _, after) => once(entered("canceled", before, after)),
    concerns: ({ _tag }) => _tag === "OrderCanceled",
    hindrance: notEntered("canceled"),
  },
  {
    kind: "partial_refund",
    isOptIn: true,
    fires: "a refund settles and part of the captured amount remains",
    howOften:
      "once for each refund, except the one that completes the total; only if the webhook's `events` include it",
    times: (before, _, after) =>
      Math.max(0, refundsMade(after) - refundsMade(before) - once(completesRefund(before, after))),
    concerns: (event) => event._tag === "RefundReported" && event.fact === "settled",
    hindrance: (before, after) => {
      if (capturedOf(after) === 0) return isParked
      return completesRefund(before, after)
        ? "it completes the total: `refund` reports it"
        : `${isAnnounced}, or refunded nothing`
    },
  },
  {
    kind: "refund",
    fires: "settled refunds first reach the captured amount",
    howOften: "once",
    times: (before, _, after) => once(!before.wasRefunded && after.wasRefunded),
    concerns: (event) => event._tag === "RefundReported" && event.fact === "settled",
    hindrance: (before, after) => {
      if (before.wasRefunded) return isAnnounced
      const { captured, refunded } = ledgerOf(after)
      return captured === 0 ? isParked : `${refunded} of ${captured} centavos were refunded`
    },
  },
  {
    kind: "chargeback",
    fires: "a case is first taken or lost",
    howOften: "once per case",
    times: (before, _, after) => casesTaken(after) - casesTaken(before),
    concerns: (event) => event._tag === "CaseReported" && (event.fact === "taken" || event.fact === "lost"),
    hindrance: (_, after) => (isConfirmed(after) ? isAnnounced : isParked),
  },
  {
    kind: "abandoned",
    fires: "the order was `created` for 30 minutes with a contact and no attempt",
    howOften: "once; the status stays `created`",
    times: (before, event) => once(event._tag === "OrderAbandoned" && before.abandonedAt === null),
    concerns: ({ _tag }) => _tag === "OrderAbandoned",
    hindrance: () => isAnnounced,
  },
]

/** The kinds that are sent to a company that chooses none. */
export const defaultWebhookKinds: ReadonlyArray<WebhookKind> = webhookRules.flatMap(({ isOptIn, kind }) =>
  isOptIn === true ? [] : kind,
)

/** True if a kind is sent to a company that chooses none. */
export const isDefaultWebhookKind = (kind: WebhookKind): boolean => defaultWebhookKinds.includes(kind)

/** The webhooks of one change. A change that keeps the status sends no webhook about the status. */
export const webhooksOf = (before: Order, event: OrderEvent, after: Order): ReadonlyArray<WebhookKind> => {
  const kinds: Array<WebhookKind> = []
  for (const { kind, times } of webhookRules) {
    for (let due = times(before, event, after); due > 0; due -= 1) kinds.push(kind)
  }
  return kinds
}
