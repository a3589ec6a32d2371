// The record of an attempt to deliver a webhook.

import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import {
  afterAttempt,
  attemptsKeptMax,
  givenUp,
  isDelivered,
  newDelivery,
  retriesBeganAt,
  type WebhookDelivery,
  type WebhookOutcome,
} from "@vintem/domain/webhook"
import { exampleWebhookEvent } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const fresh = newDelivery(exampleWebhookEvent(CompanyId.make(1), 1))
const policy = { stepMillis: 30_000, hasLongTail: true }
const answered = (status: number): WebhookOutcome => ({ _tag: "Answered", status, retryAfterMillis: null })
const attempted = (delivery: WebhookDelivery, outcome: WebhookOutcome) =>
  afterAttempt(delivery, outcome, { startedAt: instant(1_000), endedAt: instant(1_250) }, policy).delivery

describe("an attempt", () => {
  it.each<[string, WebhookOutcome, number | null, string | null]>([
    ["accepted", answered(204), 204, null],
    ["refused", answered(500), 500, "answered 500"],
    ["redirected", answered(301), 301, "answered 301"],
    ["not answered", { _tag: "NotAnswered", error: "timed_out: no answer" }, null, "timed_out: no answer"],
  ])("that was %s is recorded with its outcome and its duration", (_, outcome, status, error) => {
    expect(attempted(fresh, outcome).attempts).toEqual([{ at: 1_000, status, error, durationMillis: 250 }])
  })

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])("answered with %i delivers: %s", (status, isSuccess) => {
    expect(isDelivered(answered(status))).toBe(isSuccess)
  })

  it("keeps the latest ones, up to the limit", () => {
    const many = Array.from({ length: attemptsKeptMax }, (_, n) => ({
      at: instant(n),
      status: 500,
      error: "answered 500",
      durationMillis: 0,
    }))
    const full = { ...fresh, attempts: many, tries: 1 }
    expect(attempted(full, answered(500)).attempts.map(({ at }) => at)).toEqual([
      ...many.slice(1).map(({ at }) => at),
      1_000,
    ])
    expect(givenUp(full, "no webhook", instant(7)).attempts).toHaveLength(attemptsKeptMax)
  })
})

describe("a receiver without an answer", () => {
  it("is not gone, and has no wait of its own", () => {
    const silent: WebhookOutcome = { _tag: "NotAnswered", error: "timed_out: no answer" }
    expect(isDelivered(silent)).toBe(false)
    expect(attempted(fresh, silent)).toMatchObject({ state: "pending", nextAttemptAt: 1_250 + policy.stepMillis })
  })
})

describe("the last attempt", () => {
  it("leaves a failed delivery", () => {
    const { endedAt, nextAttemptAt, state } = attempted({ ...fresh, tries: 100 }, answered(500))
    expect({ endedAt, nextAttemptAt, state }).toEqual({ endedAt: 1_250, nextAttemptAt: null, state: "failed" })
  })

  it("may be one of more than are kept: then the retries count from the event", () => {
    expect(retriesBeganAt({ ...fresh, tries: attemptsKeptMax + 1, attempts: [] })).toBe(fresh.event.occurredAt)
  })
})

describe("givenUp", () => {
  it("ends a delivery without a request to its receiver", () => {
    expect(givenUp(fresh, "no webhook", instant(7))).toEqual({
      ...fresh,
      state: "failed",
      attempts: [{ at: 7, status: null, error: "no webhook", durationMillis: 0 }],
      nextAttemptAt: null,
      endedAt: 7,
    })
  })
})
