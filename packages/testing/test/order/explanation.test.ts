// Explains a log: every event with its consequences, and every notification with its reason.

import { explain, type OrderChange, statusOf, webhookRules } from "@vintem/domain/order"
import {
  attemptReported,
  attemptResolved,
  attemptStarted,
  caseReported,
  examplePlaced,
  histories,
  orderAbandoned,
  orderCanceled,
  orderCompleted,
  refundReported,
  refundRequested,
  webhooksIn,
} from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const lastOf = (...changes: ReadonlyArray<OrderChange>) => explain([examplePlaced(), ...changes]).at(-1)

const told = (...changes: ReadonlyArray<OrderChange>) =>
  lastOf(...changes)?.webhooks.map(({ kind, times, because }) => [kind, times, because])

const sent = [attemptStarted(1, "pix")]
const open = [...sent, attemptReported(1, "open")]
const paid = [...sent, attemptReported(1, "confirmed")]

/** Every settled refund concerns two kinds; the other one is left out. */
const besideRefunds = (kind: string, all: ReturnType<typeof told>) =>
  all?.filter(([other]) => other === kind || (other !== "partial_refund" && other !== "refund"))

const fires = (kind: string) => webhookRules.find((rule) => rule.kind === kind)?.fires

describe("explain", () => {
  it("shows the number of each event, and the status before and after it", () => {
    const events = explain([examplePlaced(), ...paid, orderCompleted])
    expect(events.map(({ sequence, before, after }) => [sequence, before, after])).toEqual([
      [1, null, "created"],
      [2, "created", "pending"],
      [3, "pending", "paid"],
      [4, "paid", "complete"],
    ])
    expect(events.map(({ webhooks }) => webhooks.map(({ kind }) => kind))).toEqual([[], [], ["paid"], []])
  })

  it("leaves out an event before the placing, and counts it", () => {
    const events = explain([...sent, examplePlaced(), ...sent])
    expect(events.map(({ sequence, event }) => [sequence, event._tag])).toEqual([
      [2, "OrderPlaced"],
      [3, "AttemptStarted"],
    ])
  })

  it.each([
    ["waiting_payment", open],
    ["paid", paid],
    ["paid", [...sent, attemptResolved(1, "paid")]],
    ["unpaid", [...open, attemptReported(1, "expired")]],
    ["unpaid", [...sent, attemptResolved(1, "unpaid")]],
    ["canceled", [orderCanceled]],
    ["abandoned", [orderAbandoned]],
    ["partial_refund", [...paid, refundReported(1, "settled", { amount: 4_000 })]],
    ["refund", [...paid, refundReported(1, "settled")]],
    ["chargeback", [...paid, caseReported(1, "taken")]],
  ] as const)("shows the rule that sent %s", (kind, changes) => {
    expect(besideRefunds(kind, told(...changes))).toEqual([[kind, 1, fires(kind)]])
  })

  it.each([
    ["waiting_payment", "the order shows `canceled`", [orderCanceled, ...open]],
    [
      "waiting_payment",
      "the order shows `pending`",
      [...sent, attemptStarted(2, "credit"), attemptReported(1, "open")],
    ],
    [
      "waiting_payment",
      "the order showed `waiting_payment` before",
      [...open, attemptReported(1, "open", { report: { tid: "T1" } })],
    ],
    ["paid", "it was announced before", [...paid, attemptReported(1, "confirmed", { report: { tid: "T1" } })]],
    ["unpaid", "the order shows `paid`", [...paid, attemptReported(1, "refused")]],
    [
      "unpaid",
      "the order showed `unpaid` before",
      [...sent, attemptReported(1, "refused"), attemptReported(1, "voided")],
    ],
    ["canceled", "the order shows `paid`", [...paid, orderCanceled]],
    ["abandoned", "it was announced before", [orderAbandoned, orderAbandoned]],
    ["partial_refund", "it completes the total: `refund` reports it", [...paid, refundReported(1, "settled")]],
    ["partial_refund", "no payment is recorded yet: it waits for one", [...sent, refundReported(1, "settled")]],
    [
      "partial_refund",
      "it was announced before, or refunded nothing",
      [...paid, refundReported(1, "settled", { amount: 4_000 }), refundReported(1, "settled", { amount: 5_000 })],
    ],
    ["refund", "4000 of 10000 centavos were refunded", [...paid, refundReported(1, "settled", { amount: 4_000 })]],
    ["refund", "no payment is recorded yet: it waits for one", [...sent, refundReported(1, "settled")]],
    ["refund", "it was announced before", [...paid, refundReported(1, "settled"), refundReported(2, "settled")]],
    ["chargeback", "no payment is recorded yet: it waits for one", [...sent, caseReported(1, "taken")]],
    ["chargeback", "it was announced before", [...paid, caseReported(1, "taken"), caseReported(1, "lost")]],
  ] as const)("says why %s was not sent: %s", (kind, because, changes) => {
    expect(besideRefunds(kind, told(...changes))).toEqual([[kind, 0, because]])
  })

  it.each(["rejected", "refused", "expired", "voided"] as const)("expects `unpaid` after an attempt %s", (fact) => {
    expect(told(...paid, attemptStarted(2, "credit"), attemptReported(2, fact))).toEqual([
      ["unpaid", 0, "the order shows `paid`"],
    ])
  })

  it.each([
    ["paid", "it was announced before"],
    ["unpaid", "the order shows `paid`"],
  ] as const)("expects `%s` after an operator's verdict", (verdict, because) => {
    expect(told(...paid, attemptStarted(2, "credit"), attemptResolved(2, verdict))).toEqual([[verdict, 0, because]])
  })

  it("expects no notification for an event without one", () => {
    for (const changes of [sent, [...paid, orderCompleted], [...paid, refundRequested(1, "reversal")]]) {
      expect(told(...changes)).toEqual([])
    }
  })

  it.each(["opened", "contested", "won"] as const)(
    "expects no notification for a dispute %s: it took no money",
    (fact) => {
      expect(told(...paid, caseReported(1, fact))).toEqual([])
    },
  )

  it("reports parked facts when the payment arrives at last", () => {
    expect(told(...sent, refundReported(1, "settled"), attemptReported(1, "confirmed"))).toEqual([
      ["paid", 1, fires("paid")],
      ["refund", 1, fires("refund")],
    ])
  })

  it("completeness: every sent notification is explained, in order, and every missing one has a reason", () => {
    fc.assert(
      fc.property(histories, ({ cast, changes, steps, order }) => {
        const events = explain([cast.placing, ...changes])
        const all = events.flatMap(({ webhooks }) => webhooks)
        expect(all.flatMap(({ kind, times }) => Array.from({ length: times }, () => kind))).toEqual(webhooksIn(steps))
        expect(all.every(({ because }) => because !== "")).toBe(true)
        expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: order.version }, (_, at) => at + 1))
        expect(events.at(-1)?.after).toBe(statusOf(order))
      }),
    )
  })
})
