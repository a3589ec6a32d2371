/**
 * What there is to record of a report: of the acquirer, of a timer, of a payment link. A report is never refused.
 */
import type { OrderReport } from "./commands.ts"
import type { OrderChange } from "./events.ts"
import { isSameKnowledge, merge } from "./merge.ts"
import type { Order } from "./order.ts"
import { statusOf } from "./status-rules.ts"

/** Time an order with a contact may stay unattempted before it counts as abandoned. */
export const abandonAfterMillis = 30 * 60_000

/**
 * Nothing if all of the report is known, or if the order has no such attempt; an event otherwise, whatever the status. Whether something
 * is known follows from the merge table that `evolve` applies: so reports lead to the same order whichever comes first.
 */
export const recordOrderReport = (order: Order, told: OrderReport): ReadonlyArray<OrderChange> => {
  switch (told._tag) {
    case "AttemptUpdate": {
      const { attempt, fact, report, at } = told
      const known = order.attempts.find(({ id }) => id === attempt)
      if (known === undefined || isSameKnowledge(known, merge.attempt(known, told))) return []
      return [{ _tag: "AttemptReported", attempt, fact, report, at }]
    }
    case "RefundUpdate": {
      const { refund, attempt, amount, fact, report, at } = told
      const known = order.refunds.find(({ key }) => key === refund)
      if (known !== undefined && isSameKnowledge(known, merge.refund(known, told))) return []
      const event = { _tag: "RefundReported", refund, attempt, amount, fact, at } as const
      return [report === undefined ? event : { ...event, report }]
    }
    case "CaseUpdate": {
      const { case: key, attempt, amount, fact, at } = told
      const known = order.cases.find((one) => one.key === key)
      if (known !== undefined && isSameKnowledge(known, merge.case(known, told))) return []
      return [{ _tag: "CaseReported", case: key, attempt, amount, fact, at }]
    }
    case "AbandonTimer": {
      const isDue = told.at >= order.details.placedAt + abandonAfterMillis
      const isAbandoned = isDue && statusOf(order) === "created" && order.abandonedAt === null
      return isAbandoned ? [{ _tag: "OrderAbandoned", at: told.at }] : []
    }
    case "DuplicatePayment":
      return order.duplicateAt === undefined ? [{ _tag: "DuplicateFound", of: told.of, at: told.at }] : []
  }
}
