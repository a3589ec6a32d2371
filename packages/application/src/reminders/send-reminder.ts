/**
 * Reminds one payer of one link, at most once for a rule and a day. The reminder is recorded before it is sent, and the
 * record is removed only if it certainly was not sent. If a cap holds it back, that is recorded, and it is not sent on
 * another day.
 */
import { type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { priceList } from "@vintem/domain/fees"
import { linkTotal, type PaymentLink } from "@vintem/domain/payment-link"
import {
  CompanyRepository,
  type JobQueue,
  type MailCounts,
  Mailer,
  PaymentLinkRepository,
  type PaymentReminder,
  ReminderLog,
  ReminderRuleRepository,
  type Secrets,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { quotesOfLink } from "../charging/quotes-of-link.ts"
import { countMail, uncountMail } from "../mails/counted-mail.ts"
import { commitOwn, type JobOutcome, type OwnJob, settleJob } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"
import { isRemindedOn } from "./reminder-work.ts"

/**
 * The wait before the next try if the mail server accepts no messages, in milliseconds. At the end of the day it is
 * given up.
 */
const retryDelayMillis = 900_000

export const sendReminder = Effect.fn("sendReminder")(function* (
  own: OwnJob,
  work: WorkOf<"SendReminder">,
): Effect.fn.Return<
  void,
  StorageUnavailable,
  | CompanyRepository
  | JobQueue
  | MailCounts
  | Mailer
  | PaymentLinkRepository
  | ReminderRuleRepository
  | ReminderLog
  | Secrets
  | UnitOfWork
> {
  const { commit } = yield* UnitOfWork
  const at = instant(yield* Clock.currentTimeMillis)
  const reminder = yield* commit(takenReminder(work, at))
  const jobOutcome: JobOutcome = reminder === null ? { _tag: "Done" } : yield* sent(work, reminder, at)
  yield* commitOwn(settleJob(own, jobOutcome))
})

/** Part of a unit: the message to send now. Null if there is none (any more), or if it was sent. */
const takenReminder = Effect.fnUntraced(function* (
  { company: companyId, link: slug, rule: token, day }: WorkOf<"SendReminder">,
  at: Instant,
) {
  const links = yield* PaymentLinkRepository
  const rules = yield* ReminderRuleRepository
  const companies = yield* CompanyRepository
  const log = yield* ReminderLog
  const link = Option.getOrNull(yield* links.find(companyId, slug))
  const rule = Option.getOrNull(yield* rules.find(companyId, token))
  const company = Option.getOrNull(yield* companies.find(companyId))
  // Changes since the job was added count: a link that was paid, removed or extended, a rule that was changed.
  if (link === null || rule === null || company === null || saoPauloDate(at) !== day) return null
  // The payer could not pay: a company under moderation takes no money.
  if (company.underModeration) return null
  if (link.paid !== null || link.removedAt !== null || !isRemindedOn(link, rule, day)) return null
  const reminder = reminderOfLink(link, company, at, `${slug}-${token}-${day}`)
  const key = { company: companyId, link: slug, rule: token, day }
  if (reminder === null || !(yield* log.take(key))) return null
  const heldBackBy = yield* countMail({ kind: "reminder", company: companyId, to: reminder.to, at })
  if (heldBackBy === null) return reminder
  yield* log.holdBack(key, heldBackBy)
  yield* Effect.logInfo("a reminder was held back", { reminder: reminder.id, cap: heldBackBy })
  return null
})

const reminderOfLink = (link: PaymentLink, company: Company, at: Instant, id: string): PaymentReminder | null => {
  const { details, terms } = link
  if (terms.customer.email === null || terms.expiredAt === null) return null
  const { headline } = priceList(quotesOfLink(link, company, at))
  return {
    id,
    to: terms.customer.email,
    payer: terms.customer.name,
    company: company.name,
    title: terms.title,
    amount: headline?.price ?? linkTotal(terms),
    amountIs: headline?.kind ?? "asked",
    expiresOn: terms.expiredAt,
    today: saoPauloDate(at),
    link: details.slug,
  }
}

const sent = Effect.fnUntraced(function* (
  { company, link, rule, day }: WorkOf<"SendReminder">,
  reminder: PaymentReminder,
  at: Instant,
) {
  const mailer = yield* Mailer
  const { commit } = yield* UnitOfWork
  const { giveBack } = yield* ReminderLog
  const done: JobOutcome = { _tag: "Done" }
  return yield* mailer.remind(reminder).pipe(
    Effect.as(done),
    Effect.catchTag("MailNotSent", ({ again, detail }) =>
      Effect.gen(function* () {
        yield* Effect.logWarning("a reminder was not sent", { reminder: reminder.id, again, detail })
        if (again !== "later") return done
        yield* commit(
          Effect.andThen(
            giveBack({ company, link, rule, day }),
            uncountMail({ kind: "reminder", company, to: reminder.to, at }),
          ),
        )
        const now = instant(yield* Clock.currentTimeMillis)
        return { _tag: "Again", dueAt: instant(now + retryDelayMillis) } satisfies JobOutcome
      }),
    ),
  )
})
