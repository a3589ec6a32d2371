/**
 * The work that reminder rules ask for: one job a rule, every morning, and one for each payer who is to be reminded.
 */
import { addDays, type Instant, type LocalDate } from "@vintem/domain/calendar"
import type { ReminderRule } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { LinkDetails, LinkTerms } from "@vintem/domain/payment-link"
import { JobQueue, type NewJob, type StorageUnavailable, type Write } from "@vintem/domain/ports"
import { Effect } from "effect"
import { jobOf } from "../queue/work.ts"
import { nextReminderTime, remindedDay } from "./reminder-hour.ts"

/** The parts of a link that matter for reminders. */
export interface RemindableLink {
  readonly details: LinkDetails
  readonly terms: LinkTerms
}

/** The last days of the links that a rule reminds of on `day`. */
export const endsRemindedOn = (
  { reminders }: Pick<ReminderRule, "reminders">,
  day: LocalDate,
): ReadonlyArray<LocalDate> => reminders.map(({ days }) => addDays(day, -days))

/** Whether a rule has a link's payer reminded on a day. Only a payer whose address the company gave can be. */
export const isRemindedOn = ({ terms }: RemindableLink, rule: ReminderRule, day: LocalDate): boolean =>
  terms.ruleToken === rule.token &&
  terms.customer.email !== null &&
  terms.expiredAt !== null &&
  endsRemindedOn(rule, day).includes(terms.expiredAt)

/** The job that reminds one payer. */
export const reminderOf = (
  { details }: RemindableLink,
  { token: rule }: ReminderRule,
  day: LocalDate,
  at: Instant,
): NewJob => jobOf({ _tag: "SendReminder", company: details.company, link: details.slug, rule, day }, at)

/** Part of a unit: a new rule runs once a day, from the next morning on. */
export const watchRule = Effect.fnUntraced(function* (
  { company, token: rule }: { readonly company: CompanyId; readonly token: ReminderRule["token"] },
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf({ _tag: "RemindOfRule", company, rule }, nextReminderTime(at))])
})

/** Today's reminders for links that are made or changed after the hour of sending. */
export const reminderWrites = (
  links: ReadonlyArray<RemindableLink>,
  rule: ReminderRule | null,
  at: Instant,
): ReadonlyArray<Write<"EnqueueJobs">> => {
  const day = remindedDay(at)
  if (rule === null || day === null) return []
  const jobs = links.filter((link) => isRemindedOn(link, rule, day)).map((link) => reminderOf(link, rule, day, at))
  return jobs.length === 0 ? [] : [{ _tag: "EnqueueJobs", jobs }]
}
