/**
 * What an acquirer reports of a charge by itself: later, more than once, and in any order.
 */
import type { Instant } from "../calendar/instant.ts"
import type { AttemptId } from "../identifiers/order.ts"
import type { OrderReport } from "./commands-and-events.ts"

/** A report without its place in the order and its time: recording adds them. */
export type AcquirerReport = WithoutPlace<Exclude<OrderReport, { readonly _tag: "AbandonTimer" | "DuplicatePayment" }>>
type WithoutPlace<Report> = Report extends OrderReport ? Omit<Report, "attempt" | "at"> : never

/**
 * The report of the acquirer as the order records it.
 *
 * A refund that it says was requested is on its way there. `requested` is recorded of our own refunds alone, which are asked for again until
 * they are answered: a refund that the acquirer makes by itself would be made twice.
 *
 * @param attempt - position in the order of the attempt whose charge it is about
 */
export const orderReportFrom = (report: AcquirerReport, attempt: AttemptId, at: Instant): OrderReport => ({
  ...(report._tag === "RefundUpdate" && report.fact === "requested" ? { ...report, fact: "processing" } : report),
  attempt,
  at,
})
