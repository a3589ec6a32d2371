/**
 * Which notifications a committed change of an order sends. They follow from the change alone, whichever code path made it.
 */
import * as Schema from "effect/Schema"
import type { OrderEvent } from "./events.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { isConfirmed, statusOf } from "./status-rules.ts"

export const WebhookKind = Schema.Literals([
  "waiting_payment",
  "paid",
  "unpaid",
  "canceled",
  "refund",
  "chargeback",
  "abandoned",
])
export type WebhookKind = typeof WebhookKind.Type

interface WebhookRule {
  readonly kind: WebhookKind
  /** The rule in words, for the reference page. */
  readonly fires: string
  readonly howOften: string
  /** How many such notifications the change sends. */
  readonly times: (before: Order, event: OrderEvent, after: Order) => number
}

const once = (holds: boolean): number => (holds ? 1 : 0)

const entered = (status: OrderStatus, before: Order, after: Order): boolean =>
  statusOf(after) === status && statusOf(before) !== status

const casesTaken = (order: Order): number =>
  isConfirmed(order) ? order.cases.filter(({ facts }) => facts.includes("taken") || facts.includes("lost")).length : 0

const beforeWaiting: ReadonlySet<OrderStatus> = new Set(["created", "pending", "unpaid"])

/** The map from changes to notifications, in the order in which several of one change are sent. */
export const webhookRules: ReadonlyArray<WebhookRule> = [
  {
    kind: "waiting_payment",
    fires: "an instrument is issued, entering `waiting_payment` from `created`, `pending` or `unpaid`",
    howOften: "per instrument",
    times: (before, event, after) =>
      once(
        event._tag === "AttemptReported" &&
          event.fact === "open" &&
          entered("waiting_payment", before, after) &&
          beforeWaiting.has(statusOf(before)),
      ),
  },
  {
    kind: "paid",
    fires: "the first confirmed attempt, whatever status then shows",
    howOften: "at most once per order: receivers ship on it",
    times: (before, _, after) => once(!isConfirmed(before) && isConfirmed(after)),
  },
  {
    kind: "unpaid",
    fires: "entry to `unpaid` (refused, rejected, expired)",
    howOften: "each",
    times: (before, _, after) => once(entered("unpaid", before, after)),
  },
  {
    kind: "canceled",
    fires: "entry to `canceled`",
    howOften: "once",
    times: (before, _, after) => once(entered("canceled", before, after)),
  },
  {
    kind: "refund",
    fires: "the first time settled refunds reach what was captured",
    howOften: "once",
    times: (before, _, after) => once(!before.wasRefunded && after.wasRefunded),
  },
  {
    kind: "chargeback",
    fires: "the first time a case is taken or lost",
    howOften: "once per case",
    times: (before, _, after) => casesTaken(after) - casesTaken(before),
  },
  {
    kind: "abandoned",
    fires: "30 minutes `created` with a contact and no attempt",
    howOften: "once; the status stays `created`",
    times: (before, event) => once(event._tag === "OrderAbandoned" && before.abandonedAt === null),
  },
]

/** The notifications one change sends. Entering the status one is already in sends none. */
export const webhooksOf = (before: Order, event: OrderEvent, after: Order): ReadonlyArray<WebhookKind> =>
  webhookRules.flatMap((rule) => Array.from({ length: rule.times(before, event, after) }, () => rule.kind))
