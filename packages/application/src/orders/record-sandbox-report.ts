/**
 * Records what somebody had the simulated acquirer report of a charge, and who that was.
 *
 * @see docs/decisions/access.md#0295
 */
import { instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import { type AcquirerReport, orderReportFrom, statusOf } from "@vintem/domain/order"
import { OrderRepository, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import { saveChanges } from "../reactions/save-changes.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { applyReports } from "./record-reports.ts"

/** What was to be reported, in the sandbox's word, and what the acquirer says of it. */
export interface SandboxReport {
  readonly key: AttemptKey
  readonly kind: string
  readonly reports: ReadonlyArray<AcquirerReport>
}

/**
 * A repeated report changes nothing, and has no entry.
 *
 * @returns the order afterwards; none where no order was ever charged under that key
 */
export const recordSandboxReport = Effect.fn("recordSandboxReport")(function* (report: SandboxReport) {
  const { commit } = yield* UnitOfWork
  return yield* commit(recorded(report))
}, againOnConflict)

const recorded = Effect.fnUntraced(function* ({ key, kind, reports }: SandboxReport) {
  const { findByAttempt } = yield* OrderRepository
  const stored = yield* findByAttempt(key)
  if (Option.isNone(stored)) return Option.none()
  const { order } = stored.value
  const attempt = order.attempts.find((one) => one.key === key)
  if (attempt === undefined) return Option.none()
  const at = instant(yield* Clock.currentTimeMillis)
  const steps = applyReports(
    order,
    reports.map((one) => orderReportFrom(one, attempt.id, at)),
  )
  const after = yield* saveChanges(steps)
  if (steps.events.length > 0) {
    yield* recordInCompany(order.details.company, {
      action: "sandbox.report",
      subject: order.details.number,
      before: { kind: null, status: statusOf(order) },
      after: { kind, status: statusOf(after) },
    })
  }
  return Option.some({ ...stored.value, order: after })
})
