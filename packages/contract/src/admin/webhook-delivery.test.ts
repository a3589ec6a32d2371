// Webhook deliveries in the administration: the views, the filters, and sending again.
import { instant } from "@vintem/domain/calendar"
import { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { afterAttempt, newDelivery, type WebhookDelivery, webhookEventId } from "@vintem/domain/webhook"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import { faultsOf, messageOf } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import {
  WebhookDeliveryQuery,
  WebhookDeliveryView,
  webhookDeliveryFilter,
  webhookDeliveryView,
  webhookReplayBody,
} from "./webhook-delivery.ts"

const decodeWebhookReplay = bodyOf(webhookReplayBody)

const at = (seconds: number) => instant(Date.UTC(2026, 10, 21, 13, 15, seconds))
const order = OrderNumber.make("7K3M9Q2X5R8T")

const waiting: WebhookDelivery = newDelivery({
  id: webhookEventId(order, 2),
  company: CompanyId.make(7),
  order,
  sequence: 2,
  kind: "paid",
  occurredAt: at(0),
  body: '{"status":"paid","customer":{"fullname":"Maria"}}',
})

describe("webhookDeliveryView", () => {
  it("shows the content, and when it is tried", () => {
    const shown = webhookDeliveryView(waiting)
    expect(shown).toEqual({
      id: "evt_7K3M9Q2X5R8T_2",
      event: "paid",
      order_number: "7K3M9Q2X5R8T",
      state: "pending",
      attempts: [],
      next_attempt_at: "2026-11-21 10:15:00",
      payload: { status: "paid", customer: { fullname: "Maria" } },
    })
    expect(Schema.is(WebhookDeliveryView)(shown)).toBe(true)
  })

  it("shows the outcome of each attempt, earliest first", () => {
    const policy = { stepMillis: 30_000, hasLongTail: false }
    const busy = { _tag: "Answered", status: 503, retryAfterMillis: null } as const
    const done = { _tag: "Answered", status: 204, retryAfterMillis: null } as const
    const tried = afterAttempt(waiting, busy, { startedAt: at(1), endedAt: at(2) }, policy).delivery
    const { delivery } = afterAttempt(tried, done, { startedAt: at(32), endedAt: instant(at(32) + 41) }, policy)
    expect(webhookDeliveryView(tried).next_attempt_at).toBe("2026-11-21 10:15:32")
    expect(webhookDeliveryView(delivery)).toMatchObject({
      state: "delivered",
      attempts: [
        { at: "2026-11-21 10:15:01", status: 503, error: "answered 503", duration_ms: 1_000 },
        { at: "2026-11-21 10:15:32", status: 204, error: null, duration_ms: 41 },
      ],
      next_attempt_at: null,
    })
  })

  it("shows a body unchanged if it is not JSON", () => {
    expect(webhookDeliveryView({ ...waiting, event: { ...waiting.event, body: "{" } }).payload).toBe("{")
  })
})

describe("the list of deliveries", () => {
  const decode = Schema.decodeUnknownResult(WebhookDeliveryQuery, { errors: "all" })

  it.each([
    [{}, {}],
    [{ state: "" }, {}],
    [{ state: "failed" }, { state: "failed" }],
    [
      { order_number: " 7K3M9Q2X5R8T ", state: "pending", page: "2" },
      { order: "7K3M9Q2X5R8T", state: "pending" },
    ],
  ])("for %j is filtered by %j", (query, filter) => {
    expect(Result.map(decode(query), webhookDeliveryFilter)).toEqual(Result.succeed(filter))
  })

  it("refuses unreadable filters, all at once", () => {
    const refused = Result.flip(decode({ state: "lost", order_number: "7k3m", page: "0" }))
    expect(Result.map(refused, ({ issue }) => faultsOf(issue).map(messageOf))).toEqual(
      Result.succeed([
        "The page must be at least 1.",
        "The order_number must be the number of an order.",
        "The state must be one of pending, delivered, failed.",
      ]),
    )
  })
})

describe("webhookReplayBody", () => {
  it.each([
    [{ from: "2026-11-21", to: "2026-11-21" }, "2026-11-21T03:00:00Z", "2026-11-22T03:00:00Z", {}],
    [
      { from: "2026-11-21 10:15:00", to: "2026-11-21 10:15:00", events: ["paid", "refund", "paid"] },
      "2026-11-21T13:15:00Z",
      "2026-11-21T13:15:01Z",
      { kinds: ["paid", "refund"] },
    ],
    [{ from: "2026-11-21", to: "9999-12-31T23:59:59Z" }, "2026-11-21T03:00:00Z", "9999-12-31T23:59:59.999Z", {}],
  ])("for %j reads from %s to before %s", (body, from, before, kinds) => {
    expect(decodeWebhookReplay(body)).toEqual(
      Result.succeed({ from: Date.parse(from), before: Date.parse(before), ...kinds }),
    )
  })

  const notKinds =
    "The events must be a list of one or several of waiting_payment, paid, unpaid, canceled, partial_refund, " +
    "refund, chargeback, abandoned."

  it.each([
    [{}, { from: ["The from field is required."], to: ["The to field is required."] }],
    [{ from: "2026-11-22", to: "2026-11-21" }, { to: ["The to may not be before from."] }],
    [{ from: "2026-11-21", to: "2026-11-21", events: [] }, { events: [notKinds] }],
    [{ from: "2026-11-21", to: "2026-11-21", events: "paid" }, { events: [notKinds] }],
    [
      { from: "noon", to: 1, events: ["paid", "lost"] },
      {
        from: ["The from must be a date as YYYY-MM-DD or a time as YYYY-MM-DD HH:MM:SS."],
        to: ["The to must be a string."],
        events: [notKinds],
      },
    ],
  ])("refuses %j", (body, errors) => {
    const refused = Result.flip(decodeWebhookReplay(body))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(Result.succeed(errors))
  })
})
