/** The contract of every store of message counts. */

import { LocalDate } from "@vintem/domain/calendar"
import { type MailCount, MailCounts, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect } from "vitest"
import { joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"

/** @param layer - builds a new, empty store each time */
export const mailCountsContract = (name: string, layer: Layer.Layer<MailCounts | UnitOfWork, unknown>): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`MailCounts: ${name}`, () => {
    it(
      "counts up to the maximum, and one more for each that is returned",
      Effect.gen(function* () {
        const counts = yield* MailCounts
        expect(yield* taken(example, 2, 3)).toEqual([true, true, false])
        yield* counts.giveBack(example)
        expect(yield* taken(example, 2, 2)).toEqual([true, false])
        expect(yield* taken(example, 3, 2)).toEqual([true, false])
      }),
    )

    it(
      "counts each recipient, kind, cap and day separately",
      Effect.gen(function* () {
        const counts = yield* MailCounts
        const all: ReadonlyArray<MailCount> = [
          example,
          { ...example, recipient: "b" },
          { ...example, kind: "receipt" },
          { ...example, cap: "service" },
          { ...example, day: LocalDate.make("2026-03-02") },
        ]
        for (const one of all) expect(yield* taken(one, 1, 2)).toEqual([true, false])
        yield* counts.giveBack(example)
        for (const one of all.slice(1)) expect(yield* counts.take(one, 1)).toBe(false)
        expect(yield* counts.take(example, 1)).toBe(true)
      }),
    )

    it(
      "ignores giving back an uncounted message",
      Effect.gen(function* () {
        const counts = yield* MailCounts
        yield* counts.giveBack(example)
        expect(yield* taken(example, 1, 2)).toEqual([true, false])
        yield* counts.giveBack(example)
        yield* counts.giveBack(example)
        expect(yield* taken(example, 1, 2)).toEqual([true, false])
      }),
    )

    it(
      "cap: of concurrent calls, no more than the maximum succeed",
      Effect.gen(function* () {
        const counts = yield* MailCounts
        const units = yield* UnitOfWork
        const shared = { ...example, cap: "service" } as const
        const all = Array.from({ length: 40 }, (_, n) =>
          units.commit(Effect.andThen(counts.take({ ...example, recipient: `r${n % 8}` }, 40), counts.take(shared, 5))),
        )
        const told = yield* Effect.all(all, { concurrency: "unbounded" })
        expect(told.filter((isCounted) => isCounted)).toHaveLength(5)
      }),
    )

    it(
      "forgets earlier days, up to a limit",
      Effect.gen(function* () {
        const counts = yield* MailCounts
        const onDay = (day: string): MailCount => ({ ...example, day: LocalDate.make(day) })
        for (const day of ["2026-03-01", "2026-03-02", "2026-03-03"]) yield* counts.take(onDay(day), 1)
        const before = LocalDate.make("2026-03-03")
        expect([yield* counts.forget(before, 1), yield* counts.forget(before, 9)]).toEqual([1, 1])
        expect(yield* counts.forget(before, 9)).toBe(0)
        expect(yield* counts.take(onDay("2026-03-03"), 1)).toBe(false)
        expect(yield* counts.take(onDay("2026-03-02"), 1)).toBe(true)
      }),
    )

    joinsUnits(store, {
      write: (n) => Effect.flatMap(MailCounts, (counts) => counts.take({ ...example, recipient: `n${n}` }, 1)),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(MailCounts, (counts) => counts.take({ ...example, recipient: `n${n}` }, 1)),
          (isNew) => !isNew,
        ),
    })
  })
}

const taken = (count: MailCount, max: number, times: number) =>
  Effect.flatMap(MailCounts, (counts) => Effect.forEach(Array.from({ length: times }), () => counts.take(count, max)))

const example: MailCount = { recipient: "a", kind: "reminder", cap: "company", day: LocalDate.make("2026-03-01") }
