/** Finds the order of an acquirer's report. */
import { instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import { type AcquirerReport, type OrderReport, orderReportFrom } from "@vintem/domain/order"
import {
  type CompanyRepository,
  OrderRepository,
  type StorageUnavailable,
  type StoredOrder,
} from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { judgedNotification } from "../../charging/judge-instrument.ts"
import { companyOfName } from "../../names/company-of-name.ts"

/** An order, with reports about it. */
export interface ReportedOrder {
  readonly stored: StoredOrder
  readonly reports: ReadonlyArray<OrderReport>
}

/**
 * The order that was charged under a key, and the acquirer's reports of the charge as reports of the order. Their time
 * is that of recording, because the acquirer's clock is not ours. Instruments are checked: reports contain no wrong
 * one.
 *
 * @returns none if no order was ever charged under that key
 */
export const reportedOrder = Effect.fnUntraced(function* (
  key: AttemptKey,
  reports: ReadonlyArray<AcquirerReport>,
): Effect.fn.Return<Option.Option<ReportedOrder>, StorageUnavailable, CompanyRepository | OrderRepository> {
  const { findByAttempt } = yield* OrderRepository
  const company = yield* companyOfName(key)
  if (Option.isNone(company)) return Option.none()
  const stored = Option.getOrNull(yield* findByAttempt(company.value.id, key))
  const attempt = stored?.order.attempts.find((one) => one.key === key)
  if (stored === null || attempt === undefined) return Option.none()
  const at = instant(yield* Clock.currentTimeMillis)
  const judged = yield* Effect.forEach(reports, (one) =>
    judgedNotification(attempt, orderReportFrom(one, attempt.id, at)),
  )
  return Option.some({ stored, reports: judged.flat() })
})
