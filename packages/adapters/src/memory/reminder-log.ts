/** Sent reminders, in memory. */
import { type LoggedReminder, type ReminderKey, ReminderLog } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  ReminderLog,
  Effect.gen(function* () {
    const { reminders } = yield* Tables

    return ReminderLog.of({
      take: (reminder) =>
        Effect.sync(() => {
          const key = keyOf(reminder)
          if (reminders.has(key)) return false
          reminders.put(key, { ...reminder, heldBackBy: null })
          return true
        }),

      giveBack: (reminder) => Effect.sync(() => reminders.remove(keyOf(reminder))),

      holdBack: (reminder, by) =>
        Effect.sync(() => {
          const key = keyOf(reminder)
          const known = reminders.get(key)
          if (known !== undefined) reminders.put(key, { ...known, heldBackBy: by })
        }),

      ofLink: (company, link, limit) =>
        Effect.sync(() =>
          reminders
            .newestFirst()
            .filter((reminder) => reminder.company === company && reminder.link === link)
            .map(({ rule, day, heldBackBy }): LoggedReminder => ({ rule, day, heldBackBy }))
            .sort((one, other) =>
              one.day === other.day ? (one.rule < other.rule ? 1 : -1) : one.day < other.day ? 1 : -1,
            )
            .slice(0, limit),
        ),
    })
  }),
)

const keyOf = ({ company, link, rule, day }: ReminderKey): string => compositeKey(company, link, rule, day)
