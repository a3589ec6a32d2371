/** Runs one job of an order: asks the acquirer, then records its reports and the outcome of the job in one commit. */
import { instant } from "@vintem/domain/calendar"
import type { OrderRefused } from "@vintem/domain/order"
import type { Acquirer, StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../../queue/own-job.ts"
import type { OrderWork } from "../../queue/work.ts"
import { queueObligations } from "../../reactions/jobs.ts"
import type { SaveConflict, SaveNeeds } from "../../reactions/save-changes.ts"
import type { NoSuchOrder } from "../commands/order-command-request.ts"
import { recordCommandInUnit } from "../commands/record-command.ts"
import { recordReportsInUnit } from "../reports/record-reports.ts"
import { type OrderJobResult, orderJobResult } from "./order-job-result.ts"

/** Fails if a commit does, also with `OrderRefused`: the queue runs the job again. */
export const runOrderJob = Effect.fnUntraced(function* (
  own: OwnJob,
  work: OrderWork,
): Effect.fn.Return<
  void,
  NoSuchOrder | OrderRefused | SaveConflict | StorageUnavailable,
  Acquirer | SaveNeeds | UnitOfWork
> {
  const result = yield* orderJobResult(work)
  const unit = Effect.gen(function* () {
    // Settled first: recording the outcome withdraws jobs that are no longer needed, including this one.
    yield* settleJob(own, result.jobOutcome)
    yield* recordResult(work, result)
    // Since the order was read, the obligation may have arisen again. It added no job, because this one had its name.
    // So the obligations are queued now that this job is gone. Those of the order's link are queued with every record.
    if (result.jobOutcome._tag === "Done" && isObligation(work)) {
      yield* queueObligations(work.company, work.order, instant(yield* Clock.currentTimeMillis))
    }
  })
  yield* commitOwn(unit)
})

const isObligation = ({ _tag }: OrderWork): boolean => _tag === "RefundDuplicate" || _tag === "VoidAttempt"

/** Part of a unit. Fails if the order refuses the command: it has changed since the command was decided, and the job runs again. */
const recordResult = Effect.fnUntraced(function* ({ company, order }: OrderWork, { reports, command }: OrderJobResult) {
  if (command === undefined) {
    yield* recordReportsInUnit(company, order, reports)
    return
  }
  const { refusal } = yield* recordCommandInUnit(company, order, command, reports)
  if (refusal !== null) return yield* refusal
})
