/** Runs the job that makes links of a batch: one piece of its list, then the next run. */
import { instant } from "@vintem/domain/calendar"
import type {
  AddressLookup,
  BatchConflict,
  BatchRepository,
  CompanyRepository,
  ReminderRuleRepository,
  StorageUnavailable,
  WriteSets,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { type OwnJob, settlingWrite, whileOwn } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"
import { commitWrites } from "../units/commit-writes.ts"
import { linkWrites, takeItems } from "./make-links.ts"

/**
 * The links and the outcome of the job are one commit. A request that adds customers adds no job while this one exists: it changes the batch,
 * so the commit is refused, and this looks again.
 */
export const runLinksJob = Effect.fnUntraced(function* (
  own: OwnJob,
  { company, batch }: WorkOf<"MakeLinks">,
): Effect.fn.Return<
  void,
  BatchConflict | StorageUnavailable,
  AddressLookup | BatchRepository | CompanyRepository | ReminderRuleRepository | WriteSets
> {
  const items = yield* takeItems(company, batch)
  const made = Effect.gen(function* () {
    const at = instant(yield* Clock.currentTimeMillis)
    const { isMore, writes } = yield* linkWrites(company, batch, items, at)
    yield* commitWrites([settlingWrite(own, isMore ? { _tag: "Again", dueAt: at } : { _tag: "Done" }, at), ...writes])
  })
  yield* whileOwn(made)
})
