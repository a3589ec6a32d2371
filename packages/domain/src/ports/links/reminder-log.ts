/**
 * Which reminders were sent: a payer is reminded of a link at most once for a rule and a day, whatever crashes.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { ReminderRuleToken } from "../../catalogue/reminder-rule.ts"
import type { MailCap } from "../../customer/mail-caps.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { LinkSlug } from "../../identifiers/payment-link.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** One reminder, told from all others. */
export interface ReminderKey {
  readonly company: CompanyId
  readonly link: LinkSlug
  readonly rule: ReminderRuleToken
  /** The day on which it is sent. */
  readonly day: LocalDate
}

/** A reminder that was written down. */
export interface LoggedReminder extends Pick<ReminderKey, "rule" | "day"> {
  /** The cap that kept it from being sent; null if none did. */
  readonly heldBackBy: MailCap | null
}

/** Gives each reminder to one sender, once. */
export class ReminderLog extends Context.Service<
  ReminderLog,
  {
    /**
     * Writes a reminder down before it is sent; false if it was written down before and not given back. Of any number that take one
     * reminder at once, one is told true. Joins the unit of work around it.
     */
    readonly take: (reminder: ReminderKey) => Effect.Effect<boolean, StorageUnavailable>
    /** Strikes it out again: it certainly was not sent. Nothing to do if it was not written down. Joins the unit of work around it. */
    readonly giveBack: (reminder: ReminderKey) => Effect.Effect<void, StorageUnavailable>
    /** Says of a reminder that was taken that a cap kept it from being sent. Joins the unit of work around it. */
    readonly holdBack: (reminder: ReminderKey, by: MailCap) => Effect.Effect<void, StorageUnavailable>
    /** The reminders of a company's link that were written down: the latest day first, and within a day the largest rule token first. At most so many. */
    readonly ofLink: (
      company: CompanyId,
      link: LinkSlug,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<LoggedReminder>, StorageUnavailable>
  }
>()("@vintem/domain/ports/ReminderLog") {}
