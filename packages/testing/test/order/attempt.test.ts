// The fields of an attempt by each method, and the facts that an event and a stored set may have.

import { AttemptId } from "@vintem/domain/identifiers"
import type { PaymentMethod } from "@vintem/domain/method"
import { attemptFacts, cardOf, isInFlight, isUnanswered, OrderEvent, orderReportFrom } from "@vintem/domain/order"
import {
  attemptReported,
  attemptResolved,
  attemptStarted,
  exampleCard,
  exampleNow,
  exampleOrder,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const methods: ReadonlyArray<PaymentMethod> = ["pix", "bank_slip", "credit"]

describe("an attempt", () => {
  it.each(methods)("by %s has a card if and only if that is credit", (method) => {
    const { attempts } = exampleOrder(attemptStarted(1, method))
    expect(attempts.map(cardOf)).toEqual([method === "credit" ? exampleCard : null])
  })

  it.each(methods)("by %s has a verdict if and only if an operator gave one", (method) => {
    const undecided = exampleOrder(attemptStarted(1, method), attemptReported(1, "unknown"))
    expect(undecided.attempts.map((attempt) => Object.hasOwn(attempt, "verdict"))).toEqual([false])
    const decided = exampleOrder(attemptStarted(1, method), attemptResolved(1, "unpaid"))
    expect(decided.attempts).toMatchObject([{ _tag: method, verdict: "unpaid" }])
  })

  it.each(methods)("by %s begins with an event that has a card if and only if that is credit", (method) => {
    const isEvent = Schema.is(OrderEvent)
    const started = attemptStarted(1, method)
    expect(isEvent(started)).toBe(true)
    expect(isEvent({ ...started, card: method === "credit" ? null : exampleCard })).toBe(false)
    expect(isEvent(attemptReported(1, "confirmed"))).toBe(true)
  })

  it("is reported to the order as the acquirer sent it, under its number", () => {
    const told = { _tag: "AttemptUpdate", fact: "open", report: { tid: "tid-1" } } as const
    const attempt = AttemptId.make(2)
    expect(orderReportFrom(told, attempt, exampleNow)).toEqual({ ...told, attempt, at: exampleNow })
  })
})

describe("the facts of an attempt", () => {
  it.each([
    [[], { isInFlight: false, isUnanswered: true }],
    [["sent"], { isInFlight: true, isUnanswered: true }],
    [["sent", "unknown"], { isInFlight: true, isUnanswered: false }],
    [["sent", "unknown", "open"], { isInFlight: false, isUnanswered: false }],
    [["sent", "refused"], { isInFlight: false, isUnanswered: false }],
  ] as const)("%j: %j", (facts, expected) => {
    const set = attemptFacts.of(...facts)
    expect({ isInFlight: isInFlight(set), isUnanswered: isUnanswered(set) }).toEqual(expected)
  })

  it("are one set in any order, with repetitions", () => {
    const set = attemptFacts.of("sent", "open", "confirmed")
    expect(attemptFacts.of("confirmed", "sent", "open", "sent")).toEqual(set)
    expect(attemptFacts.union(set, attemptFacts.of("sent", "open"))).toBe(set)
    expect(attemptFacts.union(attemptFacts.of("sent"), attemptFacts.of("sent", "open"))).toEqual(
      attemptFacts.of("open", "sent"),
    )
  })
})
