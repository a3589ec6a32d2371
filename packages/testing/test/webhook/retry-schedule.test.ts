// The retry schedule of a delivery, attempt by attempt: the waits, and the end.

import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import {
  afterAttempt,
  attemptsKeptMax,
  givenUp,
  isDelivered,
  longTailWaitsMillis,
  newDelivery,
  redelivered,
  retriesBeganAt,
  usualTries,
  type WebhookDelivery,
  type WebhookOutcome,
} from "@vintem/domain/webhook"
import { exampleWebhookEvent } from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const second = 1_000
const hour = 3_600 * second
const step = 30 * second
const usual = { stepMillis: step, hasLongTail: false }
const longTail = { stepMillis: step, hasLongTail: true }

const answered = (status: number, retryAfterMillis: number | null = null): WebhookOutcome => ({
  _tag: "Answered",
  status,
  retryAfterMillis,
})
const silent: WebhookOutcome = { _tag: "NotAnswered", error: "timed_out: no answer" }

const fresh = newDelivery(exampleWebhookEvent(CompanyId.make(1), 1))

/** The next attempt of a delivery, when it is due, taking a second. */
const attempt = (delivery: WebhookDelivery, outcome: WebhookOutcome, policy = usual) => {
  const startedAt = delivery.nextAttemptAt ?? instant(0)
  return afterAttempt(delivery, outcome, { startedAt, endedAt: instant(startedAt + second) }, policy)
}

/** The waits after each attempt until the schedule is over, in milliseconds. */
const waits = (outcome: WebhookOutcome, policy = usual): ReadonlyArray<number> => {
  const found: Array<number> = []
  let delivery = fresh
  while (delivery.nextAttemptAt !== null) {
    const startedAt = delivery.nextAttemptAt
    delivery = attempt(delivery, outcome, policy).delivery
    if (delivery.nextAttemptAt !== null) found.push(delivery.nextAttemptAt - startedAt - second)
  }
  return found
}

describe("the retry schedule", () => {
  it("is one attempt and three retries, after one, two and three steps", () => {
    expect(waits(answered(500))).toEqual([step, 2 * step, 3 * step])
    expect(waits(silent)).toEqual([step, 2 * step, 3 * step])
  })

  it("began with its event, or with the last request to send it again, however often it was tried since", () => {
    let delivery = fresh
    for (const began of [fresh.event.occurredAt, instant(fresh.event.occurredAt + 9 * hour)]) {
      while (delivery.state === "pending") {
        expect(retriesBeganAt(delivery)).toBe(began)
        delivery = attempt(delivery, silent, longTail).delivery
      }
      delivery = redelivered(delivery, instant(fresh.event.occurredAt + 9 * hour))
    }
  })

  it("continues for days if the company wants it", () => {
    expect(waits(silent, longTail)).toEqual([step, 2 * step, 3 * step, ...longTailWaitsMillis])
    expect(longTailWaitsMillis.reduce((sum, wait) => sum + wait, 0)).toBe((5 * 24 + 7) * hour)
  })

  it("ends with the first 2xx answer", () => {
    for (const status of [200, 204, 299]) {
      const { delivery, verdict } = attempt(fresh, answered(status))
      expect([delivery.state, delivery.nextAttemptAt, verdict]).toEqual(["delivered", null, "delivered"])
    }
  })

  it.each([199, 300, 301, 302, 307, 308, 400, 404, 500, 503])(
    "counts %i as a failure: it is not followed",
    (status) => {
      expect(attempt(fresh, answered(status)).verdict).toBe("retrying")
    },
  )

  it("ends at once if the receiver is gone", () => {
    const { delivery, verdict } = attempt(fresh, answered(410), longTail)
    expect([delivery.state, delivery.nextAttemptAt, verdict]).toEqual(["failed", null, "gone"])
  })

  it("waits as long as a busy receiver asks, at most an hour, and at least the usual wait", () => {
    const wait = (status: number, asked: number) => {
      const { delivery } = attempt(fresh, answered(status, asked))
      return (delivery.nextAttemptAt ?? 0) - fresh.event.occurredAt - second
    }
    expect(wait(429, 5 * 60 * second)).toBe(5 * 60 * second)
    expect(wait(503, 24 * hour)).toBe(hour)
    expect(wait(429, second)).toBe(step)
    expect(wait(500, 5 * 60 * second)).toBe(step)
  })

  it("reports the failure of the usual schedule once", () => {
    let delivery = fresh
    const verdicts: Array<string> = []
    while (delivery.nextAttemptAt !== null) {
      const after = attempt(delivery, silent, longTail)
      verdicts.push(after.verdict)
      delivery = after.delivery
    }
    expect(verdicts).toEqual([
      ...Array.from({ length: usualTries - 1 }, () => "retrying"),
      "failed",
      ...longTailWaitsMillis.map(() => "lingering"),
    ])
  })

  it("starts again with a redelivery, and keeps earlier attempts", () => {
    const failed = givenUp(attempt(fresh, silent).delivery, "the webhook is disabled", instant(9_000))
    const again = redelivered(failed, instant(10_000))
    expect(again).toMatchObject({ state: "pending", tries: 0, nextAttemptAt: 10_000, endedAt: null })
    expect(again.attempts).toHaveLength(2)
  })

  it("law: a delivery is pending exactly while it has a next attempt, and the event never changes", () => {
    const outcome = fc.oneof(
      fc.integer({ min: 100, max: 599 }).map((status) => answered(status)),
      fc.constant(silent),
      fc.nat({ max: 10 * hour }).map((asked) => answered(429, asked)),
    )
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 80 }), fc.boolean(), (outcomes, hasLongTail) => {
        let delivery = fresh
        for (const one of outcomes) {
          if (delivery.nextAttemptAt === null) delivery = redelivered(delivery, delivery.endedAt ?? instant(0))
          const before = delivery
          delivery = attempt(delivery, one, { stepMillis: step, hasLongTail }).delivery
          expect(delivery.state === "pending").toBe(delivery.nextAttemptAt !== null)
          expect(delivery.endedAt === null).toBe(delivery.nextAttemptAt !== null)
          expect(delivery.state === "delivered").toBe(isDelivered(one))
          expect(delivery.event).toBe(before.event)
          expect(delivery.attempts.length).toBe(Math.min(before.attempts.length + 1, attemptsKeptMax))
          expect(delivery.nextAttemptAt ?? instant(before.nextAttemptAt ?? 0)).toBeGreaterThanOrEqual(
            before.nextAttemptAt ?? 0,
          )
        }
      }),
    )
  })
})
