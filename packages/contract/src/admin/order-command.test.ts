// An operator's commands to an order, and the answers if they are refused.
import { SubscriptionToken } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { type OrderChange, type OrderCommand, type OrderRefused, orderMachine } from "@vintem/domain/order"
import {
  attemptReported,
  attemptStarted,
  cancel,
  caseReported,
  complete,
  contest,
  exampleOrder,
  refundReported,
  requestRefund,
  resolveByHand,
} from "@vintem/testing"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import { invalid } from "../invalid.ts"
import { orderRefused, refundBody, refundFailed, renewalOpen, resolveBody } from "./order-command.ts"

const decodeRefund = bodyOf(refundBody)
const decodeResolve = bodyOf(resolveBody)

const faultsOf = (read: Result.Result<unknown, Parameters<typeof invalid>[0]>) =>
  Result.isFailure(read) ? invalid(read.failure).response.errors : {}

describe("refundBody", () => {
  it.each([
    [59.9, 5_990],
    ["59.90", 5_990],
    [0.01, 1],
    [" 1 ", 100],
  ] as const)("reads %j reais", (amount, read) => {
    expect(decodeRefund({ amount })).toEqual(Result.succeed({ amount: read }))
  })

  it.each([{}, { amount: null }, { amount: "" }, { other: 1 }])("reads %j as the whole amount", (body) => {
    expect(decodeRefund(body)).toEqual(Result.succeed({}))
  })

  it.each([
    [0, "must be at least 0.01."],
    [-1, "must be at least 0.01."],
    [0.009, "may not have more than two decimals."],
    ["1.005", "may not have more than two decimals."],
    ["1,50", "must be a number."],
    ["abc", "must be a number."],
    [true, "must be a number."],
    [{}, "must be a number."],
    [1e11, "must be below 100000000000.00."],
  ] as const)("refuses %j", (amount, message) => {
    expect(faultsOf(decodeRefund({ amount }))).toEqual({ amount: [`The amount ${message}`] })
  })

  it.each([[[]], ["text"], [1]])("refuses the body %j", (body) => {
    expect(Object.keys(faultsOf(decodeRefund(body)))).toEqual(["body"])
  })
})

describe("resolveBody", () => {
  it.each(["paid", "unpaid"] as const)("reads %s", (outcome) => {
    expect(decodeResolve({ outcome })).toEqual(Result.succeed({ outcome }))
  })

  it.each([
    [{}, "field is required."],
    [{ outcome: "" }, "field is required."],
    [{ outcome: "Paid" }, "must be one of paid, unpaid."],
    [{ outcome: 1 }, "must be one of paid, unpaid."],
  ] as const)("refuses %j", (body, message) => {
    expect(faultsOf(decodeResolve(body))).toEqual({ outcome: [`The outcome ${message}`] })
  })
})

const paid = [attemptStarted(1, "credit"), attemptReported(1, "confirmed")]

const refusalOf = (command: OrderCommand, ...changes: ReadonlyArray<OrderChange>): OrderRefused =>
  Result.getOrThrow(Result.flip(decide(orderMachine, exampleOrder(...changes), command)))

const messagesOf = (refused: OrderRefused) => invalid(orderRefused(refused)).response.errors

describe("orderRefused", () => {
  it("includes the status, the reason, and the commands that are possible", () => {
    expect(messagesOf(refusalOf(cancel, ...paid))).toEqual({
      status: [
        "The status is paid and the order cannot be canceled, because money was received: refund the order instead of canceling it or " +
          "charging again. Allowed now: complete, refund.",
      ],
    })
    expect(messagesOf(refusalOf(complete, ...paid, refundReported(1, "settled")))).toEqual({
      status: [
        "The status is refund and the order cannot be completed, because everything received was refunded. " +
          "Allowed now: nothing.",
      ],
    })
  })

  it.each([
    [contest, paid, "contested"],
    [resolveByHand(1, "paid"), paid, "resolved by hand"],
    [requestRefund(1), [...paid, caseReported(1, "opened")], "refunded"],
    [complete, [], "completed"],
  ] as const)("names the command: %j", (command, changes, done) => {
    expect(messagesOf(refusalOf(command, ...changes))["status"]?.[0]).toContain(`the order cannot be ${done}, because `)
  })

  it("names the largest amount, if a smaller one would be possible", () => {
    const part = refundReported(1, "settled", { amount: 4_000 })
    expect(messagesOf(refusalOf(requestRefund(2, { amount: 6_001 }), ...paid, part))).toEqual({
      amount: ["The amount may not be more than 60.00, which is all that is left to refund."],
    })
    expect(messagesOf(refusalOf(requestRefund(2, { amount: 0 }), ...paid, part))).toEqual({
      amount: ["The amount must be at least 0.01."],
    })
  })

  it("mentions one payment if there are two, because a refund is of one payment", () => {
    const twice = [...paid, attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
    expect(messagesOf(refusalOf(requestRefund(1, { amount: 15_000 }), ...twice))).toEqual({
      amount: ["The amount may not be more than 100.00, which is all that is left to refund."],
    })
  })

  it("blames the status if no amount would be possible", () => {
    const reserved = refundReported(1, "requested")
    expect(messagesOf(refusalOf(requestRefund(2, { amount: 1 }), ...paid, reserved))["status"]?.[0]).toContain(
      "because all that was received is on its way back or went back. Allowed now: complete.",
    )
  })
})

describe("refundFailed", () => {
  it("gives the acquirer's reason, and says that no money moved", () => {
    expect(invalid(refundFailed("too_late")).response.errors).toEqual({
      refund: ["The refund was not made by the acquirer: it says too_late. Nothing moved; you can ask for it again."],
    })
    expect(invalid(refundFailed(null)).response.message).toContain("it did not say why")
  })
})

describe("renewalOpen", () => {
  it("names the subscription to cancel instead", () => {
    const token = SubscriptionToken.make("3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42")
    expect(invalid(renewalOpen(token)).response.errors).toEqual({
      status: [
        `The status cannot become canceled, because the order is the open renewal of subscription ${token}. Cancel the ` +
          "subscription instead.",
      ],
    })
  })
})
