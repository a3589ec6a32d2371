/**
 * What the erasure of a customer does before it reads anything.
 */
import { describe, expect, it } from "@effect/vitest"
import { PersonalData, UnitOfWork } from "@vintem/domain/ports"
import { Effect } from "effect"
import { eraseCustomer } from "../src/index.ts"
import { card, cards, layer, onlyOrder, place } from "./shop.ts"

describe("eraseCustomer", () => {
  it.effect("holds the customer's orders before it judges them, so that what it judges is what it erases", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      const { company, customerId: customer } = (yield* onlyOrder).details
      const personal = yield* PersonalData
      const { commit } = yield* UnitOfWork
      const calls: Array<string> = []
      const called = <A, E, R>(name: string, answer: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => {
          calls.push(name)
          return answer
        })
      const listening = PersonalData.of({
        ...personal,
        hold: (...of) => called("hold", personal.hold(...of)),
        survey: (...of) => called("survey", personal.survey(...of)),
        erase: (erasure) => called("erase", personal.erase(erasure)),
      })
      const erasing = commit(
        eraseCustomer({ company, customer, scopes: [], scopesOfOrder: () => [], scopeOfLink: () => "" }),
      )
      const outcome = yield* Effect.provideService(erasing, PersonalData, listening)
      expect([outcome._tag, ...calls]).toEqual(["Erased", "hold", "survey", "erase"])
    }).pipe(Effect.provide(layer)),
  )
})
