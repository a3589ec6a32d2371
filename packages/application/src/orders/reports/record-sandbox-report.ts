/**
 * Records a report that a user caused at the simulated acquirer, with that user.
 *
 * @see docs/decisions/access.md#0295
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import { type AcquirerReport, statusOf } from "@vintem/domain/order"
import { type StorageUnavailable, type StoredOrder, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { SaveConflict } from "../../reactions/consequence.ts"
import { type SaveNeeds, saveChanges } from "../../reactions/save-changes.ts"
import { recordInCompany } from "../../trail/record-change.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { applyReports } from "./record-reports.ts"
import { reportedOrder } from "./reported-order.ts"

/** The sandbox's word for a report, and the acquirer's report. */
export interface SandboxReport {
  readonly key: AttemptKey
  readonly kind: string
  readonly reports: ReadonlyArray<AcquirerReport>
}

/**
 * A repeated report changes nothing, and has no entry.
 *
 * @returns the order afterwards; none if no order was ever charged under that key
 */
export const recordSandboxReport = Effect.fn("recordSandboxReport")(function* (
  report: SandboxReport,
): Effect.fn.Return<Option.Option<StoredOrder>, SaveConflict | StorageUnavailable, SaveNeeds> {
  const { commit } = yield* UnitOfWork
  return yield* commit(recorded(report))
}, againOnConflict)

const recorded = Effect.fnUntraced(function* ({ key, kind, reports }: SandboxReport) {
  const found = yield* reportedOrder(key, reports)
  if (Option.isNone(found)) return Option.none()
  const { stored } = found.value
  const { order } = stored
  const steps = applyReports(order, found.value.reports)
  const after = yield* saveChanges(steps)
  if (steps.events.length > 0) {
    yield* recordInCompany(order.details.company, {
      action: "sandbox.report",
      subject: order.details.number,
      before: { kind: null, status: statusOf(order) },
      after: { kind, status: statusOf(after) },
    })
  }
  return Option.some({ ...stored, order: after })
})
