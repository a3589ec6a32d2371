/** The erasure of a customer: refused while money may move, and continued if its process has ended. */
import { describe, expect, it } from "@effect/vitest"
import { inCompany } from "@vintem/domain/access"
import { isErasedPerson } from "@vintem/domain/personal-data"
import { firstPage, JobQueue, PersonalData, Trail } from "@vintem/domain/ports"
import type { TrailActor } from "@vintem/domain/trail"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { CurrentActor, eraseCustomer, runDueJobs } from "../src/index.ts"
import { card, cards, layer, onlyOrder, pix, place } from "./shop.ts"

const operator: TrailActor = { _tag: "Administration" }

const page = { page: firstPage, size: 15 }

describe("eraseCustomer", () => {
  it.effect("begins nothing while money may move", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { company, customerId: customer } = (yield* onlyOrder).details
      const { isUnderWay } = yield* PersonalData
      expect(yield* eraseCustomer({ company, customer })).toMatchObject({ _tag: "Refused" })
      expect(yield* isUnderWay(company, customer)).toBe(false)
    }).pipe(Effect.provide(layer)),
  )

  it.effect(
    "is continued by a worker if its process has ended, in the name of the original actor, and is done once",
    () =>
      Effect.gen(function* () {
        yield* place(card(cards.approved))
        const { company, customerId: customer } = (yield* onlyOrder).details
        const personal = yield* PersonalData
        const dying = PersonalData.of({ ...personal, erase: () => Effect.die("the process ends") })
        const interrupted = eraseCustomer({ company, customer }).pipe(
          Effect.provideService(PersonalData, dying),
          Effect.provideService(CurrentActor, operator),
        )
        expect(Exit.isFailure(yield* Effect.exit(interrupted))).toBe(true)
        expect(yield* personal.isUnderWay(company, customer)).toBe(true)
        yield* TestClock.adjust("59 seconds")
        yield* runDueJobs()
        expect(yield* personal.isUnderWay(company, customer)).toBe(true)
        yield* TestClock.adjust("1 second")
        yield* runDueJobs()
        expect(yield* personal.isUnderWay(company, customer)).toBe(false)
        expect(isErasedPerson((yield* onlyOrder).details.customer)).toBe(true)
        const { list } = yield* Trail
        const { entries } = yield* list(inCompany(company), { action: "customer.erase" }, page)
        expect(entries).toMatchObject([{ actor: operator, before: { orders: 1 } }])
        const { known } = yield* JobQueue
        expect(yield* known(company, [`erase:${company}:${customer}`])).toEqual([])
      }).pipe(Effect.provide(layer)),
  )

  it.effect("continues when it is requested again, even if the person has new activity, and leaves no job", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      const { company, customerId: customer } = (yield* onlyOrder).details
      const { begin } = yield* PersonalData
      const { known } = yield* JobQueue
      yield* begin({ company, customer, at: (yield* onlyOrder).details.placedAt })
      yield* place(pix())
      expect(yield* eraseCustomer({ company, customer })).toMatchObject({ _tag: "Erased", counts: { orders: 2 } })
      expect(yield* known(company, [`erase:${company}:${customer}`])).toEqual([])
      expect(yield* eraseCustomer({ company, customer })).toMatchObject({ _tag: "Refused" })
    }).pipe(Effect.provide(layer)),
  )
})
