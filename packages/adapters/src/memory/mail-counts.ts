/** A person's messages per day, in memory. */
import { type MailCount, MailCounts } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  MailCounts,
  Effect.gen(function* () {
    const { mailCounts } = yield* Tables

    return MailCounts.of({
      take: (count, max) =>
        Effect.sync(() => {
          const key = keyOf(count)
          const sent = mailCounts.get(key)?.sent ?? 0
          // The first message makes a row whatever the cap is, as in SQL.
          if (sent > 0 && sent >= max) return false
          mailCounts.put(key, { ...count, sent: sent + 1 })
          return true
        }),

      giveBack: (count) =>
        Effect.sync(() => {
          const key = keyOf(count)
          const known = mailCounts.get(key)
          if (known !== undefined && known.sent > 0) mailCounts.put(key, { ...known, sent: known.sent - 1 })
        }),

      forget: (before, limit) =>
        Effect.sync(() => {
          const old = mailCounts
            .entries()
            .filter(([, { day }]) => day < before)
            .sort(([, left], [, right]) => (left.day < right.day ? -1 : 1))
            .slice(0, limit)
          for (const [key] of old) mailCounts.forget(key)
          return old.length
        }),
    })
  }),
)

const keyOf = ({ recipient, kind, cap, day }: MailCount): string => compositeKey(recipient, kind, cap, day)
