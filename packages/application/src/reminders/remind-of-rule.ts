/**
 * A reminder rule's daily work: finds the links whose payers are to be reminded today, and leaves a job for each.
 */
import { type Instant, instant, type LocalDate } from "@vintem/domain/calendar"
import type { ReminderRule } from "@vintem/domain/catalogue"
import type { LinkSlug } from "@vintem/domain/identifiers"
import {
  JobQueue,
  PaymentLinkRepository,
  ReminderRuleRepository,
  type StorageUnavailable,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"
import { nextReminderTime, remindedDay } from "./reminder-hour.ts"
import { endsRemindedOn, isRemindedOn, reminderOf } from "./reminder-work.ts"

/** Links in one read. */
const piece = 200

/** Starts again from the beginning after a crash: a waiting job is not added twice, and no payer is reminded twice. */
export const remindOfRule = Effect.fn("remindOfRule")(function* (
  own: OwnJob,
  { company, rule: token }: WorkOf<"RemindOfRule">,
): Effect.fn.Return<void, StorageUnavailable, JobQueue | PaymentLinkRepository | ReminderRuleRepository | UnitOfWork> {
  const rules = yield* ReminderRuleRepository
  const at = instant(yield* Clock.currentTimeMillis)
  const rule = Option.getOrNull(yield* rules.find(company, token))
  const day = remindedDay(at)
  if (rule !== null && day !== null) {
    yield* Effect.forEach(endsRemindedOn(rule, day), (end) => enqueueThoseEnding(rule, end, day, at), { discard: true })
  }
  // A deleted rule sends no reminders.
  yield* commitOwn(settleJob(own, rule === null ? { _tag: "Done" } : { _tag: "Again", dueAt: nextReminderTime(at) }))
})

const enqueueThoseEnding = Effect.fnUntraced(function* (
  rule: ReminderRule,
  end: LocalDate,
  day: LocalDate,
  at: Instant,
) {
  const links = yield* PaymentLinkRepository
  const queue = yield* JobQueue
  let after: LinkSlug | null = null
  while (true) {
    const found: Effect.Success<ReturnType<typeof links.ofRule>> = yield* links.ofRule(rule.company, rule.token, end, {
      after,
      limit: piece,
    })
    const owed = found.filter((link) => link.paid === null && isRemindedOn(link, rule, day))
    yield* queue.enqueue(owed.map((link) => reminderOf(link, rule, day, at)))
    const last = found.at(-1)
    if (last === undefined || found.length < piece) return
    after = last.details.slug
  }
})
