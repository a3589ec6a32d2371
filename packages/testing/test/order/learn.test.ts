// Merges two reports, field by field. A law in the machine's tests says that every order of arrival ends alike.

import { instant, LocalDate } from "@vintem/domain/calendar"
import type { Instrument } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import type { AttemptReport, CreditAttempt, DisputeCase, OrderChange, Refund, RefundReport } from "@vintem/domain/order"
import {
  attemptReported,
  attemptResolved,
  attemptStarted,
  caseReported,
  exampleNow,
  exampleOrder,
  exampleSlip,
  refundReported,
  refundRequested,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const later = instant(exampleNow + 60_000)

/** The knowledge about the only attempt, refund or dispute after two reports, in either order. */
const bothWays = <Known>(
  know: (...changes: ReadonlyArray<OrderChange>) => Known,
  one: OrderChange,
  other: OrderChange,
) => {
  const [there, back] = [know(one, other), know(other, one)]
  expect(there).toEqual(back)
  return there
}

const attemptAfter = (...changes: ReadonlyArray<OrderChange>) =>
  exampleOrder(attemptStarted(1, "credit"), ...changes).attempts[0]

const refundAfter = (...changes: ReadonlyArray<OrderChange>) =>
  exampleOrder(attemptStarted(1, "credit"), attemptStarted(2, "pix"), ...changes).refunds[0]

const caseAfter = (...changes: ReadonlyArray<OrderChange>) =>
  exampleOrder(attemptStarted(1, "credit"), attemptStarted(2, "pix"), ...changes).cases[0]

const pixUntil = (minutes: number, code: string): Instrument => ({
  _tag: "pix",
  code,
  expiresAt: instant(exampleNow + minutes * 60_000),
})

const slipDue = (dueDate: string): Instrument =>
  exampleSlip._tag === "bank_slip" ? { ...exampleSlip, dueDate: LocalDate.make(dueDate) } : exampleSlip

const refused = (report: AttemptReport) => attemptReported(1, "refused", { report })
const failed = (report: RefundReport) => refundReported(1, "failed", { report })

/** One report, another, and their combined result. */
type Merging = readonly [one: OrderChange, other: OrderChange, together: unknown]

/** A row for every field of an attempt that reports change. */
type AttemptRows = Record<Exclude<keyof CreditAttempt, "_tag" | "id" | "key" | "quote" | "card" | "startedAt">, Merging>

const ofAttempt = {
  facts: [attemptReported(1, "open"), attemptReported(1, "review"), ["sent", "open", "review"]],
  payment: [
    attemptReported(1, "confirmed", { report: { captured: centavos(4_000) } }),
    attemptReported(1, "confirmed", { report: { captured: centavos(6_000) }, at: later }),
    { captured: 6_000, confirmedAt: exampleNow },
  ],
  tid: [refused({ tid: "tid-1" }), refused({ tid: "tid-2" }), "tid-1"],
  nsu: [refused({ nsu: "000123" }), refused({ nsu: "000124" }), "000123"],
  reason: [refused({ reason: "Negado" }), refused({ reason: "Cartão bloqueado" }), "Cartão bloqueado"],
  decline: [refused({ decline: "soft" }), refused({ decline: "hard" }), "hard"],
  cardToken: [refused({ cardToken: "card-1" }), refused({ cardToken: "card-2" }), "card-1"],
  unreached: [refused({ unreached: "closed" }), refused({ unreached: "open" }), "closed"],
  verdict: [attemptResolved(1, "unpaid"), attemptResolved(1, "paid"), "paid"],
} as const satisfies AttemptRows

const issued = (instrument: Instrument) => attemptReported(1, "open", { report: { instrument } })

const ofIssued = [
  ["pix", issued(pixUntil(5, "B")), issued(pixUntil(10, "A")), pixUntil(5, "B")],
  ["bank_slip", issued(slipDue("2026-03-05")), issued(slipDue("2026-03-03")), slipDue("2026-03-03")],
] as const

const ofRefund = {
  attempt: [refundReported(1, "processing", { attempt: 2 }), refundReported(1, "processing"), 1],
  amount: [refundReported(1, "settled", { amount: 50 }), refundReported(1, "settled", { amount: 60 }), 60],
  facts: [refundReported(1, "settled"), refundReported(1, "requested"), ["requested", "settled"]],
  asked: [
    refundRequested(1, "reversal"),
    refundRequested(1, "transfer", { at: later }),
    { at: exampleNow, way: "transfer" },
  ],
  reason: [failed({ reason: "Conta encerrada" }), failed({ reason: "Recusado" }), "Conta encerrada"],
} as const satisfies Record<Exclude<keyof Refund, "key">, Merging>

const ofCase = {
  attempt: [caseReported(1, "opened", { attempt: 2 }), caseReported(1, "opened"), 1],
  amount: [caseReported(1, "opened", { amount: 50 }), caseReported(1, "opened", { amount: 60 }), 60],
  facts: [caseReported(1, "won"), caseReported(1, "opened"), ["opened", "won"]],
} as const satisfies Record<Exclude<keyof DisputeCase, "key">, Merging>

describe("two reports of one attempt", () => {
  it.each(Object.entries(ofAttempt))("become one %s, whichever comes first", (field, [one, other, expected]) => {
    expect(bothWays(attemptAfter, one, other)).toMatchObject({ [field]: expected })
  })

  it("erase nothing if one of them lacks a field", () => {
    const told = {
      tid: "tid-1",
      nsu: "000123",
      reason: "Saldo insuficiente",
      decline: "hard",
      cardToken: "card-1",
    } as const
    expect(bothWays(attemptAfter, refused(told), attemptReported(1, "voided"))).toMatchObject(told)
  })

  it.each(ofIssued)("become one instrument of a %s, whichever comes first", (method, one, other, instrument) => {
    const [there, back] = [
      exampleOrder(attemptStarted(1, method), one, other),
      exampleOrder(attemptStarted(1, method), other, one),
    ]
    for (const { attempts } of [there, back]) expect(attempts).toMatchObject([{ instrument }])
  })

  it.each([
    ["two Pix that end together", pixUntil(5, "B"), pixUntil(5, "A"), pixUntil(5, "A")],
    // Saturday, Sunday and Monday: all three can be paid until the same Wednesday.
    ["slips of a weekend", slipDue("2026-03-08"), slipDue("2026-03-07"), slipDue("2026-03-07")],
    ["slips of one week", slipDue("2026-03-05"), slipDue("2026-03-04"), slipDue("2026-03-04")],
  ] as const)("become one instrument of %s", (_, one, other, expected) => {
    const after = (...changes: ReadonlyArray<OrderChange>) =>
      exampleOrder(attemptStarted(1, one._tag), ...changes).attempts
    expect(bothWays(after, issued(one), issued(other))).toMatchObject([{ instrument: expected }])
  })

  it("become the reason that sorts first if both have one length", () => {
    const [one, other] = [refused({ reason: "Saldo insuficiente" }), refused({ reason: "Prazo já encerrado" })]
    expect(bothWays(attemptAfter, one, other)?.reason).toBe("Prazo já encerrado")
  })

  it("become the longer reason, though the other sorts first", () => {
    const [one, other] = [refused({ reason: "Cartão bloqueado" }), refused({ reason: "Banco" })]
    expect(bothWays(attemptAfter, one, other)?.reason).toBe("Cartão bloqueado")
  })

  it("leave out a decline and an unreached key that neither told", () => {
    const attempt = bothWays(attemptAfter, refused({ tid: "tid-1" }), attemptReported(1, "voided"))
    expect(attempt).not.toHaveProperty("decline")
    expect(attempt).not.toHaveProperty("unreached")
  })
})

describe("two reports of one refund", () => {
  it.each(Object.entries(ofRefund))("become one %s, whichever comes first", (field, [one, other, expected]) => {
    expect(bothWays(refundAfter, one, other)).toMatchObject({ [field]: expected })
  })
})

describe("two reports of one case", () => {
  it.each(Object.entries(ofCase))("become one %s, whichever comes first", (field, [one, other, expected]) => {
    expect(bothWays(caseAfter, one, other)).toMatchObject({ [field]: expected })
  })
})
