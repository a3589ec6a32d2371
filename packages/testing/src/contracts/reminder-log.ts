/** The contract of every reminder log. */

import { LocalDate } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import { CompanyId } from "@vintem/domain/identifiers"
import { type ReminderKey, ReminderLog, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect } from "vitest"
import { exampleSlug } from "../payment-link/example-link.ts"
import { hidesRunningUnits, joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleUuid } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const reminderLogContract = (name: string, layer: Layer.Layer<ReminderLog | UnitOfWork, unknown>): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`ReminderLog: ${name}`, () => {
    it(
      "gives a reminder once, and again after it was given back",
      Effect.gen(function* () {
        const log = yield* ReminderLog
        expect(yield* log.take(reminder)).toBe(true)
        expect(yield* log.take(reminder)).toBe(false)
        yield* log.giveBack(reminder)
        expect(yield* log.take(reminder)).toBe(true)
        expect(yield* log.take(reminder)).toBe(false)
      }),
    )

    it(
      "distinguishes reminders by company, link, rule and day",
      Effect.gen(function* () {
        const log = yield* ReminderLog
        const all: ReadonlyArray<ReminderKey> = [
          reminder,
          { ...reminder, company: CompanyId.make(2) },
          { ...reminder, link: exampleSlug(2) },
          { ...reminder, rule: ruleOf(2) },
          { ...reminder, day: LocalDate.make("2026-03-02") },
        ]
        for (const one of all) expect(yield* log.take(one)).toBe(true)
        for (const one of all) expect(yield* log.take(one)).toBe(false)
        yield* log.giveBack(reminder)
        for (const one of all.slice(1)) expect(yield* log.take(one)).toBe(false)
        expect(yield* log.take(reminder)).toBe(true)
      }),
    )

    it(
      "ignores giving back a reminder that was not taken",
      Effect.gen(function* () {
        const log = yield* ReminderLog
        yield* log.giveBack(reminder)
        expect(yield* log.take(reminder)).toBe(true)
      }),
    )

    it(
      "uniqueness: of several concurrent takes of one reminder, one succeeds",
      Effect.gen(function* () {
        const log = yield* ReminderLog
        const units = yield* UnitOfWork
        const takes = Array.from({ length: 20 }, () => units.commit(log.take(reminder)))
        const taken = yield* Effect.all(takes, { concurrency: "unbounded" })
        expect(taken.filter((isOurs) => isOurs)).toHaveLength(1)
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const log = yield* ReminderLog
        const units = yield* UnitOfWork
        const other = { ...reminder, link: exampleSlug(2) }
        yield* log.take(other)
        const unit = Effect.gen(function* () {
          expect(yield* log.take(reminder)).toBe(true)
          yield* log.giveBack(other)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(yield* log.take(other)).toBe(false)
        expect(yield* log.take(reminder)).toBe(true)
      }),
    )

    it(
      "lists the reminders of a company's link, including prevented ones, the latest day first",
      Effect.gen(function* () {
        const log = yield* ReminderLog
        const on = (day: string, rule = reminder.rule) => ({ ...reminder, rule, day: LocalDate.make(day) })
        for (const one of [on("2026-03-01"), on("2026-03-03"), on("2026-03-02"), on("2026-03-02", ruleOf(2))]) {
          yield* log.take(one)
        }
        yield* log.take({ ...reminder, link: exampleSlug(2) })
        yield* log.holdBack(on("2026-03-02"), "company")
        yield* log.holdBack(on("2026-03-03"), "service")
        yield* log.holdBack({ ...on("2026-03-04"), link: exampleSlug(3) }, "company")
        const all = [
          { rule: ruleOf(1), day: "2026-03-03", heldBackBy: "service" },
          { rule: ruleOf(2), day: "2026-03-02", heldBackBy: null },
          { rule: ruleOf(1), day: "2026-03-02", heldBackBy: "company" },
          { rule: ruleOf(1), day: "2026-03-01", heldBackBy: null },
        ]
        const { company, link } = reminder
        expect(yield* log.ofLink(company, link, 9)).toStrictEqual(all)
        expect(yield* log.ofLink(company, link, 2)).toStrictEqual(all.slice(0, 2))
        expect(yield* log.ofLink(company, exampleSlug(3), 9)).toStrictEqual([])
        expect(yield* log.ofLink(CompanyId.make(2), link, 9)).toStrictEqual([])
        // It was recorded, so nobody sends it.
        expect(yield* log.take(on("2026-03-02"))).toBe(false)
      }),
    )

    joinsUnits(store, {
      write: (n) => Effect.flatMap(ReminderLog, (log) => log.take({ ...reminder, link: exampleSlug(n) })),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(ReminderLog, (log) => log.take({ ...reminder, link: exampleSlug(n) })),
          (isNew) => !isNew,
        ),
    })

    hidesRunningUnits(store, Effect.void, () => ({
      write: (n) => Effect.flatMap(ReminderLog, (log) => log.take({ ...reminder, link: exampleSlug(n) })),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(ReminderLog, (log) => log.ofLink(reminder.company, exampleSlug(n), 1)),
          (entries) => entries.length > 0,
        ),
    }))
  })
}

const ruleOf = (n: number) => ReminderRuleToken.make(exampleUuid(n))

const reminder: ReminderKey = {
  company: CompanyId.make(1),
  link: exampleSlug(1),
  rule: ruleOf(1),
  day: LocalDate.make("2026-03-01"),
}
