/** Stories of idempotency keys: a repeated request does nothing again, whatever happened to the first. */
import { describe, expect, it } from "@effect/vitest"
import { statusOf } from "@vintem/domain/order"
import { Acquirer, type ChargeRequest, CompanyRepository, idempotencyRetentionMillis } from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { KeyInUse, KeyMismatched } from "../src/index.ts"
import { processDyingAt, processWith } from "./process.ts"
import {
  allOrders,
  Books,
  card,
  cards,
  homeAddress,
  hostingAddress,
  inTime,
  later,
  layer,
  leaseMillis,
  onlyAttempt,
  onlyOrder,
  pix,
  place,
  reconcile,
  request,
  untilAtRest,
} from "./shop.ts"

const key = "key"

describe("a request under a key", () => {
  it.effect.each(Object.keys(cards).filter(isCard))(
    "with a card that is %s, sent again, is answered byte for byte the same",
    (behavior) =>
      Effect.gen(function* () {
        const books = yield* Books
        const first = yield* place(card(cards[behavior]), { key })
        const charges = yield* books.charges
        const again = yield* place(card(cards[behavior]), { key })
        expect(again).toEqual({ answer: first.answer, isReplayed: true })
        expect(yield* allOrders).toHaveLength(1)
        expect(yield* books.charges).toEqual(charges)
      }).pipe(Effect.provide(layer)),
  )

  it.effect("repeats its first answer, whatever happened to the order since", () =>
    Effect.gen(function* () {
      const first = yield* place(card(cards.silent), { key })
      yield* reconcile
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect((yield* place(card(cards.silent), { key })).answer).toEqual(first.answer)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is refused with the key's name if the key was used for another body, and does nothing", () =>
    Effect.gen(function* () {
      yield* place(pix(), { key })
      const refused = yield* Effect.flip(place(pix(), { key, fingerprint: "another body" }))
      expect(refused).toBeInstanceOf(KeyMismatched)
      expect(yield* allOrders).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gets the error with the key's name while the first is still running, and its answer afterwards", () =>
    Effect.gen(function* () {
      const working = yield* Effect.forkChild(request(card(cards.silent), { key }))
      yield* untilAtRest
      expect(yield* Effect.flip(request(card(cards.silent), { key }))).toBeInstanceOf(KeyInUse)
      yield* TestClock.adjust(leaseMillis - 1)
      const first = yield* Fiber.join(working)
      expect(yield* request(card(cards.silent), { key })).toEqual({ answer: first.answer, isReplayed: true })
      expect(yield* allOrders).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is another request if another company sends it", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const other = yield* companies.add(exampleCompany())
      const mine = yield* place(pix(), { key })
      const theirs = yield* place(pix(), { key, company: other })
      expect(theirs.isReplayed).toBe(false)
      expect(theirs.answer).not.toEqual(mine.answer)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is refused again like the first time: a refused card needs another key", () =>
    Effect.gen(function* () {
      const refused = yield* place(card(cards.refused), { key })
      expect((yield* place(card(cards.refused), { key })).answer).toEqual(refused.answer)
      expect(yield* allOrders).toHaveLength(1)
      yield* place(card(cards.approved), { key: "another key" })
      expect((yield* allOrders).map(statusOf)).toEqual(["unpaid", "paid"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps a refusal without an order, even after its reason is gone", () =>
    Effect.gen(function* () {
      const refused = yield* place(pix(), { key, clientAddress: hostingAddress })
      const again = yield* place(pix(), { key, clientAddress: homeAddress })
      expect(again).toEqual({ answer: refused.answer, isReplayed: true })
      expect(yield* allOrders).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is forgotten after 24 hours, and not a millisecond before", () =>
    Effect.gen(function* () {
      yield* place(pix(), { key })
      yield* TestClock.adjust(idempotencyRetentionMillis - 1)
      expect((yield* place(pix(), { key })).isReplayed).toBe(true)
      yield* TestClock.adjust(1)
      expect((yield* place(pix(), { key })).isReplayed).toBe(false)
      expect(yield* allOrders).toHaveLength(2)
    }).pipe(Effect.provide(layer)),
  )
})

const isCard = (name: string): name is keyof typeof cards => name in cards

describe("a request under a key, whose process died", () => {
  /** Sends the request in a process that dies at a boundary and never continues. */
  const dieAt = Effect.fnUntraced(function* (boundary: string, payment = card(cards.approved)) {
    const dying = yield* processDyingAt(({ name }) => name === boundary)
    yield* Effect.forkDetach(dying(request(payment, { key })))
    yield* untilAtRest
  })

  /** Sends the request again with the same key, and returns the acquirer's requests. */
  const askAgain = Effect.fnUntraced(function* (payment = card(cards.approved)) {
    const questions: Array<string> = []
    const process = yield* processWith(({ name, moment, of }) =>
      Effect.sync(() => {
        if (of === "acquirer" && moment === "before") questions.push(name)
      }),
    )
    const answered = yield* process(place(payment, { key }))
    return { answered, questions }
  })

  it.effect("before any write starts again, at once", () =>
    Effect.gen(function* () {
      yield* dieAt("before WriteSets.commitFor")
      expect(yield* allOrders).toEqual([])
      yield* place(card(cards.approved), { key })
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("after the charge is resumed by asking: the attempt written before the call is not charged again", () =>
    Effect.gen(function* () {
      const books = yield* Books
      yield* dieAt("after Acquirer.charge")
      const written = onlyAttempt(yield* onlyOrder)
      expect(written.facts).toEqual(["sent"])
      yield* TestClock.adjust(leaseMillis)
      const { questions } = yield* askAgain()
      expect(questions).toEqual(["before Acquirer.find"])
      expect(yield* books.charges).toEqual([written.key])
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(yield* books.received).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("before the acquirer received it is unpaid, and its key is voided first", () =>
    Effect.gen(function* () {
      const books = yield* Books
      yield* dieAt("before Acquirer.charge")
      yield* TestClock.adjust(leaseMillis)
      const { questions } = yield* askAgain()
      expect(questions).toEqual(["before Acquirer.find", "before Acquirer.void"])
      const order = yield* onlyOrder
      expect(statusOf(order)).toBe("unpaid")
      expect(yield* books.fences).toEqual([onlyAttempt(order).key])
      expect(yield* books.received).toBe(0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("and whose charge arrives after the order was given up, is not charged any more", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const books = yield* Books
      let onItsWay: ChargeRequest | undefined
      const slowly = Acquirer.of({
        ...acquirer,
        charge: (asked) => {
          onItsWay = asked
          return Effect.never
        },
      })
      yield* Effect.provideService(dieAt("before WriteSets.commit"), Acquirer, slowly)
      yield* TestClock.adjust(leaseMillis)
      yield* askAgain()
      if (onItsWay === undefined) return yield* Effect.die(new Error("The charge was on its way."))
      expect((yield* acquirer.charge(onItsWay)).fact).toBe("voided")
      expect(yield* books.charges).toEqual([])
      expect(statusOf(yield* onlyOrder)).toBe("unpaid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("counts as alive for as long as the acquirer may take and a little more, and then is resumed", () =>
    Effect.gen(function* () {
      yield* dieAt("after Acquirer.charge")
      yield* TestClock.adjust(leaseMillis - 1)
      expect(yield* Effect.flip(request(card(cards.approved), { key }))).toBeInstanceOf(KeyInUse)
      yield* TestClock.adjust(1)
      yield* request(card(cards.approved), { key })
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is answered from later reports, without asking the acquirer again", () =>
    Effect.gen(function* () {
      yield* dieAt("after Acquirer.charge")
      yield* reconcile
      yield* TestClock.adjust(leaseMillis)
      const { answered, questions } = yield* askAgain()
      expect(questions).toEqual([])
      expect(JSON.parse(answered.answer.body)).toMatchObject({ status: "paid", captured: 10_000 })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("asks again if another request asked meanwhile and got no answer either", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      yield* dieAt("after Acquirer.charge")
      yield* Effect.provideService(inTime(reconcile), Acquirer, { ...acquirer, find: () => Effect.never })
      expect(onlyAttempt(yield* onlyOrder).facts).toEqual(["sent", "unknown"])
      yield* TestClock.adjust(leaseMillis)
      const { questions } = yield* askAgain()
      expect(questions).toEqual(["before Acquirer.find"])
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("and whose resumer finds the acquirer silent too stays pending, for a later request to the acquirer", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      yield* dieAt("after Acquirer.charge")
      yield* TestClock.adjust(leaseMillis)
      yield* askAgain().pipe(Effect.provideService(Acquirer, { ...acquirer, find: () => Effect.never }))
      expect(statusOf(yield* onlyOrder)).toBe("pending")
      yield* reconcile
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("because of a fault in the acquirer's adapter is resumed at once", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const faulty = Acquirer.of({
        ...acquirer,
        charge: (asked) => Effect.andThen(acquirer.charge(asked), Effect.die(new Error("a fault in the adapter"))),
      })
      const exit = yield* Effect.exit(Effect.provideService(place(card(cards.approved), { key }), Acquirer, faulty))
      expect(Exit.hasDies(exit)).toBe(true)
      yield* askAgain()
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a request under a key, resumed while its first process still works", () => {
  it.effect("agreement: both get the same answer, byte for byte, and so does a repeated request", () =>
    Effect.gen(function* () {
      const ask = request(card(cards.silent), { key })
      const first = yield* Effect.forkChild(ask)
      yield* untilAtRest

      // The second found out that the charge was confirmed, and is about to record it.
      const goOn = yield* Deferred.make<void>()
      let units = 0
      const hesitant = yield* processWith(({ name }) => {
        if (name === "before WriteSets.commit") units += 1
        return units === 1 ? Deferred.await(goOn) : Effect.void
      })
      const second = yield* Effect.forkChild(later(leaseMillis)(hesitant(ask)))
      yield* untilAtRest

      // The first stops waiting and answers that the outcome is unknown.
      const told = yield* inTime(Fiber.join(first))
      yield* Deferred.succeed(goOn, undefined)
      const toldSecond = yield* Fiber.join(second)
      const toldAgain = yield* ask
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(toldSecond.answer).toEqual(told.answer)
      expect(toldAgain.answer).toEqual(told.answer)
    }).pipe(Effect.provide(layer)),
  )
})
