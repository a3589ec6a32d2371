// The faults that the check finds, and that it finds none in a normal order.

import { fold } from "@vintem/domain/machine"
import { centavos } from "@vintem/domain/money"
import {
  type CreditAttempt,
  chargeFrom,
  checkOrder,
  type FoundOrder,
  ledgerOf,
  type Order,
  type OrderEvent,
  orderMachine,
  statusOf,
} from "@vintem/domain/order"
import {
  attemptReported,
  attemptStarted,
  exampleCard,
  exampleNow,
  examplePlaced,
  histories,
  refundReported,
} from "@vintem/testing"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

/** Events as stored, without a fault. */
const logOf = (events: ReadonlyArray<OrderEvent>): FoundOrder["log"] =>
  events.map((event, position) => ({ sequence: position + 1, event }))

const foundOf = (events: ReadonlyArray<OrderEvent>): FoundOrder & { readonly order: Order } => {
  const order = fold(orderMachine, events)
  if (order === null) throw new Error("These events do not begin with the placing.")
  return { order, status: statusOf(order), log: logOf(events) }
}

const placedOrder = examplePlaced()

const paid: ReadonlyArray<OrderEvent> = [
  placedOrder,
  attemptStarted(1, "credit"),
  attemptReported(1, "confirmed", { report: { captured: centavos(10_000), cardToken: "secret" } }),
]

const withCredit = (order: Order, change: Partial<CreditAttempt>): Order => ({
  ...order,
  attempts: order.attempts.map((attempt) => (attempt._tag === "credit" ? { ...attempt, ...change } : attempt)),
})

describe("the check", () => {
  it("finds nothing but an excess, and other amounts than were asked for, in whatever life an order lived", () => {
    fc.assert(
      fc.property(histories, ({ cast, changes, order }) => {
        const found = checkOrder({ order, status: statusOf(order), log: logOf([cast.placing, ...changes]) })
        const { captured, excess, refunded, reserved, chargedBack } = ledgerOf(order)
        const goingBack = refunded + reserved + chargedBack + excess
        const differing = found.flatMap((breach) => (breach._tag === "CapturedDiffers" ? breach : []))
        const others = found.filter(({ _tag }) => _tag !== "CapturedDiffers")
        expect(others).toEqual(excess > 0 ? [{ _tag: "MoneyExceeded", captured, goingBack }] : [])
        const unlike = order.attempts.filter(
          ({ payment, quote }) => payment !== null && payment.captured !== quote.charged,
        )
        expect(unlike.map(({ id }) => id)).toEqual(expect.arrayContaining(differing.map(({ attempt }) => attempt)))
      }),
    )
  })

  describe("of an order with contradicting reports", () => {
    const differing = [
      attemptReported(1, "review", { report: { reason: "Em análise", tid: "tid-2", decline: "soft" } }),
      attemptReported(1, "refused", { report: { reason: "Cartão bloqueado", tid: "tid-1", decline: "hard" } }),
      attemptReported(1, "voided", { report: { reason: "Encerrado a pedido", tid: "tid-0" } }),
    ]
    const log = [placedOrder, attemptStarted(1, "credit"), ...differing]
    const firstTold = { reason: "Em análise", tid: "tid-2", decline: "soft" } as const

    it("finds values that the rules of merging would not have stored", () => {
      const { order, ...found } = foundOf(log)
      const wrong = withCredit(order, { ...firstTold, tid: "tid-1" })
      expect(checkOrder({ ...found, order: wrong }).map(({ _tag }) => _tag)).toEqual([
        "StateDiffers",
        "StateDiffers",
        "StateDiffers",
      ])
    })
  })

  it("finds a log that is missing", () => {
    expect(checkOrder({ ...foundOf(paid), log: [] })).toEqual([{ _tag: "LogMissing" }])
  })

  it.each([
    [1, [{ _tag: "LogGap", expected: 1, found: 2 }]],
    [2, [{ _tag: "LogGap", expected: 2, found: 3 }]],
  ])("finds the gap in place of event %i", (missing, breaches) => {
    const found = foundOf(paid)
    expect(checkOrder({ ...found, log: found.log.filter(({ sequence }) => sequence !== missing) })).toEqual(breaches)
  })

  it("finds a missing last event by the order's later knowledge", () => {
    const found = foundOf(paid)
    const parts = checkOrder({ ...found, log: found.log.slice(0, 2) })
    expect(parts).toContainEqual({ _tag: "StateDiffers", part: "version", stored: 3, folded: 2 })
    expect(parts).toContainEqual({
      _tag: "StateDiffers",
      part: "attempts.0.facts",
      stored: "sent, confirmed",
      folded: "sent",
    })
    expect(parts).toContainEqual({ _tag: "StatusDiffers", stored: "paid", folded: "pending" })
  })

  it("finds a log that begins with another event, and one that places the order again", () => {
    const found = foundOf(paid)
    expect(checkOrder({ ...found, log: logOf(paid.slice(1)) })).toEqual([
      { _tag: "NotBegunByCreation", first: "AttemptStarted", expected: "OrderPlaced" },
    ])
    expect(checkOrder({ ...found, log: logOf([...paid, placedOrder]) })).toEqual([
      { _tag: "CreatedAgain", sequence: 4 },
    ])
  })

  it("does not fold a log with an unreadable event", () => {
    const found = foundOf(paid)
    const log = found.log.map((entry) => (entry.sequence === 3 ? { ...entry, event: null } : entry))
    expect(checkOrder({ ...found, log })).toEqual([])
  })

  it("compares the status even of an order that cannot be read", () => {
    expect(checkOrder({ ...foundOf(paid), order: null, status: "refund" })).toEqual([
      { _tag: "StatusDiffers", stored: "refund", folded: "paid" },
    ])
  })

  it("names each part that differs, with amounts and facts, but without texts", () => {
    const found = foundOf(paid)
    const order = withCredit(found.order, {
      card: { ...exampleCard, lastDigits: "2222" },
      payment: { captured: centavos(9_999), confirmedAt: exampleNow },
      cardToken: "another",
      nsu: "1",
    })
    expect(checkOrder({ ...found, order })).toEqual([
      { _tag: "StateDiffers", part: "attempts.0.card.lastDigits", stored: "(text)", folded: "(text)" },
      { _tag: "StateDiffers", part: "attempts.0.captured", stored: 9_999, folded: 10_000 },
      { _tag: "StateDiffers", part: "attempts.0.nsu", stored: "(text)", folded: "(nothing)" },
      { _tag: "StateDiffers", part: "attempts.0.cardToken", stored: "(text)", folded: "(text)" },
      { _tag: "CapturedDiffers", attempt: 1, charged: 10_000, captured: 9_999 },
    ])
  })

  it("finds more money going back than came in", () => {
    const found = foundOf([...paid, refundReported(1, "settled"), refundReported(2, "requested", { amount: 1 })])
    expect(checkOrder(found)).toEqual([{ _tag: "MoneyExceeded", captured: 10_000, goingBack: 10_001 }])
  })

  it.each([
    ["less than was asked for", 9_999, 0, true],
    ["more than was asked for", 10_001, 0, true],
    ["nothing", 0, 0, true],
    ["less, of which a part was given back", 9_999, 1, true],
    ["less, all of which was given back", 9_999, 9_999, false],
    ["what was asked for", 10_000, 0, false],
  ])("checks that the acquirer captured the requested amount: %s", (_, captured, back, isFound) => {
    const confirmed = attemptReported(1, "confirmed", { report: { captured: centavos(captured) } })
    const refunds = back === 0 ? [] : [refundReported(1, "settled", { amount: back })]
    const found = checkOrder(foundOf([placedOrder, attemptStarted(1, "pix"), confirmed, ...refunds]))
    expect(found).toEqual(isFound ? [{ _tag: "CapturedDiffers", attempt: 1, charged: 10_000, captured }] : [])
  })

  it("finds attempts that are in flight together", () => {
    const found = foundOf([placedOrder, attemptStarted(1, "pix"), attemptStarted(2, "credit")])
    expect(checkOrder(found)).toEqual([{ _tag: "InFlightTogether", attempts: [1, 2] }])
  })

  it.each([
    ["do not add up", [3_999, 3_000, 3_000]],
    ["are not alike after the first", [3_000, 3_000, 4_000]],
  ])("finds installments that %s", (_, amounts) => {
    const [first = 0, ...rest] = amounts
    const [placing, start] = paid
    if (placing?._tag !== "OrderPlaced" || start?._tag !== "AttemptStarted") throw new Error("They begin otherwise.")
    const installments = [centavos(first), ...rest.map(centavos)] as const
    const charge = chargeFrom({ ...start.quote, charged: centavos(10_000), installments }, start.card)
    expect(checkOrder(foundOf([placing, { ...start, ...Option.getOrThrow(charge) }]))).toEqual([
      { _tag: "InstallmentsWrong", attempt: 1, charged: 10_000, installments: amounts },
    ])
  })
})
