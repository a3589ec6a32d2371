/**
 * Stories of the dispatcher: a receiver that never answers delays only its own deliveries, and no started delivery is
 * cut off.
 */
import { describe, expect, it } from "@effect/vitest"
import type { Company } from "@vintem/domain/company"
import {
  CompanyRepository,
  JobQueue,
  PageNumber,
  StorageUnavailable,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import type { WebhookDeliveryState } from "@vintem/domain/webhook"
import { exampleCompany } from "@vintem/testing"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { DeliveriesInFlight, webhookDispatcher } from "../src/index.ts"
import { processWith } from "./process.ts"
import { answering, configure, idsReceived } from "./receivers.ts"
import { answered, card, cards, layer, now, place, Receiver, Seller, type Shop, untilAtRest } from "./shop.ts"

const story = <A, E>(work: Effect.Effect<A, E, Shop | Scope.Scope>) => Effect.provide(Effect.scoped(work), layer)

const slowUrl = "https://lenta.example.com"
/** The most concurrent deliveries, to one company and in total. */
const placesOfCompany = 16
const placesMax = 512

/** How often the dispatcher looks, in milliseconds. */
const pollMillis = 50
/** The least time between two looks, in milliseconds. */
const pauseMillis = 10

/** A company with another URL. */
const otherCompany = Effect.fnUntraced(function* (name: string, url: string) {
  const { add } = yield* CompanyRepository
  const company = yield* add(exampleCompany({ name }))
  yield* configure({ company, url })
  return company
})

/** Orders of a company, with one notification each. */
const tell = Effect.fnUntraced(function* (company: Company, count: number) {
  for (let one = 0; one < count; one += 1) yield* place(card(cards.refused), { company })
})

/** Requests to the slow address wait until the test releases them. */
const slowness = Effect.gen(function* () {
  const receiver = yield* Receiver
  const awakening = yield* Deferred.make<void>()
  receiver.answer = ({ url }) =>
    url === slowUrl ? Effect.as(Deferred.await(awakening), answered(200)) : Effect.succeed(answered(200))
  return { answer: Deferred.succeed(awakening, undefined) }
})

/** Runs a dispatcher until it is stopped. Stopping ends after the dispatcher has. */
const dispatcher = Effect.gen(function* () {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(webhookDispatcher, scope)
  return { stop: Scope.close(scope, Exit.void) }
})

/** Lets a moment pass in steps; in each step every fiber runs. */
const moment = Effect.repeat(Effect.andThen(untilAtRest, TestClock.adjust(pollMillis)), { times: 10 })

const receivedAt = (url: string) =>
  Effect.map(Receiver, ({ received }) => received.filter((message) => message.url === url).length)

const countOf = Effect.fnUntraced(function* ({ id }: Company, state: WebhookDeliveryState) {
  const { list } = yield* WebhookDeliveryRepository
  return (yield* list(id, { state }, { page: PageNumber.make(1), size: 1_000 })).entries.length
})

describe("the dispatcher", () => {
  it.effect("delivers existing and new events by itself", () =>
    story(
      Effect.gen(function* () {
        const seller = yield* Seller
        yield* configure()
        yield* tell(seller, 40)
        yield* dispatcher
        yield* moment
        expect(yield* countOf(seller, "delivered")).toBe(40)
        yield* tell(seller, 1)
        yield* moment
        expect(yield* countOf(seller, "delivered")).toBe(41)
        expect(new Set(yield* idsReceived).size).toBe(41)
      }),
    ),
  )

  it.effect("gives a receiver that never answers its limit and no more, and everybody else what they need", () =>
    story(
      Effect.gen(function* () {
        const seller = yield* Seller
        const slow = yield* otherCompany("Lenta", slowUrl)
        const { answer } = yield* slowness
        yield* configure()
        yield* tell(slow, 100)
        yield* dispatcher
        yield* moment
        expect(yield* receivedAt(slowUrl)).toBe(placesOfCompany)

        yield* tell(seller, 30)
        const before = yield* now
        yield* moment
        expect(yield* countOf(seller, "delivered")).toBe(30)
        expect(Math.max(...(yield* Receiver).received.map(({ at }) => at)) - before).toBeLessThanOrEqual(2 * pollMillis)
        expect(yield* receivedAt(slowUrl)).toBe(placesOfCompany)
        const { waiting } = yield* DeliveriesInFlight
        expect([waiting(slow.id), waiting(seller.id), waiting()]).toEqual([placesOfCompany, 0, placesOfCompany])

        yield* answer
        yield* moment
        expect(yield* countOf(slow, "delivered")).toBe(100)
        expect(yield* receivedAt(slowUrl)).toBe(100)
        expect(waiting()).toBe(0)
      }),
    ),
  )

  it.effect("delivers no more concurrently than its limit, and all in the end", () =>
    story(
      Effect.gen(function* () {
        const { answer } = yield* slowness
        for (let index = 0; index < 34; index += 1) {
          const company = yield* otherCompany(`Lenta ${index}`, slowUrl)
          yield* tell(company, placesOfCompany)
        }
        const queue = yield* JobQueue
        const asked: Array<number> = []
        const claim: typeof queue.claim = (wish) => {
          if (wish.queue === "webhook") asked.push(wish.limit)
          return queue.claim(wish)
        }
        yield* Effect.provideService(dispatcher, JobQueue, { ...queue, claim })
        yield* moment
        expect(yield* receivedAt(slowUrl)).toBe(placesMax)
        // Without a free slot it does not ask the queue.
        expect([asked.includes(placesMax), asked.includes(0)]).toEqual([true, false])
        yield* answer
        yield* moment
        expect(yield* receivedAt(slowUrl)).toBe(34 * placesOfCompany)
      }),
    ),
  )

  it.effect("starts the next delivery as soon as a slot is free, without waiting for its next look", () =>
    story(
      Effect.gen(function* () {
        const slow = yield* otherCompany("Lenta", slowUrl)
        const { answer } = yield* slowness
        yield* tell(slow, 2 * placesOfCompany)
        yield* dispatcher
        yield* moment
        yield* untilAtRest
        expect(yield* receivedAt(slowUrl)).toBe(placesOfCompany)
        yield* answer
        yield* untilAtRest
        yield* TestClock.adjust(pauseMillis)
        yield* untilAtRest
        expect(yield* receivedAt(slowUrl)).toBe(2 * placesOfCompany)
      }),
    ),
  )

  it.effect("finishes started deliveries when it is stopped, records them, and starts nothing new", () =>
    story(
      Effect.gen(function* () {
        const slow = yield* otherCompany("Lenta", slowUrl)
        const { answer } = yield* slowness
        const { stop } = yield* dispatcher
        yield* tell(slow, placesOfCompany + 4)
        yield* moment
        const stopping = yield* Effect.forkChild(stop)
        yield* moment
        expect(stopping.pollUnsafe()).toBeUndefined()
        yield* answer
        yield* moment
        yield* Fiber.join(stopping)
        expect(yield* countOf(slow, "delivered")).toBe(placesOfCompany)
        expect(yield* countOf(slow, "pending")).toBe(4)
        yield* tell(slow, 1)
        yield* moment
        expect(yield* receivedAt(slowUrl)).toBe(placesOfCompany)
        expect((yield* DeliveriesInFlight).waiting()).toBe(0)

        // The next worker has nothing to wait for: no lease is left.
        yield* dispatcher
        yield* moment
        expect(yield* countOf(slow, "delivered")).toBe(placesOfCompany + 5)
      }),
    ),
  )

  it.effect("starts nothing while it is stopped", () =>
    story(
      Effect.gen(function* () {
        const seller = yield* Seller
        yield* configure()
        const { starting, isIdle } = yield* DeliveriesInFlight
        yield* dispatcher
        const held = yield* Deferred.make<void>()
        const holding = yield* Effect.forkChild(starting.withPermit(Effect.andThen(isIdle.await, Deferred.await(held))))
        yield* moment
        yield* tell(seller, 3)
        yield* moment
        expect(yield* idsReceived).toEqual([])
        yield* Deferred.succeed(held, undefined)
        yield* Fiber.join(holding)
        yield* moment
        expect(yield* countOf(seller, "delivered")).toBe(3)
      }),
    ),
  )

  it.effect("shares the work with another, and nothing is sent twice", () =>
    story(
      Effect.gen(function* () {
        const seller = yield* Seller
        yield* configure()
        yield* tell(seller, 60)
        yield* dispatcher
        yield* Effect.provide(dispatcher, Layer.fresh(DeliveriesInFlight.layer))
        yield* moment
        expect(yield* countOf(seller, "delivered")).toBe(60)
        expect(yield* idsReceived).toHaveLength(60)
      }),
    ),
  )

  it.effect("continues after failures of the store, and loses nothing", () =>
    story(
      Effect.gen(function* () {
        const seller = yield* Seller
        yield* configure()
        yield* tell(seller, 20)
        let fails = 0
        const process = yield* processWith(({ name, moment: when }) => {
          fails += 1
          return when === "before" && fails % 5 === 0
            ? new StorageUnavailable({ fault: "locked", operation: name, cause: new Error("locked") })
            : Effect.void
        })
        yield* process(dispatcher)
        const { nextDueIn } = yield* JobQueue
        for (let minute = 0; minute < 60 && (yield* nextDueIn("webhook")) !== null; minute += 1) {
          yield* moment
          yield* TestClock.adjust("1 minute")
        }
        // A delivery that failed too often was given up: none waits for ever.
        expect((yield* countOf(seller, "delivered")) + (yield* countOf(seller, "failed"))).toBe(20)
        expect(yield* countOf(seller, "delivered")).toBeGreaterThan(10)
        expect(yield* nextDueIn("webhook")).toBeNull()
        yield* moment
        expect((yield* DeliveriesInFlight).waiting()).toBe(0)
      }),
    ),
  )

  it.effect("survives a sender that fails on one receiver", () =>
    story(
      Effect.gen(function* () {
        const seller = yield* Seller
        yield* configure()
        const receiver = yield* Receiver
        receiver.answer = () => Effect.die(new Error("no header of HTTP"))
        yield* tell(seller, 3)
        yield* dispatcher
        yield* moment
        expect((yield* DeliveriesInFlight).waiting()).toBe(0)
        yield* answering(200)
        yield* TestClock.adjust("1 minute")
        yield* moment
        expect(yield* countOf(seller, "delivered")).toBe(3)
      }),
    ),
  )
})
