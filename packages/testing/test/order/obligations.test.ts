// The actions at the acquirer that an order's facts require.

import { instant } from "@vintem/domain/calendar"
import { obligationsOf } from "@vintem/domain/order"
import {
  attemptReported,
  attemptStarted,
  duplicateFound,
  exampleNow,
  exampleOrder,
  orderCanceled,
  refundReported,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const pixOpen = [attemptStarted(1, "pix"), attemptReported(1, "open")]
const cardPaid = [attemptStarted(2, "credit"), attemptReported(2, "confirmed")]
const pixPaidLater = attemptReported(1, "confirmed", { at: instant(exampleNow + 1) })
const paidTwice = [...pixOpen, ...cardPaid, pixPaidLater]

describe("VoidAttempt", () => {
  it.each([
    ["an open Pix", pixOpen],
    ["an attempt held for review", [attemptStarted(1, "credit"), attemptReported(1, "review")]],
    [
      "an attempt approved but not confirmed",
      [attemptStarted(1, "credit"), attemptReported(1, "review"), attemptReported(1, "approved")],
    ],
  ])("is owed for %s, after the order is canceled", (_, changes) => {
    expect(obligationsOf(exampleOrder(...changes))).toEqual([])
    expect(obligationsOf(exampleOrder(...changes, orderCanceled))).toEqual([{ _tag: "VoidAttempt", attempt: 1 }])
  })

  it("is owed for every live attempt, until each is voided", () => {
    const both = [...pixOpen, attemptStarted(2, "bank_slip"), attemptReported(2, "open"), orderCanceled]
    expect(obligationsOf(exampleOrder(...both)).map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(obligationsOf(exampleOrder(...both, attemptReported(1, "voided"))).map(({ attempt }) => attempt)).toEqual([
      2,
    ])
  })

  it.each(["refused", "expired", "voided", "confirmed"] as const)("is not owed for an attempt %s", (fact) => {
    expect(obligationsOf(exampleOrder(...pixOpen, attemptReported(1, fact), orderCanceled))).toEqual([])
  })

  it("is no longer owed after money came in spite of the cancelation: the order is paid", () => {
    expect(obligationsOf(exampleOrder(...pixOpen, orderCanceled, ...cardPaid))).toEqual([])
  })
})

describe("RefundDuplicate", () => {
  it("is not owed for a single payment, nor for an open Pix next to it", () => {
    expect(obligationsOf(exampleOrder(...pixOpen, ...cardPaid))).toEqual([])
  })

  it("is owed for every payment after the first", () => {
    const thrice = [
      ...paidTwice,
      attemptStarted(3, "pix"),
      attemptReported(3, "confirmed", { at: instant(exampleNow + 2) }),
    ]
    expect(obligationsOf(exampleOrder(...thrice))).toEqual([
      { _tag: "RefundDuplicate", attempt: 1, amount: 10_000 },
      { _tag: "RefundDuplicate", attempt: 3, amount: 10_000 },
    ])
  })

  it("is owed until its refund is requested, minus earlier refunds", () => {
    const part = refundReported(1, "requested", { attempt: 1, amount: 4_000 })
    const rest = refundReported(2, "requested", { attempt: 1, amount: 6_000 })
    expect(obligationsOf(exampleOrder(...paidTwice, part))).toEqual([
      { _tag: "RefundDuplicate", attempt: 1, amount: 6_000 },
    ])
    expect(obligationsOf(exampleOrder(...paidTwice, part, rest))).toEqual([])
  })

  it("is owed again if the refund fails, and not if it settles after all", () => {
    const failed = [...paidTwice, refundReported(1, "requested"), refundReported(1, "failed")]
    expect(obligationsOf(exampleOrder(...failed))).toEqual([{ _tag: "RefundDuplicate", attempt: 1, amount: 10_000 }])
    expect(obligationsOf(exampleOrder(...failed, refundReported(1, "settled")))).toEqual([])
  })

  it("is owed for the only payment too, if another order had paid the payment link earlier", () => {
    expect(obligationsOf(exampleOrder(...cardPaid.slice(0, 1), duplicateFound))).toEqual([])
    expect(
      obligationsOf(exampleOrder(attemptStarted(1, "pix"), attemptReported(1, "confirmed"), duplicateFound)),
    ).toEqual([{ _tag: "RefundDuplicate", attempt: 1, amount: 10_000 }])
    expect(obligationsOf(exampleOrder(...paidTwice, duplicateFound)).map(({ attempt }) => attempt)).toEqual([2, 1])
    expect(
      obligationsOf(exampleOrder(...cardPaid.slice(0, 1), duplicateFound, attemptReported(2, "confirmed"))),
    ).toEqual([{ _tag: "RefundDuplicate", attempt: 2, amount: 10_000 }])
  })

  it("is not settled by a refund of the first payment", () => {
    expect(obligationsOf(exampleOrder(...paidTwice, refundReported(1, "settled", { attempt: 2 })))).toEqual([
      { _tag: "RefundDuplicate", attempt: 1, amount: 10_000 },
    ])
  })
})
