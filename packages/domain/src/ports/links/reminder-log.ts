/**
 * Stores which reminders were sent: whatever crashes, a payer gets at most one reminder of a link for a rule and a day.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { ReminderRuleToken } from "../../catalogue/reminder-rule.ts"
import type { MailCap } from "../../customer/mail-caps.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { LinkSlug } from "../../identifiers/payment-link.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** The identity of a reminder. */
export interface ReminderKey {
  readonly company: CompanyId
  readonly link: LinkSlug
  readonly rule: ReminderRuleToken
  /** The day on which it is sent. */
  readonly day: LocalDate
}

/** A recorded reminder. */
export interface LoggedReminder extends Pick<ReminderKey, "rule" | "day"> {
  /** The cap that prevented it. Null if it was sent. */
  readonly heldBackBy: MailCap | null
}

/** Gives each reminder to one sender, once. */
export class ReminderLog extends Context.Service<
  ReminderLog,
  {
    /**
     * Records a reminder before it is sent. Returns false if it is recorded already and was not given back. Of several
     * concurrent calls, one returns true. Joins the unit of work around it.
     */
    readonly take: (reminder: ReminderKey) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Removes the record, because the reminder certainly was not sent. Does nothing if there is none. Joins the unit of
     * work around it.
     */
    readonly giveBack: (reminder: ReminderKey) => Effect.Effect<void, StorageUnavailable>
    /** Records that a cap prevented a reminder that was taken. Joins the unit of work around it. */
    readonly holdBack: (reminder: ReminderKey, by: MailCap) => Effect.Effect<void, StorageUnavailable>
    /**
     * The recorded reminders of a company's link: the latest day first, and within a day the largest rule token first.
     * At most `limit`.
     */
    readonly ofLink: (
      company: CompanyId,
      link: LinkSlug,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<LoggedReminder>, StorageUnavailable>
  }
>()("@vintem/domain/ports/ReminderLog") {}
