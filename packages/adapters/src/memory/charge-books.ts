/** What was asked of institutions, in memory. */
import type { AttemptKey, CompanyId } from "@vintem/domain/identifiers"
import { type BookedRefund, ChargeBooks, type ChargeEntry } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  ChargeBooks,
  Effect.gen(function* () {
    const { bookedCharges, bookedRefunds } = yield* Tables

    const change = (company: CompanyId, key: AttemptKey, changed: (entry: ChargeEntry | undefined) => ChargeEntry) =>
      bookedCharges.put(compositeKey(company, key), changed(bookedCharges.get(compositeKey(company, key))))

    return ChargeBooks.of({
      find: (company, key) => Effect.sync(() => Option.fromUndefinedOr(bookedCharges.get(compositeKey(company, key)))),

      open: (charge) =>
        Effect.sync(() => {
          const { company, key } = charge
          if (bookedCharges.has(compositeKey(company, key))) return false
          change(company, key, () => ({ charge, answer: null, isVoided: false }))
          return true
        }),

      answer: ({ answer, company, key }) =>
        Effect.sync(() => {
          const entry = bookedCharges.get(compositeKey(company, key))
          if (entry !== undefined) change(company, key, () => ({ ...entry, answer }))
        }),

      fence: (company, key) =>
        Effect.sync(() =>
          change(company, key, (entry = { charge: null, answer: null, isVoided: true }) => ({
            ...entry,
            isVoided: true,
          })),
        ),

      openRefund: (refund) =>
        Effect.sync(() => {
          const known = bookedRefunds.get(keyOf(refund))
          if (known !== undefined) return known
          const entry = { refund, answer: null }
          bookedRefunds.put(keyOf(refund), { ...entry, isFirst: false })
          return { ...entry, isFirst: true }
        }),

      answerRefund: (refund, answer) =>
        Effect.sync(() => {
          const entry = bookedRefunds.get(keyOf(refund))
          if (entry === undefined || (entry.answer !== null && entry.answer.fact !== "processing")) return
          bookedRefunds.put(keyOf(refund), { ...entry, answer })
        }),
    })
  }),
)

const keyOf = ({ charge, company, key }: BookedRefund): string => compositeKey(company, charge, key)
