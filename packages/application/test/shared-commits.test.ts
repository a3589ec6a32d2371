/** A step of an order may share a commit with steps of other orders, unless it changes rows of many orders. */
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { processWith } from "./process.ts"
import { card, cards, layer, place } from "./shop.ts"
import { monthly, offer, orderOn } from "./subscribers.ts"

/** How each unit of some work is committed, in order. */
const commitsOf = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const begins = "before UnitOfWork."
  const met: Array<string> = []
  const process = yield* processWith(({ isInUnit, name }) =>
    Effect.sync(() => {
      if (!isInUnit && name.startsWith(begins)) met.push(name.slice(begins.length))
    }),
  )
  yield* process(work)
  return met
})

describe("an order that a company places, paid by card", () => {
  it.effect("shares both of its commits if it is a single order", () =>
    Effect.gen(function* () {
      expect(yield* commitsOf(place(card(cards.approved)))).toEqual(["commitTogether", "commitTogether"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("shares both of its commits on a checkout", () =>
    Effect.gen(function* () {
      const slug = yield* offer("curso", null)
      expect(yield* commitsOf(orderOn(slug, card(cards.approved)))).toEqual(["commitTogether", "commitTogether"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect(
    "does not share the outcome that begins a subscription: two groups could wait for each other at its count",
    () =>
      Effect.gen(function* () {
        const slug = yield* offer("clube", monthly)
        expect(yield* commitsOf(orderOn(slug, card(cards.approved)))).toEqual(["commitTogether", "commit"])
      }).pipe(Effect.provide(layer)),
  )
})
