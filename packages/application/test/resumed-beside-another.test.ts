/** A request whose process died is sent again while another request charges the same order. */
import { describe, expect, it } from "@effect/vitest"
import { statusOf } from "@vintem/domain/order"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type PayOrderOutcome, payOrder } from "../src/index.ts"
import { processDyingAt, processWith } from "./process.ts"
import {
  allOrders,
  Books,
  card,
  cards,
  homeAddress,
  inTime,
  layer,
  leaseMillis,
  reconcile,
  request,
  Seller,
  untilAtRest,
} from "./shop.ts"

const theOrder = Effect.flatMap(allOrders, ([order, ...others]) =>
  order === undefined || others.length > 0 ? Effect.die(new Error("There is one order.")) : Effect.succeed(order),
)

/** A payer pays the order with a good card. */
const pay = Effect.gen(function* () {
  const company = yield* Seller
  const { details } = yield* theOrder
  return yield* payOrder({
    company,
    order: details,
    payment: card(cards.approved),
    visitor: homeAddress,
    total: null,
    keyed: null,
    encode: (outcome: PayOrderOutcome) => ({
      status: 200,
      body: outcome._tag === "Paying" ? statusOf(outcome.order) : outcome._tag,
    }),
  })
})

describe("a request that is sent again after its own charge has ended", () => {
  it.effect("does not touch another request's charge in flight", () =>
    Effect.gen(function* () {
      const first = request(card(cards.refused), { key: "key" })
      const dying = yield* processDyingAt(({ name }) => name === "after Acquirer.charge")
      yield* Effect.forkDetach(dying(first))
      yield* untilAtRest
      yield* TestClock.adjust(leaseMillis)
      yield* reconcile
      expect(statusOf(yield* theOrder)).toBe("unpaid")

      const arriving = yield* Deferred.make<void>()
      const slow = yield* processWith(({ name }) =>
        name === "before Acquirer.charge" ? Deferred.await(arriving) : Effect.void,
      )
      const paying = yield* Effect.forkChild(slow(pay))
      yield* untilAtRest
      const { answer } = yield* inTime(first)
      yield* Deferred.succeed(arriving, undefined)
      expect((yield* inTime(Fiber.join(paying))).answer.body).toBe("paid")
      expect(statusOf(yield* theOrder)).toBe("paid")
      expect(yield* (yield* Books).received).toBeGreaterThan(0)
      expect(yield* inTime(first)).toEqual({ answer, isReplayed: true })
    }).pipe(Effect.provide(layer)),
  )
})
