/**
 * Billing rules in the administration: making and changing one, and what is shown of it.
 */
import {
  type PaymentLinkRule,
  type PaymentLinkRuleDetails,
  type Reminder,
  ReminderChannel,
  reminderDaysMax,
  remindersMax,
  saoPauloTimestamp,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { type Fault, fault, type InvalidFields, missing } from "../input/fault.ts"
import { isBlank, optional, required } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, fieldsOf, invalidFields, type Part, part } from "../input/part.ts"
import { readText } from "../input/text.ts"
import { TimestampView } from "../order/order-view.ts"

/** Bounds of a rule's name, in code points. Our own choice. */
const nameLimits = { min: 1, max: 150 }

const described = {
  name: Schema.String.annotate({ description: "1 to 150 characters.", examples: ["Três lembretes"] }),
  reminders: Schema.Array(
    Schema.Struct({
      days: IntegerInput.annotate({
        description: `Days from the link's expiry, negative before it: -${reminderDaysMax} to ${reminderDaysMax}.`,
        examples: [-3],
      }),
      channel: ReminderChannel,
    }),
  ).annotate({ description: `1 to ${remindersMax}, no two for one day and channel.` }),
}

const reminders = [-3, 0, 2].map((days) => ({ days, channel: "email" }) as const)

/** What a rule is made of. */
export const PaymentLinkRuleRequest = Schema.Struct(described).annotate({
  identifier: "PaymentLinkRuleRequest",
  examples: [{ name: "Três lembretes", reminders }],
})

/** What may be changed about a rule. */
export const PaymentLinkRuleChangeRequest = Schema.Struct({
  name: Schema.optionalKey(described.name),
  reminders: Schema.optionalKey(described.reminders),
}).annotate({
  identifier: "PaymentLinkRuleChangeRequest",
  description: "What is absent keeps its value. Reminders are replaced all together.",
  examples: [{ name: "Um lembrete", reminders: [{ days: -1, channel: "email" }] }],
})

/** Reads the body, or lists everything that is wrong with it. */
export const decodePaymentLinkRule = (body: unknown): Result.Result<PaymentLinkRuleDetails, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const named = readNamed(fields.success, "")
  const read = readReminders(fields.success["reminders"])
  if (Result.isFailure(named) || Result.isFailure(read)) {
    return Result.fail(invalidFields([...faultsIn(named), ...faultsIn(read)]))
  }
  return Result.succeed({ name: named.success.name, reminders: read.success })
}

/** Reads the body, or lists everything that is wrong with it. No key, no change. */
export const decodePaymentLinkRuleChange = (
  body: unknown,
): Result.Result<Partial<PaymentLinkRuleDetails>, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const named = readRenamed(fields.success, "")
  const hasReminders = !isBlank(fields.success["reminders"])
  const read = hasReminders ? readReminders(fields.success["reminders"]) : Result.succeed([])
  if (Result.isFailure(named) || Result.isFailure(read)) {
    return Result.fail(invalidFields([...faultsIn(named), ...faultsIn(read)]))
  }
  return Result.succeed({ ...named.success, ...(hasReminders ? { reminders: read.success } : {}) })
}

/** A billing rule as it is shown. */
export const PaymentLinkRuleView = Schema.Struct({
  token: Schema.String.annotate({
    description: "What `payment_link_rule_token` of links and batches refers to.",
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
export type PaymentLinkRuleView = typeof PaymentLinkRuleView.Type

/** Times are those of America/Sao_Paulo. */
export const paymentLinkRuleView = (rule: PaymentLinkRule): PaymentLinkRuleView => ({
  token: rule.token,
  name: rule.name,
  reminders: rule.reminders,
  created_at: saoPauloTimestamp(rule.createdAt),
})

const readNamed = part(Schema.Struct({ name: required(Schema.String, readText(nameLimits)) }))
const readRenamed = part(Schema.Struct({ name: optional(Schema.String, readText(nameLimits)) }))

const readReminder = part(
  Schema.Struct({
    days: required(Schema.Int, readInteger({ min: -reminderDaysMax, max: reminderDaysMax })),
    channel: required(ReminderChannel, readChoice(ReminderChannel.literals)),
  }),
)

const readReminders = (input: unknown): Part<ReadonlyArray<Reminder>> => {
  const path = "reminders"
  if (isBlank(input)) return Result.fail([missing(path)])
  if (!Array.isArray(input)) return Result.fail([fault(path, "must be an array.")])
  if (input.length === 0) return Result.fail([fault(path, "must have at least 1 item.")])
  if (input.length > remindersMax) return Result.fail([fault(path, `may not have more than ${remindersMax} items.`)])
  const read = input.map((item, position) => readReminder(item, `${path}.${position}`))
  const faults = [...read.flatMap(faultsIn), ...repetitionsIn(read, path)]
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(read.flatMap(remindersIn))
}

/** Two for one day and channel would be two messages of one text. */
const repetitionsIn = (read: ReadonlyArray<Part<Reminder>>, path: string): ReadonlyArray<Fault> => {
  const names = read.map((one) => remindersIn(one).map(({ days, channel }) => `${days} ${channel}`)[0])
  return names.flatMap((name, position) =>
    name !== undefined && names.indexOf(name) < position
      ? [fault(`${path}.${position}`, "repeats an earlier one.")]
      : [],
  )
}

const remindersIn = (read: Part<Reminder>): ReadonlyArray<Reminder> => (Result.isSuccess(read) ? [read.success] : [])
