import { centavos } from "@vintem/domain/money"
import { capturedBy, type Figure, figureReasonMax, figuresOf, type OrderChange, statusOf } from "@vintem/domain/order"
import {
  attemptReported,
  attemptStarted,
  caseReported,
  exampleOrder,
  histories,
  orderCanceled,
  refundReported,
} from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const shown = (...changes: ReadonlyArray<OrderChange>) =>
  figuresOf(exampleOrder(...changes)).map(({ kind, method, reason, count, amount }) =>
    [kind, method, ...(reason === "" ? [] : [reason]), count, amount].join(" "),
  )

const confirmed = (attempt: number, captured: number) =>
  attemptReported(attempt, "confirmed", { report: { captured: centavos(captured) } })

describe("figures of an order", () => {
  it("are empty before anything is known about a charge", () => {
    expect(shown()).toEqual([])
    expect(shown(attemptStarted(1, "credit"), attemptReported(1, "unknown"))).toEqual([])
    expect(shown(attemptStarted(1, "pix"), attemptReported(1, "voided"))).toEqual([])
  })

  it("are open once, by the latest attempt, however many wait", () => {
    const two = [
      attemptStarted(1, "pix"),
      attemptReported(1, "open"),
      attemptStarted(2, "bank_slip", { amount: 20_000 }),
    ]
    expect(shown(...two)).toEqual(["open pix 1 10000"])
    expect(shown(...two, attemptReported(2, "open"))).toEqual(["open bank_slip 1 20000"])
    expect(shown(...two, attemptReported(2, "open"), confirmed(2, 20_000))).toEqual(["confirmed bank_slip 1 20000"])
    expect(shown(...two, orderCanceled)).toEqual([])
  })

  it("count every refusal, and add up those for one reason", () => {
    const refusal = (attempt: number, reason: string) => [
      attemptStarted(attempt, "credit"),
      attemptReported(attempt, "refused", { report: { reason } }),
    ]
    expect(shown(...refusal(1, "Saldo"), ...refusal(2, " Saldo\n"), ...refusal(3, "Vencido"))).toEqual([
      "refused credit Saldo 2 20000",
      "refused credit Vencido 1 10000",
    ])
  })

  it("keep the part of a reason that any store can hold, cut at whole characters", () => {
    const reasonOf = (reason: string) =>
      figuresOf(exampleOrder(attemptStarted(1, "credit"), attemptReported(1, "refused", { report: { reason } })))[0]
        ?.reason
    expect(reasonOf("a\u0000\u0001b")).toBe("a b")
    expect(reasonOf("\ud83d")).toBe("\ufffd")
    expect(reasonOf("🙂".repeat(1_000))).toBe("🙂".repeat(figureReasonMax))
    const almost = "a".repeat(figureReasonMax - 1)
    expect(reasonOf(`${almost} b`)).toBe(almost)
  })

  it.each([
    ["open", "an open Pix", [attemptStarted(1, "pix"), attemptReported(1, "open")], "pix"],
    ["open", "a charge under review", [attemptStarted(1, "credit"), attemptReported(1, "review")], "credit"],
    [
      "open",
      "a charge that its review approved",
      [attemptStarted(1, "credit"), attemptReported(1, "review"), attemptReported(1, "approved")],
      "credit",
    ],
    [
      "refused",
      "a charge that its review rejected",
      [attemptStarted(1, "credit"), attemptReported(1, "review"), attemptReported(1, "rejected")],
      "credit",
    ],
    ["expired", "a Pix that was not paid in time", [attemptStarted(1, "pix"), attemptReported(1, "expired")], "pix"],
  ] as const)("count as %s %s", (kind, _, changes, method) => {
    expect(shown(...changes)).toEqual([`${kind} ${method} 1 10000`])
  })

  it("park refunds and disputes until the order is paid", () => {
    const parked = [
      attemptStarted(1, "credit"),
      refundReported(1, "settled", { amount: 5 }),
      caseReported(1, "taken", { amount: 9 }),
    ]
    expect(shown(...parked)).toEqual([])
    expect(shown(...parked, confirmed(1, 10_000))).toEqual([
      "confirmed credit 1 10000",
      "refunded credit 1 5",
      "charged_back credit 1 9",
    ])
  })

  it("leave out a dispute that was won", () => {
    const paid = [attemptStarted(1, "credit"), confirmed(1, 10_000)]
    expect(shown(...paid, caseReported(1, "opened"))).toContain("disputed credit 1 10000")
    expect(shown(...paid, caseReported(1, "opened"), caseReported(1, "won"))).toEqual(["confirmed credit 1 10000"])
  })

  it.each([
    ["disputed", "opened"],
    ["charged_back", "taken"],
    ["disputed", "contested"],
    ["charged_back", "lost"],
  ] as const)("count as %s a dispute that was %s", (kind, fact) => {
    const paid = [attemptStarted(1, "credit"), confirmed(1, 10_000)]
    expect(shown(...paid, caseReported(1, fact, { amount: 9 }))).toEqual([
      "confirmed credit 1 10000",
      `${kind} credit 1 9`,
    ])
  })

  it("count a refund by the method of its payment, after it has settled", () => {
    const paid = [
      ...[attemptStarted(1, "pix"), confirmed(1, 10_000), attemptStarted(2, "credit"), confirmed(2, 10_000)],
      refundReported(1, "requested", { attempt: 2, amount: 5 }),
    ]
    expect(shown(...paid)).toEqual(["confirmed pix 1 10000", "confirmed credit 1 10000"])
    expect(shown(...paid, refundReported(1, "settled", { attempt: 2, amount: 5 }))).toContain("refunded credit 1 5")
  })

  it("leave out refunds and disputes of an unknown attempt", () => {
    const paid = [attemptStarted(1, "credit"), confirmed(1, 10_000)]
    const elsewhere = [refundReported(1, "settled", { attempt: 7 }), caseReported(1, "taken", { attempt: 7 })]
    expect(shown(...paid, ...elsewhere)).toEqual(["confirmed credit 1 10000"])
  })

  it("conservation: confirmed amounts equal captured ones, and an order that waits for nothing has none open", () => {
    const sum = (figures: ReadonlyArray<Figure>, kind: Figure["kind"]) =>
      figures.filter((figure) => figure.kind === kind).reduce((all, { amount }) => all + amount, 0)
    const waiting = ["waiting_payment", "risk_analysis", "pending"]
    fc.assert(
      fc.property(histories, ({ order }) => {
        const figures = figuresOf(order)
        expect(sum(figures, "confirmed")).toBe(order.attempts.reduce((all, attempt) => all + capturedBy(attempt), 0))
        if (!waiting.includes(statusOf(order))) expect(sum(figures, "open")).toBe(0)
        expect(new Set(figures.map(({ kind, method, reason }) => `${kind} ${method} ${reason}`)).size).toBe(
          figures.length,
        )
      }),
    )
  })
})
