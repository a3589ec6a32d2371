/** Runs one job of an order: asks the acquirer, then records its reports and the outcome of the job in one commit. */
import { instant } from "@vintem/domain/calendar"
import type { OrderRefused } from "@vintem/domain/order"
import { type Acquirer, OrderRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { type OwnJob, settlingWrite, whileOwn } from "../../queue/own-job.ts"
import type { OrderWork } from "../../queue/work.ts"
import type { SaveConflict } from "../../reactions/consequence.ts"
import { jobsOfObligations } from "../../reactions/jobs.ts"
import { consequencesOf, type SaveNeeds } from "../../reactions/save-changes.ts"
import { commitWrites } from "../../units/commit-writes.ts"
import { commandSteps } from "../commands/record-command.ts"
import { applyReports } from "../reports/record-reports.ts"
import { type OrderJobResult, orderJobResult } from "./order-job-result.ts"

/** Fails if a commit does, also with `OrderRefused`: the queue runs the job again. */
export const runOrderJob = Effect.fnUntraced(function* (
  own: OwnJob,
  work: OrderWork,
): Effect.fn.Return<void, OrderRefused | SaveConflict | StorageUnavailable, Acquirer | SaveNeeds> {
  const result = yield* orderJobResult(work)
  yield* whileOwn(recorded(own, work, result))
})

/** Records what the acquirer reported, what was decided on it, and the end of the job. */
const recorded = Effect.fnUntraced(function* (
  own: OwnJob,
  work: OrderWork,
  { command, jobOutcome, reports }: OrderJobResult,
) {
  const orders = yield* OrderRepository
  const at = instant(yield* Clock.currentTimeMillis)
  // Settled first: recording the outcome withdraws jobs that are no longer needed, this job among them.
  const settling = settlingWrite(own, jobOutcome, at)
  const stored = yield* orders.find(work.company, work.order)
  if (Option.isNone(stored)) return yield* commitWrites([settling])
  const { order: before } = stored.value
  const { refusal, steps } =
    command === undefined
      ? { refusal: null, steps: applyReports(before, reports) }
      : commandSteps(before, command, reports)
  // The order has changed since the command was decided: the job runs again.
  if (refusal !== null) return yield* refusal
  const { order, writes } = yield* consequencesOf(steps)
  // The same obligation may have come up again since the job was claimed. It added no job, because this one had its name. So the obligations
  // are queued with the end of this job, if the order is as it was read. Those of the order's link are queued with every record.
  const isMet = jobOutcome._tag === "Done" && isObligation(work)
  yield* commitWrites([
    settling,
    ...writes,
    ...(isMet ? [{ _tag: "EnqueueJobs", jobs: jobsOfObligations(order, at) } as const] : []),
  ])
})

const isObligation = ({ _tag }: OrderWork): boolean => _tag === "RefundDuplicate" || _tag === "VoidAttempt"
