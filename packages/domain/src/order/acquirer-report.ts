/** An acquirer's own report about a charge: it may come late, more than once, and in any order. */
import type { Instant } from "../calendar/instant.ts"
import type { AttemptId } from "../identifiers/order.ts"
import type { OrderReport } from "./commands-and-events.ts"

/** A report without its attempt and its time: recording adds them. */
export type AcquirerReport = WithoutPlace<Exclude<OrderReport, { readonly _tag: "AbandonTimer" | "DuplicatePayment" }>>
type WithoutPlace<Report> = Report extends OrderReport ? Omit<Report, "attempt" | "at"> : never

/**
 * The acquirer's report as the order records it.
 *
 * A refund that the acquirer reports as requested is on its way there. `requested` is recorded for our own refunds
 * only, because they are requested again until the acquirer answers: a refund that the acquirer makes by itself would
 * be made twice.
 *
 * @param attempt - the number of the attempt whose charge the report is about
 */
export const orderReportFrom = (report: AcquirerReport, attempt: AttemptId, at: Instant): OrderReport => ({
  ...(report._tag === "RefundUpdate" && report.fact === "requested" ? { ...report, fact: "processing" } : report),
  attempt,
  at,
})
