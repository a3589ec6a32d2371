// Webhooks, when and how often: a story for each kind.

import { instant } from "@vintem/domain/calendar"
import { AttemptId } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { defaultWebhookKinds, evolve, WebhookKind, webhookRules, webhooksOf } from "@vintem/domain/order"
import {
  abandonTimer,
  attemptReported,
  attemptStarted,
  attemptUpdate,
  cancel,
  caseReported,
  caseUpdate,
  complete,
  contest,
  exampleNow,
  exampleOrder,
  examplePlaced,
  given,
  orderAbandoned,
  orderCanceled,
  orderCompleted,
  refundReported,
  refundUpdate,
  requestRefund,
  startAttempt,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const placed = examplePlaced()
const sent = [attemptStarted(1, "credit")]
const pixOpen = [attemptStarted(1, "pix"), attemptReported(1, "open")]
const paid = [...sent, attemptReported(1, "confirmed")]

describe("the webhook map", () => {
  it("has a rule for every kind, in the order in which one change sends them", () => {
    expect(webhookRules.map(({ kind }) => kind)).toEqual(WebhookKind.literals)
  })

  it("sends nothing for a change without an effect", () => {
    const told = [attemptReported(1, "confirmed"), caseReported(1, "taken"), refundReported(1, "settled")]
    const order = exampleOrder(orderAbandoned, ...sent, ...told, orderCompleted)
    for (const again of [orderAbandoned, ...told, orderCompleted]) {
      expect(webhooksOf(order, again, evolve(order, again))).toEqual([])
    }
  })

  it("sends nothing for the statuses without a webhook", () => {
    given(placed).when(startAttempt(1, "credit")).thenShows("pending").thenSends()
    given(placed, ...sent)
      .when(attemptUpdate(1, "review"))
      .thenShows("risk_analysis")
      .thenSends()
    given(placed, ...paid)
      .when(complete)
      .thenShows("complete")
      .thenSends()
    given(placed, ...paid)
      .when(caseUpdate(1, "opened"))
      .thenShows("dispute")
      .thenSends()
  })
})

describe("waiting_payment", () => {
  it("is sent when a Pix is issued, and not when it is reported again", () => {
    given(placed, attemptStarted(1, "pix"))
      .when(attemptUpdate(1, "open"), attemptUpdate(1, "open"))
      .thenSends("waiting_payment")
  })

  it("is sent for each instrument", () => {
    given(placed, ...pixOpen)
      .when(startAttempt(2, "bank_slip"), attemptUpdate(2, "open"))
      .thenShows("waiting_payment")
      .thenSends("waiting_payment")
  })

  it("is sent again for a Pix after the first has expired", () => {
    given(placed, ...pixOpen, attemptReported(1, "expired"))
      .when(startAttempt(2, "pix"), attemptUpdate(2, "open"))
      .thenSends("waiting_payment")
  })

  it("is not sent when a refused card leaves the order with its earlier Pix", () => {
    given(placed, ...pixOpen)
      .when(startAttempt(2, "credit"), attemptUpdate(2, "refused"))
      .thenShows("waiting_payment")
      .thenSends()
  })

  it("is not sent for an instrument that no longer matters", () => {
    given(placed, attemptStarted(1, "pix"), orderCanceled)
      .when(attemptUpdate(1, "open"))
      .thenShows("canceled")
      .thenSends()
    given(placed, ...paid, attemptStarted(2, "pix"))
      .when(attemptUpdate(2, "open"))
      .thenShows("paid")
      .thenSends()
  })
})

describe("paid", () => {
  it("is sent when the payment is confirmed", () => {
    given(placed, ...sent)
      .when(attemptUpdate(1, "confirmed"))
      .thenShows("paid")
      .thenSends("paid")
  })

  it("is sent once: receivers ship on it, and a second payment is no second sale", () => {
    const later = instant(exampleNow + 60_000)
    given(placed, ...pixOpen)
      .when(startAttempt(2, "credit"), attemptUpdate(2, "confirmed"), attemptUpdate(1, "confirmed", { at: later }))
      .thenSends("paid")
      .thenOwes({ _tag: "RefundDuplicate", attempt: AttemptId.make(1), amount: centavos(10_000) })
  })

  it("is sent for a slip paid after it expired: expiry is a guess, payment is a fact", () => {
    given(placed, attemptStarted(1, "bank_slip"), attemptReported(1, "open"), attemptReported(1, "expired"))
      .when(attemptUpdate(1, "confirmed"))
      .thenShows("paid")
      .thenSends("paid")
  })

  it("is sent for money after the cancelation", () => {
    given(placed, ...pixOpen, orderCanceled)
      .when(attemptUpdate(1, "confirmed"))
      .thenShows("paid")
      .thenSends("paid")
  })

  it("is not sent again when a late message reports an earlier stage", () => {
    given(placed, ...paid)
      .when(attemptUpdate(1, "review"), attemptUpdate(1, "open"), attemptUpdate(1, "unknown"))
      .thenSends()
  })

  it("is not sent again when a dispute is won", () => {
    given(placed, ...paid, caseReported(1, "taken"))
      .when(contest, caseUpdate(1, "won"))
      .thenShows("paid")
      .thenSends()
  })
})

describe("unpaid", () => {
  it.each(["refused", "expired", "voided"] as const)("is sent when the only attempt is %s", (fact) => {
    given(placed, ...sent)
      .when(attemptUpdate(1, fact))
      .thenShows("unpaid")
      .thenSends("unpaid")
  })

  it("is sent when the review rejects the attempt, even if the verdict came before the review", () => {
    given(placed, ...sent)
      .when(attemptUpdate(1, "review"), attemptUpdate(1, "rejected"))
      .thenSends("unpaid")
    given(placed, ...sent)
      .when(attemptUpdate(1, "rejected"), attemptUpdate(1, "review"))
      .thenSends("unpaid")
  })

  it("is sent each time", () => {
    given(placed, ...sent)
      .when(attemptUpdate(1, "refused"), startAttempt(2, "credit"), attemptUpdate(2, "refused"))
      .thenSends("unpaid", "unpaid")
  })

  it("is not sent for a further reason of the same failure", () => {
    given(placed, ...sent, attemptReported(1, "refused"))
      .when(attemptUpdate(1, "voided"))
      .thenSends()
  })

  it("is not sent while a Pix is still open", () => {
    given(placed, ...pixOpen)
      .when(startAttempt(2, "credit"), attemptUpdate(2, "refused"))
      .thenSends()
  })
})

describe("canceled", () => {
  it("is sent once, and not when the open Pix is voided afterwards", () => {
    given(placed, ...pixOpen)
      .when(cancel, cancel, attemptUpdate(1, "voided"))
      .thenShows("canceled")
      .thenSends("canceled")
      .thenOwes()
  })
})

describe("refund", () => {
  it("is sent when the last part is back", () => {
    given(placed, ...paid)
      .when(requestRefund(1, { amount: 4_000 }), refundUpdate(1, "settled", { amount: 4_000 }))
      .thenShows("paid")
      .thenSends("partial_refund")
    given(placed, ...paid, refundReported(1, "settled", { amount: 4_000 }))
      .when(requestRefund(2, { amount: 6_000 }), refundUpdate(2, "settled", { amount: 6_000 }))
      .thenShows("refund")
      .thenSends("refund")
  })

  it("is not sent while the refund is on its way, nor when it fails", () => {
    given(placed, ...paid)
      .when(requestRefund(1), refundUpdate(1, "processing"), refundUpdate(1, "failed"))
      .thenShows("paid")
      .thenSends()
  })

  it("is sent after `paid` if the refund was reported first", () => {
    given(placed, ...sent)
      .when(refundUpdate(1, "settled"), attemptUpdate(1, "confirmed"))
      .thenShows("refund")
      .thenSends("paid", "refund")
  })

  it("is sent even if a dispute hides it", () => {
    given(placed, ...paid, caseReported(1, "opened"))
      .when(refundUpdate(1, "settled"))
      .thenShows("dispute")
      .thenSends("refund")
  })

  it("is sent once, even if a second payment comes and goes", () => {
    given(placed, ...paid, refundReported(1, "settled"), attemptStarted(2, "pix"))
      .when(attemptUpdate(2, "confirmed"), requestRefund(2, { attempt: 2 }), refundUpdate(2, "settled", { attempt: 2 }))
      .thenShows("refund")
      .thenSends()
  })
})

describe("partial_refund", () => {
  const part = (refund: number, amount: number) => refundUpdate(refund, "settled", { amount })

  it("is sent for each part except the last, in whichever order they settle", () => {
    given(placed, ...paid)
      .when(part(1, 2_000), part(2, 3_000), part(3, 5_000))
      .thenShows("refund")
      .thenSends("partial_refund", "partial_refund", "refund")
    given(placed, ...paid)
      .when(part(3, 5_000), part(2, 3_000), part(1, 2_000))
      .thenShows("refund")
      .thenSends("partial_refund", "partial_refund", "refund")
  })

  it("is sent once, however often its refund is reported", () => {
    given(placed, ...paid)
      .when(part(1, 2_000), part(1, 2_000), refundUpdate(1, "processing", { amount: 2_000 }))
      .thenSends("partial_refund")
  })

  it("is sent after `paid` if the refunds were reported first, and before the `refund` that one of them completes", () => {
    given(placed, ...sent)
      .when(part(1, 2_000), part(2, 3_000), attemptUpdate(1, "confirmed"))
      .thenShows("paid")
      .thenSends("paid", "partial_refund", "partial_refund")
    given(placed, ...sent)
      .when(part(1, 2_000), part(2, 8_000), attemptUpdate(1, "confirmed"))
      .thenShows("refund")
      .thenSends("paid", "partial_refund", "refund")
  })

  it("is sent for each refund that an acquirer reports beyond the whole amount, as if the whole were not refunded yet", () => {
    given(placed, ...paid)
      .when(part(1, 10_000), part(2, 100))
      .thenSends("refund", "partial_refund")
    given(placed, ...paid)
      .when(part(2, 100), part(1, 10_000))
      .thenSends("partial_refund", "refund")
  })

  it("is not sent for a refund that fails, is zero or waits for its payment", () => {
    given(placed, ...paid)
      .when(refundUpdate(1, "failed", { amount: 2_000 }), refundUpdate(2, "settled", { amount: 0 }))
      .thenSends()
    given(placed, ...sent)
      .when(part(1, 2_000))
      .thenSends()
  })

  it("is the only kind that a company has to choose", () => {
    expect(WebhookKind.literals.filter((kind) => !defaultWebhookKinds.includes(kind))).toEqual(["partial_refund"])
  })
})

describe("chargeback", () => {
  it.each(["taken", "lost"] as const)("is sent when the money is %s", (fact) => {
    given(placed, ...paid)
      .when(caseUpdate(1, fact))
      .thenShows("chargeback")
      .thenSends("chargeback")
  })

  it("is sent once for a dispute that took the money, was contested and lost", () => {
    given(placed, ...paid)
      .when(caseUpdate(1, "opened"), caseUpdate(1, "taken"), contest, caseUpdate(1, "lost"))
      .thenSends("chargeback")
  })

  it("is sent for each dispute", () => {
    given(placed, ...paid, orderCompleted)
      .when(caseUpdate(1, "taken", { amount: 4_000 }), caseUpdate(2, "taken", { amount: 6_000 }))
      .thenSends("chargeback", "chargeback")
  })

  it("is parked before the payment, and sent after `paid`", () => {
    given(placed, ...sent)
      .when(caseUpdate(1, "taken"))
      .thenShows("pending")
      .thenSends()
    given(placed, ...sent)
      .when(caseUpdate(1, "taken"), caseUpdate(2, "lost"), attemptUpdate(1, "confirmed"))
      .thenShows("chargeback")
      .thenSends("paid", "chargeback", "chargeback")
  })

  it("is sent for money that was taken, even if the report that the dispute was won came first", () => {
    given(placed, ...paid)
      .when(caseUpdate(1, "won"), caseUpdate(1, "taken"))
      .thenShows("paid")
      .thenSends("chargeback")
  })
})

describe("abandoned", () => {
  it("is sent once, and the order can still be paid", () => {
    given(placed)
      .when(abandonTimer, abandonTimer, startAttempt(1, "credit"), attemptUpdate(1, "confirmed"))
      .thenSends("abandoned", "paid")
  })
})
