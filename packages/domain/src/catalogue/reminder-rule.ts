/**
 * A reminder rule: when the customers of payment links are reminded.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"

/** The uuid of a rule. Payment links and batches refer to it. */
export const ReminderRuleToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("ReminderRuleToken"))
export type ReminderRuleToken = typeof ReminderRuleToken.Type

/** How a reminder reaches the payer. */
export const ReminderChannel = Schema.Literals(["email"])
export type ReminderChannel = typeof ReminderChannel.Type

/** The most days between a reminder and the link's expiry, on either side. Our own choice. */
export const reminderDaysMax = 365

/** The most reminders of one rule. Our own choice. */
export const remindersMax = 20

/** One reminder of an unpaid link. */
export const Reminder = Schema.Struct({
  /** Days from the link's expiry, negative before it: -365 to 365. */
  days: Schema.Int.check(Schema.isBetween({ minimum: -reminderDaysMax, maximum: reminderDaysMax })),
  channel: ReminderChannel,
})
export type Reminder = typeof Reminder.Type

/** What may change about a rule. */
export const ReminderRuleDetails = Schema.Struct({
  name: Schema.String,
  /** 1 to `remindersMax`, in the order of the request; at most one per day and channel. */
  reminders: Schema.Array(Reminder).check(Schema.isMinLength(1), Schema.isMaxLength(remindersMax)),
})
export type ReminderRuleDetails = typeof ReminderRuleDetails.Type

export const ReminderRule = Schema.Struct({
  token: ReminderRuleToken,
  company: CompanyId,
  ...ReminderRuleDetails.fields,
  createdAt: Instant,
})
export type ReminderRule = typeof ReminderRule.Type
