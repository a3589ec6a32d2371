// The events of each command, its repetitions, and its refusals by rank.

import { type Instant, instant } from "@vintem/domain/calendar"
import { allowedCommands } from "@vintem/domain/machine"
import { methodRules } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import {
  type CaseFact,
  capturedBy,
  type OrderChange,
  type OrderCommand,
  OrderRefusal,
  orderMachine,
  refundableOf,
} from "@vintem/domain/order"
import {
  abandonTimer,
  attemptReported,
  attemptResolved,
  attemptStarted,
  attemptUpdate,
  cancel,
  caseReported,
  caseUpdate,
  complete,
  contest,
  duplicateFound,
  duplicatePayment,
  exampleNow,
  exampleOrder,
  examplePix,
  examplePlaced,
  examplePlacedAt,
  given,
  orderAbandoned,
  orderCanceled,
  orderCompleted,
  refundReported,
  refundRequested,
  refundUpdate,
  requestRefund,
  resolveByHand,
  startAttempt,
  stateAfter,
  stepOf,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const placed = examplePlaced()
const later = (millis: number): Instant => instant(exampleNow + millis)

const pixOpen = [attemptStarted(1, "pix"), attemptReported(1, "open")]
const held = [attemptStarted(2, "credit"), attemptReported(2, "review")]
const inFlight = [attemptStarted(3, "credit")]
const received = [attemptStarted(4, "credit"), attemptReported(4, "confirmed")]

const paid = [attemptStarted(1, "credit"), attemptReported(1, "confirmed")]
const unpaid = [attemptStarted(2, "credit"), attemptReported(2, "refused")]
const taken = [caseReported(1, "taken")]
const opened = [caseReported(2, "opened")]
const givenBack = [refundReported(1, "settled")]
const partlyGivenBack = [refundReported(1, "settled", { amount: 4_000 })]

describe("decide", () => {
  describe("refuses, by rank", () => {
    /**
     * A ladder for each command. On its first rung as many reasons as possible speak against the command; each further
     * rung fixes the fault that stopped the one above; on the last the command is accepted.
     */
    const ladders: ReadonlyArray<{
      readonly command: OrderCommand["_tag"]
      readonly rungs: ReadonlyArray<readonly [OrderRefusal | null, OrderCommand, ReadonlyArray<OrderChange>]>
    }> = [
      {
        command: "StartAttempt",
        rungs: [
          ["AlreadyCanceled", startAttempt(9, "pix"), [...pixOpen, ...held, ...inFlight, ...received, orderCanceled]],
          ["AlreadyPaid", startAttempt(9, "pix"), [...pixOpen, ...held, ...inFlight, ...received]],
          ["OutcomeUnknown", startAttempt(9, "pix"), [...pixOpen, ...held, ...inFlight]],
          ["UnderReview", startAttempt(9, "pix"), [...pixOpen, ...held]],
          ["InstrumentOpen", startAttempt(9, "pix"), pixOpen],
          [null, startAttempt(9, "pix"), []],
        ],
      },
      {
        command: "Cancel",
        rungs: [
          ["AlreadyPaid", cancel, [...inFlight, ...received]],
          ["OutcomeUnknown", cancel, inFlight],
          [null, cancel, []],
        ],
      },
      {
        command: "Complete",
        rungs: [
          ["NotPaid", complete, [...taken, ...opened, ...givenBack]],
          ["ChargedBack", complete, [...paid, ...taken, ...opened, ...givenBack]],
          ["CaseOpen", complete, [...paid, ...opened, ...givenBack]],
          ["FullyRefunded", complete, [...paid, ...givenBack]],
          [null, complete, paid],
        ],
      },
      {
        command: "Contest",
        rungs: [
          ["NotPaid", contest, []],
          ["NoChargeback", contest, paid],
          [null, contest, [...paid, ...taken]],
        ],
      },
      {
        command: "Resolve",
        rungs: [
          ["UnderReview", resolveByHand(2, "paid"), held],
          ["OutcomeKnown", resolveByHand(2, "paid"), [...held, attemptReported(2, "refused")]],
          [null, resolveByHand(2, "paid"), [attemptStarted(2, "credit")]],
        ],
      },
      {
        command: "RequestRefund",
        rungs: [
          ["NotPaid", requestRefund(9, { attempt: 2, amount: 0 }), [...taken, ...opened, ...givenBack]],
          ["ChargedBack", requestRefund(9, { attempt: 2, amount: 0 }), [...paid, ...taken, ...opened, ...givenBack]],
          ["CaseOpen", requestRefund(9, { attempt: 2, amount: 0 }), [...paid, ...opened, ...givenBack]],
          ["FullyRefunded", requestRefund(9, { attempt: 2, amount: 0 }), [...paid, ...unpaid, ...givenBack]],
          ["AttemptNotConfirmed", requestRefund(9, { attempt: 2, amount: 0 }), [...paid, ...unpaid]],
          [
            "RefundWindowClosed",
            requestRefund(9, { amount: 0, at: later(methodRules.credit.refundWindowMillis + 1) }),
            [...paid, ...partlyGivenBack],
          ],
          ["AmountNotPositive", requestRefund(9, { amount: 0 }), [...paid, ...partlyGivenBack]],
          ["AmountAboveRefundable", requestRefund(9, { amount: 6_001 }), [...paid, ...partlyGivenBack]],
          [null, requestRefund(9, { amount: 6_000 }), [...paid, ...partlyGivenBack]],
        ],
      },
    ]

    describe.each(ladders)("$command", ({ command, rungs }) => {
      it.each(rungs)("%s", (reason, asked, changes) => {
        expect(asked._tag).toBe(command)
        const { refusal, changes: caused } = stepOf(orderMachine, exampleOrder(...changes), asked)
        expect(refusal?.reason ?? null).toBe(reason)
        expect(caused).toHaveLength(reason === null ? 1 : 0)
      })
    })

    it("has a row for every refusal, in order of precedence", () => {
      const rank = (reason: OrderRefusal) => OrderRefusal.literals.indexOf(reason)
      const reasons = ladders.map(({ rungs }) => rungs.flatMap(([reason]) => reason ?? []))
      for (const ladder of reasons) expect(ladder).toEqual(ladder.toSorted((one, other) => rank(one) - rank(other)))
      const all = [...new Set(reasons.flat())].toSorted((one, other) => rank(one) - rank(other))
      expect(all).toEqual(OrderRefusal.literals)
    })

    it("includes the status, the possible commands and the refundable amount in a refusal", () => {
      const { refusal } = stepOf(orderMachine, exampleOrder(...paid, ...partlyGivenBack), cancel)
      expect(refusal).toMatchObject({
        _tag: "OrderRefused",
        command: "Cancel",
        reason: "AlreadyPaid",
        status: "paid",
        allowed: ["Complete", "RequestRefund"],
        refundable: 6_000,
      })
    })
  })

  describe("StartAttempt", () => {
    it("records the attempt before the request to the acquirer", () => {
      given(placed).when(startAttempt(1, "credit")).thenHappens(attemptStarted(1, "credit")).thenShows("pending")
    })

    it("numbers attempts from 1, in the order of their start", () => {
      given(placed, ...unpaid.slice(1), attemptStarted(1, "credit"), attemptReported(1, "refused"))
        .when(startAttempt(2, "pix"))
        .thenHappens(attemptStarted(2, "pix"))
    })

    it("does nothing for a repeated key, whatever the attempt's outcome", () => {
      given(placed, ...paid)
        .when(startAttempt(1, "credit"))
        .thenNothing()
      given(placed, attemptStarted(1, "pix"), orderCanceled).when(startAttempt(1, "pix")).thenNothing()
    })

    it("charges again after the last attempt was refused", () => {
      given(placed, attemptStarted(1, "credit"), attemptReported(1, "refused"))
        .when(startAttempt(2, "credit"))
        .thenHappens(attemptStarted(2, "credit"))
    })

    it("allows a slip while a Pix is open, but no second Pix", () => {
      given(placed, ...pixOpen)
        .when(startAttempt(2, "bank_slip"))
        .thenHappens(attemptStarted(2, "bank_slip"))
      given(placed, ...pixOpen)
        .when(startAttempt(2, "pix"))
        .thenRefused("InstrumentOpen")
    })

    it("issues another Pix after the first has expired", () => {
      given(placed, ...pixOpen, attemptReported(1, "expired"))
        .when(startAttempt(2, "pix"))
        .thenHappens(attemptStarted(2, "pix"))
    })

    it("does not charge while an approved attempt is not confirmed yet", () => {
      given(placed, attemptStarted(1, "credit"), attemptReported(1, "review"), attemptReported(1, "approved"))
        .when(startAttempt(2, "pix"))
        .thenRefused("OutcomeUnknown")
    })
  })

  describe("Cancel", () => {
    it.each([
      ["nothing was attempted", []],
      ["a Pix waits for its payer", pixOpen],
      ["an attempt is held for review", [attemptStarted(1, "credit"), attemptReported(1, "review")]],
      ["every attempt failed", [attemptStarted(1, "credit"), attemptReported(1, "refused")]],
    ])("cancels while %s", (_, changes) => {
      given(placed, ...changes)
        .when(cancel)
        .thenHappens(orderCanceled)
        .thenShows("canceled")
    })

    it("does nothing the second time", () => {
      given(placed, orderCanceled).when(cancel).thenNothing()
    })

    it("is no longer possible if money came after the first cancelation", () => {
      given(placed, ...pixOpen, orderCanceled, attemptReported(1, "confirmed"))
        .when(cancel)
        .thenRefused("AlreadyPaid")
    })
  })

  describe("Complete", () => {
    it("closes a paid order, and does nothing the second time", () => {
      given(placed, ...paid)
        .when(complete)
        .thenHappens(orderCompleted)
        .thenShows("complete")
      given(placed, ...paid, orderCompleted)
        .when(complete)
        .thenNothing()
    })

    it("closes an order that was partly refunded", () => {
      given(placed, ...paid, ...partlyGivenBack)
        .when(complete)
        .thenShows("complete")
    })

    it("does not close an order with a lost or contested dispute", () => {
      given(placed, ...paid, caseReported(1, "lost"))
        .when(complete)
        .thenRefused("ChargedBack")
      given(placed, ...paid, ...taken, caseReported(1, "contested"))
        .when(complete)
        .thenRefused("CaseOpen")
    })

    it("closes an order whose dispute was won", () => {
      given(placed, ...paid, ...taken, caseReported(1, "won"))
        .when(complete)
        .thenShows("complete")
    })
  })

  describe("Contest", () => {
    it("contests the dispute that took the money", () => {
      given(placed, ...paid, ...taken)
        .when(contest)
        .thenHappens(caseReported(1, "contested"))
        .thenShows("dispute")
    })

    it("contests every dispute that took money, and no other", () => {
      given(placed, ...paid, ...taken, ...opened, caseReported(3, "taken"))
        .when(contest)
        .thenHappens(caseReported(1, "contested"), caseReported(3, "contested"))
    })

    it("ignores a dispute that is already won", () => {
      given(placed, ...paid, ...taken, caseReported(1, "won"), caseReported(2, "taken"))
        .when(contest)
        .thenHappens(caseReported(2, "contested"))
    })

    it("does nothing the second time, and while nothing was taken yet", () => {
      given(placed, ...paid, ...taken, caseReported(1, "contested"))
        .when(contest)
        .thenNothing()
      given(placed, ...paid, ...opened)
        .when(contest)
        .thenNothing()
    })

    it("does nothing the second time even if another dispute is lost", () => {
      given(placed, ...paid, ...taken, caseReported(2, "lost"))
        .when(contest, contest)
        .thenNothing()
        .thenShows("chargeback")
    })

    it("is refused after the dispute is lost", () => {
      given(placed, ...paid, caseReported(1, "lost"))
        .when(contest)
        .thenRefused("NoChargeback")
    })
  })

  describe("Resolve", () => {
    const [sent, unknown, approved] = [
      [attemptStarted(1, "credit")],
      [attemptStarted(1, "credit"), attemptReported(1, "unknown")],
      [attemptStarted(1, "credit"), attemptReported(1, "review"), attemptReported(1, "approved")],
    ]

    it.each([
      ["sent", sent],
      ["unknown", unknown],
      ["approved, and nothing was reported since", approved],
    ])("settles an attempt %s, with either verdict, and records the operator", (_, changes) => {
      given(placed, ...changes)
        .when(resolveByHand(1, "paid"))
        .thenHappens(attemptResolved(1, "paid"))
        .thenShows("paid")
        .thenSends("paid")
      given(placed, ...changes)
        .when(resolveByHand(1, "unpaid"))
        .thenHappens(attemptResolved(1, "unpaid"))
        .thenShows("unpaid")
        .thenSends("unpaid")
    })

    it("does nothing for a repeated verdict, and does not take it back", () => {
      const settled = given(placed, ...unknown, attemptResolved(1, "paid"))
      settled.when(resolveByHand(1, "paid")).thenNothing()
      settled.when(resolveByHand(1, "unpaid")).thenRefused("OutcomeKnown")
    })

    it("settles each attempt separately", () => {
      given(placed, ...sent, attemptResolved(1, "unpaid"), attemptStarted(2, "credit"))
        .when(resolveByHand(2, "unpaid"))
        .thenHappens(attemptResolved(2, "unpaid"))
      given(placed, ...sent, attemptReported(1, "refused"), attemptStarted(2, "credit"), attemptResolved(2, "unpaid"))
        .when(resolveByHand(2, "unpaid"))
        .thenNothing()
    })

    it.each(["open", "refused", "expired", "voided", "confirmed"] as const)(
      "does not override the acquirer's own report: %s",
      (fact) => {
        for (const verdict of ["paid", "unpaid"] as const) {
          given(placed, ...unknown, attemptReported(1, fact))
            .when(resolveByHand(1, verdict))
            .thenRefused("OutcomeKnown")
        }
      },
    )

    it("yields to money that comes in spite of the verdict", () => {
      given(placed, ...unknown, attemptResolved(1, "unpaid"))
        .when(attemptUpdate(1, "confirmed"))
        .thenShows("paid")
        .thenSends("paid")
    })

    it("announces the payment once, even if the acquirer confirms it afterwards", () => {
      given(placed, ...unknown)
        .when(resolveByHand(1, "paid"), attemptUpdate(1, "confirmed", { report: { tid: "T1" } }))
        .thenShows("paid")
        .thenSends("paid")
    })

    it("refuses attempts of other orders", () => {
      given(placed, ...unknown)
        .when(resolveByHand(7, "paid"))
        .thenRefused("OutcomeKnown")
    })
  })

  describe("RequestRefund", () => {
    it("reserves the amount", () => {
      given(placed, ...paid)
        .when(requestRefund(1, { amount: 4_000 }))
        .thenHappens(refundRequested(1, "reversal", { amount: 4_000 }))
        .thenShows("paid")
    })

    it("refunds what a lost dispute left, and no more; nothing while the dispute can still be contested", () => {
      const partly = (fact: CaseFact) => given(placed, ...paid, caseReported(1, fact, { amount: 1_000 }))
      partly("lost")
        .when(requestRefund(1, { amount: 9_000 }))
        .thenHappens(refundRequested(1, "reversal", { amount: 9_000 }))
      partly("lost")
        .when(requestRefund(1, { amount: 9_001 }))
        .thenRefused("AmountAboveRefundable")
      partly("taken")
        .when(requestRefund(1, { amount: 1 }))
        .thenRefused("ChargedBack")
    })

    it("refunds nothing while a dispute took it all, or is contested", () => {
      given(placed, ...paid, caseReported(1, "lost"))
        .when(requestRefund(1))
        .thenRefused("ChargedBack")
      given(placed, ...paid, ...taken, caseReported(1, "contested"))
        .when(requestRefund(1))
        .thenRefused("CaseOpen")
    })

    it("does nothing for a repeated key, whatever the refund's outcome", () => {
      given(placed, ...paid, refundReported(1, "requested"))
        .when(requestRefund(1))
        .thenNothing()
      given(placed, ...paid, ...givenBack)
        .when(requestRefund(1))
        .thenNothing()
    })

    it("does not reserve the same money twice: 60 and 60 of 100", () => {
      given(placed, ...paid)
        .when(requestRefund(1, { amount: 6_000 }), requestRefund(2, { amount: 6_000 }))
        .thenRefused("AmountAboveRefundable")
    })

    it("reserves again the money of a failed refund", () => {
      given(placed, ...paid, refundReported(1, "requested"), refundReported(1, "failed"))
        .when(requestRefund(2))
        .thenHappens(refundRequested(2, "reversal"))
    })

    it("does not refund one payment with the money of another", () => {
      const twice = [...paid, attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
      given(placed, ...twice)
        .when(requestRefund(1, { amount: 10_001 }))
        .thenRefused("AmountAboveRefundable")
    })

    it("does not refund again a payment whose refund settled after it was reported failed", () => {
      const twice = [...paid, attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
      given(placed, ...twice, refundReported(1, "failed"), refundReported(1, "settled"))
        .when(requestRefund(2))
        .thenRefused("AmountAboveRefundable")
    })

    it.each([
      ["pix", 90],
      ["credit", 180],
    ] as const)("closes for %s after %i days, to the millisecond", (method, days) => {
      const received = [attemptStarted(1, method), attemptReported(1, "confirmed")]
      const last = later(days * 86_400_000)
      given(placed, ...received)
        .when(requestRefund(1, { at: last }))
        .thenHappens(refundRequested(1, "reversal", { at: last }))
      given(placed, ...received)
        .when(requestRefund(1, { at: instant(last + 1) }))
        .thenRefused("RefundWindowClosed")
    })

    it("stays open for a slip, whose money is sent back by transfer", () => {
      const years = 5 * 365 * 86_400_000
      given(placed, attemptStarted(1, "bank_slip"), attemptReported(1, "confirmed"))
        .when(requestRefund(1, { at: later(years) }))
        .thenHappens(refundRequested(1, "transfer", { at: later(years) }))
    })

    it("refuses attempts of other orders", () => {
      given(placed, ...paid)
        .when(requestRefund(1, { attempt: 7 }))
        .thenRefused("AttemptNotConfirmed")
    })
  })
})

describe("record", () => {
  it("records a report once", () => {
    given(placed, attemptStarted(1, "credit"))
      .when(attemptUpdate(1, "refused", { report: { reason: "Saldo insuficiente" } }))
      .thenHappens(attemptReported(1, "refused", { report: { reason: "Saldo insuficiente" } }))
    given(placed, attemptStarted(1, "credit"), attemptReported(1, "refused"))
      .when(attemptUpdate(1, "refused"))
      .thenNothing()
    given(placed, ...paid, ...givenBack)
      .when(refundUpdate(1, "settled"))
      .thenNothing()
    given(placed, ...paid, ...taken)
      .when(caseUpdate(1, "taken"))
      .thenNothing()
  })

  it("records a confirmation once, and a later one with the same amount not again", () => {
    given(placed, ...paid)
      .when(attemptUpdate(1, "confirmed", { at: later(1) }))
      .thenNothing()
  })

  it("records an instrument that comes after the fact that it was issued", () => {
    const told = { report: { instrument: examplePix } }
    given(placed, ...pixOpen)
      .when(attemptUpdate(1, "open", told))
      .thenHappens(attemptReported(1, "open", told))
  })

  it("records a fact that changes nothing any more: the status stays, the fact is known", () => {
    given(placed, ...paid)
      .when(attemptUpdate(1, "review"))
      .thenHappens(attemptReported(1, "review"))
      .thenShows("paid")
  })

  it("records a refund and a dispute that this service did not request", () => {
    given(placed).when(refundUpdate(1, "settled")).thenHappens(refundReported(1, "settled")).thenShows("created")
    given(placed).when(caseUpdate(1, "lost")).thenHappens(caseReported(1, "lost")).thenShows("created")
  })

  it("separates disputes by their keys, and records once that another order had paid the link", () => {
    given(placed, ...paid, ...taken)
      .when(caseUpdate(2, "taken"))
      .thenHappens(caseReported(2, "taken"))
    given(placed, ...paid)
      .when(duplicatePayment)
      .thenHappens(duplicateFound)
    given(placed, ...paid, duplicateFound)
      .when(duplicatePayment)
      .thenNothing()
  })

  it("records nothing for an attempt that was never started", () => {
    given(placed).when(attemptUpdate(1, "confirmed")).thenNothing()
  })

  it("counts an order as abandoned half an hour after it was placed, to the millisecond, and once", () => {
    const due = instant(examplePlacedAt + 30 * 60_000)
    given(placed)
      .when({ ...abandonTimer, at: instant(due - 1) })
      .thenNothing()
    given(placed)
      .when({ ...abandonTimer, at: due })
      .thenHappens({ ...orderAbandoned, at: due })
      .thenShows("created")
    given(placed, orderAbandoned).when(abandonTimer).thenNothing()
  })

  it("does not count an order as abandoned if it was attempted or canceled", () => {
    given(placed, attemptStarted(1, "credit")).when(abandonTimer).thenNothing()
    given(placed, orderCanceled).when(abandonTimer).thenNothing()
  })
})

describe("allowedCommands", () => {
  it.each([
    ["placed", [], ["StartAttempt", "Cancel"]],
    ["with an open Pix", pixOpen, ["StartAttempt", "Cancel"]],
    ["in flight", [attemptStarted(1, "credit")], ["Resolve"]],
    ["paid by one attempt, with another in flight", [...paid, ...inFlight], ["Complete", "Resolve", "RequestRefund"]],
    ["held for review", [attemptStarted(1, "credit"), attemptReported(1, "review")], ["Cancel"]],
    ["paid", paid, ["Complete", "RequestRefund"]],
    ["completed", [...paid, orderCompleted], ["RequestRefund"]],
    ["with a refund of everything under way", [...paid, refundReported(1, "requested")], ["Complete"]],
    ["given back", [...paid, ...givenBack], []],
    ["disputed", [...paid, ...opened], []],
    ["charged back", [...paid, ...taken], ["Contest"]],
    [
      "with one case contested and another that took money",
      [...paid, caseReported(2, "contested"), ...taken],
      ["Contest"],
    ],
    ["canceled", [orderCanceled], []],
  ] as const)("for an order %s", (_, changes, allowed) => {
    expect(allowedCommands(orderMachine, exampleOrder(...changes), exampleNow)).toEqual(allowed)
  })

  it("contains no refund if the only payment with money left can no longer be refunded", () => {
    const pixLater = [attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
    const order = exampleOrder(...paid, ...pixLater, refundReported(1, "requested"))
    const beyondPix = later(methodRules.pix.refundWindowMillis + 1)
    expect(allowedCommands(orderMachine, order, beyondPix)).toEqual(["Complete"])
  })
})

describe("record, for a refund", () => {
  const underWay = [...paid, refundRequested(1, "reversal")]

  it("keeps why it failed, and does nothing the second time", () => {
    const told = refundUpdate(1, "failed", { report: { reason: "too_late" } })
    given(placed, ...underWay)
      .when(told)
      .thenHappens(refundReported(1, "failed", { report: { reason: "too_late" } }))
    given(placed, ...underWay)
      .when(told, told)
      .thenNothing()
  })

  it("keeps a reason that comes after the failure itself, and the first of two reasons", () => {
    const first = refundUpdate(1, "failed", { report: { reason: "too_late" } })
    given(placed, ...underWay)
      .when(refundUpdate(1, "failed"), first)
      .thenHappens(refundReported(1, "failed", { report: { reason: "too_late" } }))
    given(placed, ...underWay)
      .when(first, refundUpdate(1, "failed", { report: { reason: "other" } }))
      .thenNothing()
  })
})

describe("refundableOf", () => {
  const twice = [...paid, attemptStarted(2, "pix"), attemptReported(2, "confirmed")]

  it.each([
    ["a payment", paid, 10_000],
    ["a payment that went back in part", [...paid, ...partlyGivenBack], 6_000],
    ["a payment of which all is reserved", [...paid, refundReported(1, "requested")], 0],
    ["a payment beside another", twice, 10_000],
    ["what was never paid", [attemptStarted(1, "credit")], 0],
    ["a payment of which more went back than came", [...paid, refundReported(1, "settled", { amount: 10_001 })], 0],
  ] as const)("for %s", (_, changes, centavosBack) => {
    const order = exampleOrder(...changes)
    expect(order.attempts.slice(0, 1).map((attempt) => refundableOf(order, attempt))).toEqual([centavosBack])
  })

  it("for no attempt is zero", () => {
    expect(refundableOf(exampleOrder(...paid), undefined)).toBe(0)
  })
})

describe("record, for contradicting reports", () => {
  const reports = [
    attemptUpdate(1, "confirmed", { report: { captured: centavos(9_000) } }),
    attemptUpdate(1, "confirmed", { report: { captured: centavos(10_000) } }),
  ]

  it("ends with the larger amount, whichever report came first", () => {
    const start = exampleOrder(attemptStarted(1, "credit"))
    for (const arrival of [reports, reports.toReversed()]) {
      expect(stateAfter(orderMachine, start, arrival).attempts.map(capturedBy)).toEqual([10_000])
    }
  })

  it("does not count an order as refunded if nothing was captured", () => {
    const empty = attemptUpdate(1, "confirmed", { report: { captured: centavos(0) } })
    given(placed, attemptStarted(1, "credit")).when(empty).thenShows("paid").thenSends("paid")
  })

  it("does not cancel while another attempt is in flight behind one that is held", () => {
    given(placed, ...held.slice(0, 1), attemptReported(2, "review"), attemptStarted(3, "credit"))
      .when(cancel)
      .thenRefused("OutcomeUnknown")
  })
})
