/**
 * Reminder rules in the administration: the requests and the views.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import {
  type Reminder,
  ReminderChannel,
  type ReminderRule,
  reminderDaysMax,
  remindersMax,
} from "@vintem/domain/catalogue"
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import { described, list, object, optional, present, required } from "../input/codec.ts"
import { type Fault, fault } from "../input/fault.ts"
import { integer } from "../input/integer.ts"
import { text } from "../input/text.ts"
import { TimestampView } from "../order/timestamp-view.ts"

/** Bounds of a rule's name, in code points. Our own choice. */
const nameLimits = { min: 1, max: 150 }

const reminder = object({
  days: required(integer({ min: -reminderDaysMax, max: reminderDaysMax }), {
    description: `Days from the link's expiry, negative before it: -${reminderDaysMax} to ${reminderDaysMax}.`,
    examples: [-3],
  }),
  channel: required(choice(ReminderChannel)),
})

/** Two reminders for one day and channel would be two equal messages. */
const repetitionsIn = (read: ReadonlyArray<Reminder | undefined>, at: string): ReadonlyArray<Fault> => {
  const names = read.map((one) => (one === undefined ? undefined : `${one.days} ${one.channel}`))
  return names.flatMap((name, position) =>
    name !== undefined && names.indexOf(name) < position ? [fault(`${at}.${position}`, { code: "duplicate" })] : [],
  )
}

const field = {
  name: described(text(nameLimits), { description: "1 to 150 characters.", examples: ["Três lembretes"] }),
  reminders: described(list(present(reminder), { min: 1, max: remindersMax, of: "item" }, repetitionsIn), {
    description: `1 to ${remindersMax}; at most one per day and channel.`,
  }),
}

const reminders = [-3, 0, 2].map((days) => ({ days, channel: "email" }) as const)

/** What a rule is made of. */
export const reminderRuleBody = described(
  object({ name: required(field.name), reminders: required(field.reminders) }),
  { identifier: "PaymentLinkRuleRequest", examples: [{ name: "Três lembretes", reminders }] },
)

/** What may be changed about a rule. No key, no change. */
export const reminderRuleChangeBody = described(
  object({ name: optional(field.name), reminders: optional(field.reminders) }),
  {
    identifier: "PaymentLinkRuleChangeRequest",
    description: "Absent fields keep their value. Reminders are replaced as a whole.",
    examples: [{ name: "Um lembrete", reminders: [{ days: -1, channel: "email" }] }],
  },
)

/** A reminder rule as it is shown. */
export const ReminderRuleView = Schema.Struct({
  token: Schema.String.annotate({
    description: "`payment_link_rule_token` of links and batches refers to it.",
    format: "uuid",
  }),
  name: Schema.String,
  reminders: Schema.Array(Schema.Struct({ days: Schema.Int, channel: ReminderChannel })),
  created_at: TimestampView,
}).annotate({
  identifier: "PaymentLinkRule",
  examples: [
    {
      token: "8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11",
      name: "Três lembretes",
      reminders,
      created_at: "2026-11-21 10:00:00",
    },
  ],
})
export type ReminderRuleView = typeof ReminderRuleView.Type

/** Times are those of America/Sao_Paulo. */
export const reminderRuleView = (rule: ReminderRule): ReminderRuleView => ({
  token: rule.token,
  name: rule.name,
  reminders: rule.reminders,
  created_at: saoPauloTimestamp(rule.createdAt),
})
