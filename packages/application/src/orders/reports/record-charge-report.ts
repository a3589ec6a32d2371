/** Records unrequested reports of a charge. */
import type { AttemptKey } from "@vintem/domain/identifiers"
import type { AcquirerReport } from "@vintem/domain/order"
import type { StorageUnavailable, StoredOrder } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { SaveConflict } from "../../reactions/consequence.ts"
import type { SaveNeeds } from "../../reactions/save-changes.ts"
import { recordReports } from "./record-reports.ts"
import { reportedOrder } from "./reported-order.ts"

/**
 * Facts are a set: a repeated report changes nothing, and reports may arrive in any order.
 *
 * @returns the order afterwards; none if no order was ever charged under that key
 */
export const recordChargeReport = Effect.fn("recordChargeReport")(function* (
  key: AttemptKey,
  reports: ReadonlyArray<AcquirerReport>,
): Effect.fn.Return<Option.Option<StoredOrder>, SaveConflict | StorageUnavailable, SaveNeeds> {
  const found = yield* reportedOrder(key, reports)
  if (Option.isNone(found)) return Option.none()
  const { company, number } = found.value.stored.order.details
  return yield* recordReports(company, number, found.value.reports)
})
