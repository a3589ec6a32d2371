/** Runs the job that makes links of a batch: one piece of its list, then the next run. */
import { instant } from "@vintem/domain/calendar"
import type {
  AddressLookup,
  BatchConflict,
  BatchRepository,
  CompanyRepository,
  JobQueue,
  PaymentLinkRepository,
  ReminderRuleRepository,
  StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"
import { askForLinksOfAdded } from "./ask-for-links.ts"
import { makeLinks, takeItems } from "./make-links.ts"

/** The links and the outcome of the job are one commit. */
export const runLinksJob = Effect.fnUntraced(function* (
  own: OwnJob,
  { company, batch }: WorkOf<"MakeLinks">,
): Effect.fn.Return<
  void,
  BatchConflict | StorageUnavailable,
  | AddressLookup
  | BatchRepository
  | CompanyRepository
  | JobQueue
  | PaymentLinkRepository
  | ReminderRuleRepository
  | UnitOfWork
> {
  const items = yield* takeItems(company, batch)
  const made = Effect.gen(function* () {
    const at = instant(yield* Clock.currentTimeMillis)
    const isMore = yield* makeLinks(company, batch, items, at)
    yield* settleJob(own, isMore ? { _tag: "Again", dueAt: at } : { _tag: "Done" })
    // A concurrent request may add customers, but adds no job while this one exists. So this looks again now that the
    // job is gone.
    if (!isMore) yield* askForLinksOfAdded(company, batch, at)
  })
  yield* commitOwn(made)
})
