/**
 * Records reports of a charge that the service did not ask for.
 */
import { instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import { type AcquirerReport, orderReportFrom } from "@vintem/domain/order"
import { OrderRepository, type StorageUnavailable, type StoredOrder, type UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import type { SaveConflict, SaveNeeds } from "../reactions/save-changes.ts"
import { recordReports } from "./record-reports.ts"

/**
 * Facts are a set: a repeated report changes nothing, and reports may arrive in any order. Their time is that of the recording, as the
 * acquirer's clock is not ours.
 *
 * @returns the order afterwards; none where no order was ever charged under that key
 */
export const recordChargeReport = Effect.fn("recordChargeReport")(function* (
  key: AttemptKey,
  reports: ReadonlyArray<AcquirerReport>,
): Effect.fn.Return<Option.Option<StoredOrder>, SaveConflict | StorageUnavailable, SaveNeeds | UnitOfWork> {
  const { findByAttempt } = yield* OrderRepository
  const stored = yield* findByAttempt(key)
  if (Option.isNone(stored)) return Option.none()
  const { details, attempts } = stored.value.order
  const attempt = attempts.find((one) => one.key === key)
  if (attempt === undefined) return Option.none()
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* recordReports(
    details.company,
    details.number,
    reports.map((one) => orderReportFrom(one, attempt.id, at)),
  )
})
