/**
 * Which reminders were sent, in memory.
 */
import { type ReminderKey, ReminderLog } from "@vintem/domain/ports"
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
          reminders.put(key, true)
          return true
        }),

      giveBack: (reminder) => Effect.sync(() => reminders.remove(keyOf(reminder))),
    })
  }),
)

const keyOf = ({ link, rule, day }: ReminderKey): string => compositeKey(link, rule, day)
