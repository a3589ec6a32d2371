// The history of an order, as the administration shows it.
import type { Instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import type { Order, OrderChange, OrderEvent, WebhookKind } from "@vintem/domain/order"
import { newDelivery, type WebhookDelivery } from "@vintem/domain/webhook"
import {
  attemptReported,
  attemptResolved,
  attemptStarted,
  caseReported,
  exampleNow,
  exampleOrder,
  examplePlaced,
  exampleWebhookEvent,
  orderCanceled,
  orderCompleted,
  refundReported,
  refundRequested,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { OrderHistoryView, orderHistoryView, orderRefusalsView } from "./order-history.ts"

const historyOf = (...changes: ReadonlyArray<OrderChange>) =>
  viewOf(exampleOrder(...changes), [examplePlaced(), ...changes], [])

const viewOf = (order: Order, log: ReadonlyArray<OrderEvent>, deliveries: ReadonlyArray<WebhookDelivery>) =>
  orderHistoryView(order, log, deliveries, [], orderRefusalsView(order, exampleNow, false))

const paid = [attemptStarted(1, "bank_slip"), attemptReported(1, "confirmed", { report: { tid: "T1" } })]

describe("orderHistoryView", () => {
  it("shows every fact in sequence, with the status after it", () => {
    const changes = [
      ...paid,
      refundRequested(1, "transfer", { amount: 4_000 }),
      refundReported(1, "failed", { amount: 4_000, report: { reason: "too_late" } }),
      caseReported(1, "taken"),
      orderCompleted,
    ]
    expect(historyOf(...changes).events).toMatchObject([
      { sequence: 1, type: "order_placed", at: "2026-03-02 09:00:00", amount: 100, status: "created" },
      { sequence: 2, type: "attempt_started", attempt: 1, amount: 100, status: "pending" },
      { sequence: 3, type: "attempt_reported", attempt: 1, fact: "confirmed", status: "paid" },
      { sequence: 4, type: "refund_reported", refund: "refund1", fact: "requested", amount: 40, way: "transfer" },
      { sequence: 5, type: "refund_reported", fact: "failed", way: null, reason: "too_late" },
      { sequence: 6, type: "case_reported", case: "case1", fact: "taken", amount: 100, status: "chargeback" },
      { sequence: 7, type: "order_completed", attempt: null, status: "chargeback" },
    ])
  })

  it("shows the outcomes of attempts, refunds, disputes and their money", () => {
    const history = historyOf(
      ...paid,
      refundRequested(1, "transfer", { amount: 4_000 }),
      refundReported(2, "settled", { amount: 1_000 }),
      caseReported(1, "opened"),
    )
    expect(history.attempts).toEqual([
      {
        id: 1,
        method: "bank_slip",
        installments: 1,
        total: 100,
        captured: 100,
        standing: "confirmed",
        facts: ["sent", "confirmed"],
        verdict: null,
        tid: "T1",
        nsu: null,
        reason: null,
        card: null,
        started_at: "2026-03-02 10:00:00",
        confirmed_at: "2026-03-02 10:00:00",
      },
    ])
    expect(history.refunds).toEqual([
      {
        key: "refund1",
        attempt: 1,
        amount: 40,
        standing: "requested",
        way: "transfer",
        reason: null,
        requested_at: "2026-03-02 10:00:00",
      },
      { key: "refund2", attempt: 1, amount: 10, standing: "settled", way: null, reason: null, requested_at: null },
    ])
    expect(history.cases).toEqual([{ key: "case1", attempt: 1, amount: 100, standing: "opened" }])
    expect(history.money).toEqual({ captured: 100, refunded: 10, reserved: 40, charged_back: 0, refundable: 50 })
    expect(history.deliveries).toEqual([])
  })

  it("says that an operator settled an attempt", () => {
    const { attempts, events } = historyOf(attemptStarted(1, "credit"), attemptResolved(1, "unpaid"))
    expect(attempts).toMatchObject([{ verdict: "unpaid", standing: "refused" }])
    expect(events.at(-1)).toMatchObject({ type: "attempt_resolved", verdict: "unpaid", status: "unpaid" })
  })

  it("shows a card's brand and last digits, and no token", () => {
    const history = historyOf(
      attemptStarted(1, "credit"),
      attemptReported(1, "confirmed", { report: { cardToken: "secret" } }),
    )
    expect(history.attempts[0]?.card).toEqual({ brand: "visa", last_digits: "1111" })
    expect(JSON.stringify(history)).not.toMatch(/secret|411111|01890a5d/u)
  })

  it("explains which webhooks each fact sends, and which it does not", () => {
    const { explanation } = historyOf(...paid, refundReported(1, "settled", { amount: 4_000 }), orderCanceled)
    expect(
      explanation.map(({ sequence, webhooks }) => [sequence, webhooks.map(({ event, is_due }) => [event, is_due])]),
    ).toEqual([
      [1, []],
      [2, []],
      [3, [["paid", true]]],
      [4, [["refund", false]]],
      [5, [["canceled", false]]],
    ])
    expect(explanation[3]?.webhooks[0]?.because).toBe("4000 of 10000 centavos were refunded")
  })

  it("names the delivery of each webhook that a fact sends, and says if none was stored", () => {
    const changes = [...paid, refundReported(1, "settled", { amount: 10_000 })]
    const [charged, refunded] = changes.slice(1)
    if (charged === undefined || refunded === undefined) throw new Error("There are three changes.")
    const keptOf = (sequence: number, kind: WebhookKind, occurredAt: Instant) =>
      newDelivery(exampleWebhookEvent(CompanyId.make(1), 1, sequence, { kind, occurredAt }))
    const told = [keptOf(1, "paid", charged.at), keptOf(2, "refund", refunded.at)]
    const webhooksOf = (deliveries: ReadonlyArray<WebhookDelivery>) =>
      viewOf(exampleOrder(...changes), [examplePlaced(), ...changes], deliveries).explanation.flatMap(({ webhooks }) =>
        webhooks.filter(({ is_due }) => is_due),
      )
    expect(webhooksOf(told).map(({ delivery }) => delivery)).toEqual(told.map(({ event }) => event.id))
    const notKept = /; nothing was kept to send: no webhook was configured then, or it is too old to be kept$/u
    expect(webhooksOf(told.slice(1))).toEqual([
      { event: "paid", is_due: true, because: expect.stringMatching(notKept), delivery: null },
      { event: "refund", is_due: true, because: expect.not.stringMatching(notKept), delivery: told[1]?.event.id },
    ])
    expect(webhooksOf([]).map(({ delivery }) => delivery)).toEqual([null, null])
  })

  it("matches its own schema", () => {
    const eventful = [
      ...[attemptStarted(1, "credit"), attemptReported(1, "unknown"), attemptResolved(1, "paid")],
      ...[refundRequested(1, "reversal"), refundReported(1, "failed"), caseReported(1, "taken")],
      ...[orderCanceled, orderCompleted],
    ]
    for (const changes of [[], eventful]) {
      const view: unknown = JSON.parse(JSON.stringify(historyOf(...changes)))
      expect(Schema.decodeUnknownSync(OrderHistoryView)(view)).toEqual(view)
    }
  })
})

describe("orderRefusalsView", () => {
  const refusals = (isRenewalOpen: boolean, ...changes: ReadonlyArray<OrderChange>) =>
    orderRefusalsView(exampleOrder(...changes), exampleNow, isRenewalOpen)

  it.each([
    ["nothing was paid", [], { refund: "not_paid", cancel: null, complete: "not_paid", contest: "not_paid" }],
    [
      "the outcome of a charge is unknown",
      [attemptStarted(1, "pix"), attemptReported(1, "unknown")],
      { cancel: "outcome_unknown", resolve: null },
    ],
    [
      "it is paid",
      paid,
      { refund: null, cancel: "already_paid", complete: null, contest: "no_chargeback", resolve: "outcome_known" },
    ],
    [
      "it is disputed",
      [...paid, caseReported(1, "opened")],
      { refund: "case_open", complete: "case_open", contest: "repetition" },
    ],
    [
      "the money was taken",
      [...paid, caseReported(1, "taken")],
      { refund: "charged_back", complete: "charged_back", contest: null },
    ],
    [
      "the chargeback was contested",
      [...paid, caseReported(1, "taken"), caseReported(1, "contested")],
      { refund: "case_open", contest: "repetition" },
    ],
    ["all is on its way back", [...paid, refundRequested(1, "transfer")], { refund: "amount_above_refundable" }],
    ["all went back", [...paid, refundReported(1, "settled")], { refund: "fully_refunded" }],
    ["it is canceled", [orderCanceled], { cancel: "repetition" }],
    ["it is complete", [...paid, orderCompleted], { refund: null, complete: "repetition" }],
  ] as const)("says which commands would be refused if %s", (_, changes, said) => {
    expect(refusals(false, ...changes)).toMatchObject(said)
  })

  it("refuses to cancel an order that a subscription waits for", () => {
    expect(refusals(true)).toMatchObject({ cancel: "renewal_open" })
  })
})
