/** Stories of single orders: the result of each payment method, what is stored, and what is refused early. */
import { describe, expect, it } from "@effect/vitest"
import { SandboxReports } from "@vintem/adapters"
import { parseTelephone } from "@vintem/domain/customer"
import { type Document, parseDocument } from "@vintem/domain/documents"
import { FeeSchedule } from "@vintem/domain/fees"
import { CustomerId, SavedCardToken } from "@vintem/domain/identifiers"
import { attemptState, capturedOf, cardOf, instrumentOf, type Order, statusOf } from "@vintem/domain/order"
import { Acquirer, type ChargeRequest, CompanyRepository, OrderRepository } from "@vintem/domain/ports"
import { exampleCustomer, examplePlacedAt } from "@vintem/testing"
import { Effect, Fiber, Layer, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { ChargePolicy, recordReports } from "../src/index.ts"
import { type Boundary, processWith } from "./process.ts"
import {
  acquirerTimeoutMillis,
  allCustomers,
  allOrders,
  Books,
  card,
  cards,
  homeAddress,
  hostingAddress,
  isCardKept,
  isLogComplete,
  now,
  onlyAttempt,
  onlyOrder,
  pix,
  place,
  reconcile,
  request,
  Seller,
  savedCard,
  layer as shop,
  slip,
  untilAtRest,
} from "./shop.ts"

const layer = SandboxReports.SandboxReports.layer.pipe(Layer.provideMerge(shop))

/** The acquirer, and the charge requests that it got. */
const listening = Effect.gen(function* () {
  const acquirer = yield* Acquirer
  const requests: Array<ChargeRequest> = []
  return {
    requests,
    acquirer: Acquirer.of({
      ...acquirer,
      charge: (asked) => {
        requests.push(asked)
        return acquirer.charge(asked)
      },
    }),
  }
})

/** A later report of the acquirer about an order's attempt, recorded. */
const reported = Effect.fnUntraced(function* (order: Order, kind: SandboxReports.ReportKind) {
  const reports = yield* SandboxReports.SandboxReports
  const { id: attempt, key } = onlyAttempt(order)
  const at = yield* now
  const told = (yield* reports.report(key, kind)).map((one) => ({ ...one, attempt, at }))
  yield* recordReports(order.details.company, order.details.number, told)
})

describe("a single order by card", () => {
  it.effect.each([
    ["approved", "paid", "confirmed", 10_000],
    ["refused", "unpaid", "refused", 0],
    ["held", "risk_analysis", "review", 0],
    ["failing", "pending", "unknown", 0],
    ["silent", "pending", "unknown", 0],
  ] as const)("that is %s is %s", ([behavior, status, state, captured]) =>
    Effect.gen(function* () {
      const { answer, isReplayed } = yield* place(card(cards[behavior]))
      expect(isReplayed).toBe(false)
      const order = yield* onlyOrder
      expect(statusOf(order)).toBe(status)
      expect(attemptState(onlyAttempt(order).facts)).toBe(state)
      expect(capturedOf(order)).toBe(captured)
      expect(JSON.parse(answer.body)).toMatchObject({ number: order.details.number, status, captured })
      expect(yield* isLogComplete(order)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stores the attempt before the request to the acquirer", () =>
    Effect.gen(function* () {
      const { id: company } = yield* Seller
      const orders = yield* OrderRepository
      const acquirer = yield* Acquirer
      let read: Option.Option<string | null> = Option.none()
      const charge: typeof acquirer.charge = (asked) =>
        orders.findByAttempt(company, asked.key).pipe(
          Effect.orDie,
          Effect.tap((stored) => {
            read = Option.map(stored, ({ order }) => attemptState(onlyAttempt(order).facts))
            return Effect.void
          }),
          Effect.andThen(acquirer.charge(asked)),
        )
      yield* Effect.provideService(place(card(cards.approved)), Acquirer, { ...acquirer, charge })
      expect(read).toEqual(Option.some("sent"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("commits the intent, asks the acquirer while no unit of work is open, and commits the outcome", () =>
    Effect.gen(function* () {
      const met: Array<Boundary> = []
      const process = yield* processWith((boundary) =>
        Effect.sync(() => {
          met.push(boundary)
        }),
      )
      yield* process(place(card(cards.approved)))
      expect(met.filter(({ isInUnit }) => !isInUnit).map(({ name }) => name)).toEqual([
        "before WriteSets.commitFor",
        "after WriteSets.commitFor",
        "before Acquirer.charge",
        "after Acquirer.charge",
        "before WriteSets.commit",
        "after WriteSets.commit",
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("tells the acquirer the amount, the payer and the receiver, under the key of the attempt", () =>
    Effect.gen(function* () {
      const { requests, acquirer } = yield* listening
      const payment = card(cards.approved, 3)
      yield* Effect.provideService(place(payment), Acquirer, acquirer)
      const order = yield* onlyOrder
      const { name, city } = yield* Seller
      expect(requests).toEqual([
        {
          key: onlyAttempt(order).key,
          company: order.details.company,
          order: order.details.number,
          amount: 10_000,
          items: order.details.items,
          address: order.details.address,
          initiator: "payer",
          means: {
            _tag: "card",
            card: payment._tag === "credit" && payment.card._tag === "new" ? payment.card.details : null,
            installments: 3,
          },
          payer: exampleCustomer,
          receiver: { name, city },
        },
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("waits for a silent acquirer as long as configured, and no longer", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(request(card(cards.silent)))
      yield* untilAtRest
      yield* TestClock.adjust(acquirerTimeoutMillis - 1)
      yield* untilAtRest
      expect(waiting.pollUnsafe()).toBeUndefined()
      expect(onlyAttempt(yield* onlyOrder).facts).toEqual(["sent"])
      yield* TestClock.adjust(1)
      yield* Fiber.join(waiting)
      expect(onlyAttempt(yield* onlyOrder).facts).toEqual(["sent", "unknown"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds out a silent acquirer's outcome by asking, without charging again", () =>
    Effect.gen(function* () {
      const books = yield* Books
      yield* place(card(cards.silent))
      const charged = yield* books.charges
      yield* reconcile
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(yield* books.charges).toEqual(charged)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps its price if the company's fees change", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const seller = yield* Seller
      yield* place(card(cards.approved, 3))
      const before = onlyAttempt(yield* onlyOrder).quote
      expect(before).toMatchObject({ charged: 10_000, installments: [3_334, 3_333, 3_333], fee: 988, net: 9_012 })

      const generous = { ...seller, fees: freeOfCharge }
      yield* companies.save(generous)
      yield* place(card(cards.approved, 3), { company: generous })
      const [first, second] = yield* allOrders
      expect(first?.attempts[0]?.quote).toEqual(before)
      expect(second?.attempts[0]?.quote).toMatchObject({ charged: 10_000, fee: 0, net: 10_000 })
    }).pipe(Effect.provide(layer)),
  )
})

const freeOfCharge = Schema.decodeSync(FeeSchedule)({
  pix: { percent: 0, fixed: 0 },
  bank_slip: { percent: 0, fixed: 0 },
  credit: [{ upTo: 12, percent: 0, fixed: 0 }],
  interest: 0,
})

describe("a single order by Pix", () => {
  it.effect.each([
    [null, 10],
    [1, 1],
    [43_200, 43_200],
  ] as const)("of %s minutes can be paid for %s minutes", ([asked, minutes]) =>
    Effect.gen(function* () {
      yield* place(pix(asked))
      const order = yield* onlyOrder
      expect(statusOf(order)).toBe("waiting_payment")
      expect(instrumentOf(onlyAttempt(order))).toMatchObject({
        _tag: "pix",
        expiresAt: examplePlacedAt + minutes * 60_000,
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is paid when the payer pays, even if it had expired", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* reported(yield* onlyOrder, "expired")
      expect(statusOf(yield* onlyOrder)).toBe("unpaid")
      yield* reported(yield* onlyOrder, "paid")
      const order = yield* onlyOrder
      expect(statusOf(order)).toBe("paid")
      expect(capturedOf(order)).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a single order by slip", () => {
  it.effect.each([
    // placed at (UTC), requested days, due
    ["2026-03-02T12:00Z", null, "2026-03-05"], // Monday and three days
    ["2026-03-02T12:00Z", 1, "2026-03-03"],
    ["2026-03-02T12:00Z", 5, "2026-03-09"], // Saturday moves to Monday
    ["2026-04-01T12:00Z", 2, "2026-04-06"], // Good Friday moves to Monday
    ["2026-04-17T12:00Z", 4, "2026-04-22"], // Tiradentes, a Tuesday
    ["2026-12-29T12:00Z", 3, "2027-01-04"], // New Year's Day is a Friday
    ["2026-03-03T02:59Z", null, "2026-03-05"], // in São Paulo it is still Monday
    ["2026-03-03T03:00Z", null, "2026-03-06"], // and now Tuesday
  ] as const)("placed at %s, of %s days, is due on %s", ([placedAt, days, due]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(placedAt))
      yield* place(slip(days))
      const order = yield* onlyOrder
      expect(statusOf(order)).toBe("waiting_payment")
      expect(instrumentOf(onlyAttempt(order))).toMatchObject({ _tag: "bank_slip", dueDate: due })
    }).pipe(Effect.provide(layer)),
  )
})

describe("the card of a single order", () => {
  it.effect.each([
    ["approved", true],
    ["refused", false],
    ["held", false],
    ["failing", false],
    ["silent", false],
  ] as const)("that is %s is stored: %s", ([behavior, isKept]) =>
    Effect.gen(function* () {
      yield* place(card(cards[behavior]))
      expect(yield* isCardKept(yield* onlyOrder)).toBe(isKept)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that was held is stored after the charge is confirmed, and not before", () =>
    Effect.gen(function* () {
      yield* place(card(cards.held))
      expect(yield* isCardKept(yield* onlyOrder)).toBe(false)
      yield* reported(yield* onlyOrder, "risk_approved")
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(yield* isCardKept(yield* onlyOrder)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that was held and then rejected is not stored", () =>
    Effect.gen(function* () {
      yield* place(card(cards.held))
      yield* reported(yield* onlyOrder, "risk_rejected")
      expect(statusOf(yield* onlyOrder)).toBe("unpaid")
      expect(yield* isCardKept(yield* onlyOrder)).toBe(false)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that was charged in silence is stored when that is found out", () =>
    Effect.gen(function* () {
      yield* place(card(cards.silent))
      yield* reconcile
      expect(yield* isCardKept(yield* onlyOrder)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is charged again by its token, and shown as the same card", () =>
    Effect.gen(function* () {
      const { requests, acquirer } = yield* listening
      yield* place(card(cards.approved))
      const paid = onlyAttempt(yield* onlyOrder)
      const token = tokenOf(yield* onlyOrder)
      yield* Effect.provideService(place(savedCard(token)), Acquirer, acquirer)
      expect(requests.map(({ means }) => means)).toEqual([
        { _tag: "saved_card", acquirerToken: paid._tag === "credit" ? paid.cardToken : null, installments: 1 },
      ])
      const [, again] = yield* allOrders
      expect(again === undefined ? null : statusOf(again)).toBe("paid")
      expect(again?.attempts).toMatchObject([{ card: cardOf(paid) }])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stays stored when a later charge to it is refused", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approvedOnce))
      const order = yield* onlyOrder
      yield* place(savedCard(tokenOf(order)))
      expect((yield* allOrders).map(statusOf)).toEqual(["paid", "unpaid"])
      expect(yield* isCardKept(order)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )
})

const tokenOf = (order: Order): SavedCardToken => {
  const charged = cardOf(onlyAttempt(order))
  if (charged === null) throw new Error("This order was paid by card.")
  return charged.token
}

describe("the customer of a single order", () => {
  it.effect("is one for each document, with the latest details", () =>
    Effect.gen(function* () {
      const moved = { ...exampleCustomer, telephone: Result.getOrThrow(parseTelephone("(21) 91234-5678")) }
      yield* place(pix())
      yield* place(pix(), { order: { customer: moved } })
      const [first, second] = yield* allOrders
      expect((yield* allCustomers).map(({ id, details }) => ({ id, details }))).toEqual([
        { id: first?.details.customerId, details: moved },
      ])
      expect(second?.details.customerId).toBe(first?.details.customerId)
      expect(second?.details.customer).toEqual(moved)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stays in the order as they were when it was placed", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const moved = { ...exampleCustomer, telephone: Result.getOrThrow(parseTelephone("(21) 91234-5678")) }
      yield* place(pix(), { order: { customer: moved } })
      const [first] = yield* allOrders
      expect(first?.details.customer).toEqual(exampleCustomer)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is another if the document is another", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* place(pix(), { order: { customer: { ...exampleCustomer, document: anotherDocument } } })
      expect(yield* allCustomers).toHaveLength(2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is the one in the request, whatever its document", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { customerId } = (yield* onlyOrder).details
      yield* place(pix(), { order: { customerId, customer: { ...exampleCustomer, document: anotherDocument } } })
      const [, second] = yield* allOrders
      expect(second?.details.customerId).toBe(customerId)
    }).pipe(Effect.provide(layer)),
  )
})

const anotherDocument: Document = Result.getOrThrow(parseDocument("11.222.333/0001-81"))

const unknown = (references: { readonly customerId: boolean; readonly cardToken: boolean }) => ({
  _tag: "UnknownReferences",
  references,
})

describe("a single order that is refused", () => {
  const nobody = CustomerId.make(404)
  const noCard = savedCard(SavedCardToken.make("01890a5d-ac96-774b-bcce-b302099a8057"))

  /** Each row fixes the fault that stopped the row above it. */
  const rows = [
    // under moderation, address, customer, payment, outcome
    [true, hostingAddress, nobody, noCard, { _tag: "UnderModeration" }],
    [false, hostingAddress, nobody, noCard, { _tag: "FromHosting" }],
    [false, homeAddress, nobody, noCard, unknown({ customerId: true, cardToken: true })],
    [false, homeAddress, null, noCard, unknown({ customerId: false, cardToken: true })],
    [false, homeAddress, nobody, pix(), unknown({ customerId: true, cardToken: false })],
  ] as const

  it.effect.each(
    rows.map(([underModeration, clientAddress, customerId, payment, outcome]) => ({
      underModeration,
      clientAddress,
      customerId,
      payment,
      outcome,
      title: JSON.stringify(outcome),
    })),
  )("gets $title, and nothing is placed, written or charged", ({ outcome, payment, ...row }) =>
    Effect.gen(function* () {
      const { requests, acquirer } = yield* listening
      const company = { ...(yield* Seller), underModeration: row.underModeration }
      yield* (yield* CompanyRepository).save(company)
      const { answer } = yield* place(payment, {
        company,
        clientAddress: row.clientAddress,
        order: { customerId: row.customerId },
      }).pipe(Effect.provideService(Acquirer, acquirer))
      expect(JSON.parse(answer.body)).toEqual(outcome)
      expect(requests).toEqual([])
      expect(yield* allOrders).toEqual([])
      expect(yield* allCustomers).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is placed if nothing is wrong", () =>
    Effect.gen(function* () {
      yield* place(pix(), { clientAddress: homeAddress })
      expect(statusOf(yield* onlyOrder)).toBe("waiting_payment")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a hosting address", () => {
  it.effect.each([
    // the service's setting, the company's setting, if the order is placed
    [true, null, false],
    [true, false, true],
    [true, true, false],
    [false, null, true],
    [false, false, true],
    [false, true, false],
  ] as const)("if the service blocks: %s, and the company blocks: %s, may place an order: %s", ([service, own, may]) =>
    Effect.gen(function* () {
      const company = { ...(yield* Seller), blockCloud: own }
      yield* place(pix(), { company, clientAddress: hostingAddress }).pipe(
        Effect.provideService(ChargePolicy, { acquirerTimeoutMillis, blockCloud: service }),
      )
      expect((yield* allOrders).length).toBe(may ? 1 : 0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not assumed if the address is unknown", () =>
    Effect.gen(function* () {
      yield* place(pix())
      expect(yield* allOrders).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )
})
