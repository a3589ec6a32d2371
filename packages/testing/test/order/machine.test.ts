// What each command causes, what it meets with silence, and why it is refused, by rank.

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
     * A ladder for each command. On its first rung as much as possible speaks against the command; each further rung mends the fault
     * the one above stumbled on; on the last the command is accepted.
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

    it("says with the reason what the order shows, what could be done and what could be given back", () => {
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
    it("records the attempt before the acquirer is asked", () => {
      given(placed).when(startAttempt(1, "credit")).thenHappens(attemptStarted(1, "credit")).thenShows("pending")
    })

    it("numbers attempts from 1, in the order in which they were started", () => {
      given(placed, ...unpaid.slice(1), attemptStarted(1, "credit"), attemptReported(1, "refused"))
        .when(startAttempt(2, "pix"))
        .thenHappens(attemptStarted(2, "pix"))
    })

    it("is quiet about the same key, whatever became of the attempt", () => {
      given(placed, ...paid)
        .when(startAttempt(1, "credit"))
        .thenNothing()
      given(placed, attemptStarted(1, "pix"), orderCanceled).when(startAttempt(1, "pix")).thenNothing()
    })

    it("charges again once the last attempt was refused", () => {
      given(placed, attemptStarted(1, "credit"), attemptReported(1, "refused"))
        .when(startAttempt(2, "credit"))
        .thenHappens(attemptStarted(2, "credit"))
    })

    it("lets the payer try a slip while a Pix is open, but no second Pix", () => {
      given(placed, ...pixOpen)
        .when(startAttempt(2, "bank_slip"))
        .thenHappens(attemptStarted(2, "bank_slip"))
      given(placed, ...pixOpen)
        .when(startAttempt(2, "pix"))
        .thenRefused("InstrumentOpen")
    })

    it("issues another Pix once the first has expired", () => {
      given(placed, ...pixOpen, attemptReported(1, "expired"))
        .when(startAttempt(2, "pix"))
        .thenHappens(attemptStarted(2, "pix"))
    })

    it("does not charge while an approved attempt is still to be confirmed", () => {
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

    it("is quiet about a second cancelation", () => {
      given(placed, orderCanceled).when(cancel).thenNothing()
    })

    it("is not possible any more where money came after the first cancelation", () => {
      given(placed, ...pixOpen, orderCanceled, attemptReported(1, "confirmed"))
        .when(cancel)
        .thenRefused("AlreadyPaid")
    })
  })

  describe("Complete", () => {
    it("closes a paid order, and is quiet about a second time", () => {
      given(placed, ...paid)
        .when(complete)
        .thenHappens(orderCompleted)
        .thenShows("complete")
      given(placed, ...paid, orderCompleted)
        .when(complete)
        .thenNothing()
    })

    it("closes an order that was partly given back", () => {
      given(placed, ...paid, ...partlyGivenBack)
        .when(complete)
        .thenShows("complete")
    })

    it("does not close an order whose case is lost, or contested", () => {
      given(placed, ...paid, caseReported(1, "lost"))
        .when(complete)
        .thenRefused("ChargedBack")
      given(placed, ...paid, ...taken, caseReported(1, "contested"))
        .when(complete)
        .thenRefused("CaseOpen")
    })

    it("closes an order whose case was won", () => {
      given(placed, ...paid, ...taken, caseReported(1, "won"))
        .when(complete)
        .thenShows("complete")
    })
  })

  describe("Contest", () => {
    it("contests the case that took the money", () => {
      given(placed, ...paid, ...taken)
        .when(contest)
        .thenHappens(caseReported(1, "contested"))
        .thenShows("dispute")
    })

    it("contests every case that took money, and no other", () => {
      given(placed, ...paid, ...taken, ...opened, caseReported(3, "taken"))
        .when(contest)
        .thenHappens(caseReported(1, "contested"), caseReported(3, "contested"))
    })

    it("leaves alone a case that is won already", () => {
      given(placed, ...paid, ...taken, caseReported(1, "won"), caseReported(2, "taken"))
        .when(contest)
        .thenHappens(caseReported(2, "contested"))
    })

    it("is quiet about a second time, and while nothing was taken yet", () => {
      given(placed, ...paid, ...taken, caseReported(1, "contested"))
        .when(contest)
        .thenNothing()
      given(placed, ...paid, ...opened)
        .when(contest)
        .thenNothing()
    })

    it("is quiet about a second time though another case is lost", () => {
      given(placed, ...paid, ...taken, caseReported(2, "lost"))
        .when(contest, contest)
        .thenNothing()
        .thenShows("chargeback")
    })

    it("has nothing to contest once the case is lost", () => {
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
    ])("settles an attempt %s, either way, and says that an operator did", (_, changes) => {
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

    it("is quiet about the same verdict, and does not take it back", () => {
      const settled = given(placed, ...unknown, attemptResolved(1, "paid"))
      settled.when(resolveByHand(1, "paid")).thenNothing()
      settled.when(resolveByHand(1, "unpaid")).thenRefused("OutcomeKnown")
    })

    it("settles each attempt for itself", () => {
      given(placed, ...sent, attemptResolved(1, "unpaid"), attemptStarted(2, "credit"))
        .when(resolveByHand(2, "unpaid"))
        .thenHappens(attemptResolved(2, "unpaid"))
      given(placed, ...sent, attemptReported(1, "refused"), attemptStarted(2, "credit"), attemptResolved(2, "unpaid"))
        .when(resolveByHand(2, "unpaid"))
        .thenNothing()
    })

    it.each(["open", "refused", "expired", "voided", "confirmed"] as const)(
      "does not set aside the acquirer's own word: %s",
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

    it("announces the payment once, though the acquirer confirms it afterwards", () => {
      given(placed, ...unknown)
        .when(resolveByHand(1, "paid"), attemptUpdate(1, "confirmed", { report: { tid: "T1" } }))
        .thenShows("paid")
        .thenSends("paid")
    })

    it("knows the attempts of this order only", () => {
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

    it("gives back what a lost case left, and no more; nothing while the case can still be contested", () => {
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

    it("gives nothing back beside a case that is lost, or contested", () => {
      given(placed, ...paid, caseReported(1, "lost"))
        .when(requestRefund(1))
        .thenRefused("ChargedBack")
      given(placed, ...paid, ...taken, caseReported(1, "contested"))
        .when(requestRefund(1))
        .thenRefused("CaseOpen")
    })

    it("is quiet about the same key, whatever became of the refund", () => {
      given(placed, ...paid, refundReported(1, "requested"))
        .when(requestRefund(1))
        .thenNothing()
      given(placed, ...paid, ...givenBack)
        .when(requestRefund(1))
        .thenNothing()
    })

    it("does not promise the same money twice: 60 and 60 of 100", () => {
      given(placed, ...paid)
        .when(requestRefund(1, { amount: 6_000 }), requestRefund(2, { amount: 6_000 }))
        .thenRefused("AmountAboveRefundable")
    })

    it("promises again what a failed refund has released", () => {
      given(placed, ...paid, refundReported(1, "requested"), refundReported(1, "failed"))
        .when(requestRefund(2))
        .thenHappens(refundRequested(2, "reversal"))
    })

    it("does not give back of one payment what only another has brought", () => {
      const twice = [...paid, attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
      given(placed, ...twice)
        .when(requestRefund(1, { amount: 10_001 }))
        .thenRefused("AmountAboveRefundable")
    })

    it("does not give back of one payment again what settled after it had been reported failed", () => {
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

    it("stays open for a slip, whose money goes back by transfer", () => {
      const years = 5 * 365 * 86_400_000
      given(placed, attemptStarted(1, "bank_slip"), attemptReported(1, "confirmed"))
        .when(requestRefund(1, { at: later(years) }))
        .thenHappens(refundRequested(1, "transfer", { at: later(years) }))
    })

    it("knows the attempts of this order only", () => {
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

  it("records a confirmation once, and one that comes later with the same amount not again", () => {
    given(placed, ...paid)
      .when(attemptUpdate(1, "confirmed", { at: later(1) }))
      .thenNothing()
  })

  it("records an instrument that is told after the fact that it was issued", () => {
    const told = { report: { instrument: examplePix } }
    given(placed, ...pixOpen)
      .when(attemptUpdate(1, "open", told))
      .thenHappens(attemptReported(1, "open", told))
  })

  it("records what changes nothing any more: the status stays, the fact is known", () => {
    given(placed, ...paid)
      .when(attemptUpdate(1, "review"))
      .thenHappens(attemptReported(1, "review"))
      .thenShows("paid")
  })

  it("records a refund and a case that this service did not ask for", () => {
    given(placed).when(refundUpdate(1, "settled")).thenHappens(refundReported(1, "settled")).thenShows("created")
    given(placed).when(caseUpdate(1, "lost")).thenHappens(caseReported(1, "lost")).thenShows("created")
  })

  it("tells cases apart by their keys, and knows once that another order had paid the link", () => {
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

  it("has nothing to record of an attempt that was never started", () => {
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

  it("does not count an order as abandoned that was attempted or canceled", () => {
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
  ] as const)("of an order %s", (_, changes, allowed) => {
    expect(allowedCommands(orderMachine, exampleOrder(...changes), exampleNow)).toEqual(allowed)
  })

  it("names no refund where the only payment with money left can be given back no more", () => {
    const pixLater = [attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
    const order = exampleOrder(...paid, ...pixLater, refundReported(1, "requested"))
    const beyondPix = later(methodRules.pix.refundWindowMillis + 1)
    expect(allowedCommands(orderMachine, order, beyondPix)).toEqual(["Complete"])
  })
})

describe("record, of a refund", () => {
  const underWay = [...paid, refundRequested(1, "reversal")]

  it("keeps why it failed, and is quiet the second time", () => {
    const told = refundUpdate(1, "failed", { report: { reason: "too_late" } })
    given(placed, ...underWay)
      .when(told)
      .thenHappens(refundReported(1, "failed", { report: { reason: "too_late" } }))
    given(placed, ...underWay)
      .when(told, told)
      .thenNothing()
  })

  it("keeps a reason that comes after the failure itself, and of two reasons the first", () => {
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
  ] as const)("of %s", (_, changes, centavosBack) => {
    const order = exampleOrder(...changes)
    expect(order.attempts.slice(0, 1).map((attempt) => refundableOf(order, attempt))).toEqual([centavosBack])
  })

  it("of no attempt is nothing", () => {
    expect(refundableOf(exampleOrder(...paid), undefined)).toBe(0)
  })
})

describe("record, of reports that differ", () => {
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

  it("takes no order for refunded of which nothing was captured", () => {
    const empty = attemptUpdate(1, "confirmed", { report: { captured: centavos(0) } })
    given(placed, attemptStarted(1, "credit")).when(empty).thenShows("paid").thenSends("paid")
  })

  it("does not cancel while another attempt is in flight behind one that is held", () => {
    given(placed, ...held.slice(0, 1), attemptReported(2, "review"), attemptStarted(3, "credit"))
      .when(cancel)
      .thenRefused("OutcomeUnknown")
  })
})
