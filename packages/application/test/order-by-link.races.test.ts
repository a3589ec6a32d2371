/**
 * Several concurrent payers of one link: on a single-payment link, one is charged in any interleaving.
 *
 * A scheduler decides who continues at each boundary.
 */
import { attemptState, statusOf } from "@vintem/domain/order"
import { isUsedUp, linkTotal } from "@vintem/domain/payment-link"
import { PaymentLinkRepository, type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { exampleCustomer, exampleLinkCreated } from "@vintem/testing"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type OrderByLinkRefusal, type OrderPayment, orderByLink, type PlaceOrderOutcome } from "../src/index.ts"
import { processWith } from "./process.ts"
import {
  allOrders,
  Books,
  card,
  cards,
  homeAddress,
  inTime,
  layer,
  pix,
  reconcile,
  Seller,
  slip,
  untilAtRest,
} from "./shop.ts"

const created = (expireAfterPayment: boolean) => exampleLinkCreated({ terms: { expireAfterPayment } })
const { details, terms } = created(true)
const asked = linkTotal(terms)

const pay = (payment: OrderPayment) =>
  Effect.gen(function* () {
    const company = yield* Seller
    return yield* orderByLink({
      company,
      slug: details.slug,
      customer: exampleCustomer,
      address: null,
      payment,
      visitor: homeAddress,
      total: null,
      keyed: null,
      encode,
    })
  })

const encode = (outcome: PlaceOrderOutcome<OrderByLinkRefusal>): StoredAnswer =>
  outcome._tag === "Placed"
    ? { status: 200, body: statusOf(outcome.order) }
    : { status: 422, body: outcome._tag === "Refused" ? nameOf(outcome.refusal) : outcome._tag }

const nameOf = (refusal: OrderByLinkRefusal): string =>
  refusal._tag === "LinkRefused" ? refusal.refusal.reason : refusal._tag

const race = async (scheduler: fc.Scheduler, payments: ReadonlyArray<OrderPayment>, expireAfterPayment: boolean) => {
  const runtime = ManagedRuntime.make(layer.pipe(Layer.provideMerge(TestClock.layer())))
  try {
    await runtime.runPromise(
      Effect.gen(function* () {
        const { id: company } = yield* Seller
        const links = yield* PaymentLinkRepository
        const { commit } = yield* UnitOfWork
        const link = created(expireAfterPayment)
        yield* commit(links.add([{ ...link, details: { ...link.details, company } }]))
      }),
    )
    const payers = payments.map(async (payment, position) => {
      await scheduler.schedule(Promise.resolve(), `${position}: arrives`)
      return runtime.runPromise(
        Effect.gen(function* () {
          const process = yield* processWith(({ name, isInUnit }) =>
            isInUnit
              ? Effect.void
              : Effect.promise(() => scheduler.schedule(Promise.resolve(), `${position}: ${name}`)),
          )
          return yield* process(pay(payment))
        }),
      )
    })
    const answers = await scheduler.waitFor(Promise.all(payers))
    return await runtime.runPromise(
      Effect.gen(function* () {
        const books = yield* Books
        yield* reconcile
        const links = yield* PaymentLinkRepository
        const { id: company } = yield* Seller
        const link = Option.getOrThrow(yield* links.find(company, details.slug))
        return {
          link,
          answers: answers.map(({ answer }) => answer),
          orders: yield* allOrders,
          received: yield* books.received,
          late: (yield* inTime(pay(card(cards.approved)))).answer,
        }
      }),
    )
  } finally {
    await runtime.dispose()
  }
}

const paymentsOf = fc.array(
  fc.constantFrom(
    card(cards.approved),
    card(cards.approved),
    card(cards.refused),
    card(cards.held),
    card(cards.failing),
    pix(),
    slip(),
  ),
  { minLength: 2, maxLength: 4 },
)

/** After each step every fiber runs as far as it can. Otherwise fibers with several turns would never be overtaken. */
const schedulers = fc.scheduler({ act: (step) => step().then(() => Effect.runPromise(untilAtRest)) })

describe("concurrent payers of one link", () => {
  it("single use: a single-payment link receives its amount at most once", () =>
    fc.assert(
      fc.asyncProperty(schedulers, paymentsOf, async (scheduler, payments) => {
        const { answers, late, link, orders, received } = await race(scheduler, payments, true)
        expect(received).toBeLessThanOrEqual(asked)
        expect(isUsedUp(link)).toBe(received === asked)
        // A refused payer left nothing behind, and got the right reason.
        const turnedAway = answers.filter(({ status }) => status === 422)
        expect(orders).toHaveLength(payments.length - turnedAway.length)
        for (const { body } of turnedAway) expect(["LinkClosed", "PaymentInFlight"]).toContain(body)
        const states = orders.flatMap(({ attempts }) => attempts.map(({ facts }) => attemptState(facts)))
        expect(states.filter((one) => one === "confirmed" || one === "review").length).toBeLessThanOrEqual(1)
        const isFree = !states.some((one) => one === "confirmed" || one === "review")
        expect(late).toEqual(
          isFree
            ? { status: 200, body: "paid" }
            : { status: 422, body: received === asked ? "LinkClosed" : "PaymentInFlight" },
        )
      }),
      { numRuns: 150 },
    ))

  it("a multi-payment link refuses no payer", () =>
    fc.assert(
      fc.asyncProperty(schedulers, paymentsOf, async (scheduler, payments) => {
        const { answers, orders, received } = await race(scheduler, payments, false)
        expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200))
        expect(orders).toHaveLength(payments.length)
        const paid = orders.filter((order) => statusOf(order) === "paid")
        expect(received).toBe(paid.length * asked)
      }),
      { numRuns: 50 },
    ))
})
