// The possible and impossible commands of a link: stories, and a row for every refusal in order of precedence.

import { addDays, endOfDayExclusive, type Instant, instant, saoPauloDate, startOfDay } from "@vintem/domain/calendar"
import { InstallmentCount } from "@vintem/domain/installments"
import type { Method } from "@vintem/domain/method"
import {
  duplicatesOf,
  type LinkChange,
  LinkMethods,
  LinkRefusal,
  type LinkTerms,
  linkMachine,
  linkObligationsOf,
  linkStatusOf,
  livePaymentsMax,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import {
  exampleLastDay,
  exampleLink,
  exampleLinkTerms,
  exampleNow,
  type LinkMove,
  linkRemoved,
  linkUpdated,
  payingOrder,
  paymentReported,
  paymentStarted,
  paymentUpdate,
  removeLink,
  startPayment,
  stepOf,
  stepsOf,
  updateLink,
} from "@vintem/testing"
import * as Equal from "effect/Equal"
import { describe, expect, it } from "vitest"

const lastMoment = instant(endOfDayExclusive(exampleLastDay) - 1)
const tooLate = endOfDayExclusive(exampleLastDay)

const outcomeOf = (link: PaymentLink, move: LinkMove) => {
  const { refusal, changes } = stepOf(linkMachine, link, move)
  return refusal?.reason ?? changes
}

const creditIn = (count: number): Method => ({ _tag: "credit", installments: InstallmentCount.make(count) })

describe("a payment", () => {
  it("starts on an open link, and is recorded before the request to the acquirer", () => {
    expect(outcomeOf(exampleLink(), startPayment(1))).toEqual([paymentStarted(1)])
  })

  it("is not recorded twice while its charge is in flight, even if the link ended meanwhile", () => {
    const link = exampleLink({}, paymentStarted(1))
    expect(outcomeOf(link, startPayment(1, { at: tooLate }))).toEqual([])
  })

  it("starts again for the same order after the first attempt failed", () => {
    const link = exampleLink({}, paymentStarted(1), paymentReported(1, "ended"))
    expect(outcomeOf(link, startPayment(1))).toEqual([paymentStarted(1)])
  })

  it("may be tried by card for an order with an open Pix", () => {
    const link = exampleLink({}, paymentStarted(1), paymentReported(1, "open"))
    expect(outcomeOf(link, startPayment(1, { method: creditIn(1) }))).toEqual([
      paymentStarted(1, { method: creditIn(1) }),
    ])
  })

  it("waits for another order's charge on a single-payment link, but not for its open Pix", () => {
    const charging = exampleLink({}, paymentStarted(1))
    expect(outcomeOf(charging, startPayment(2))).toBe("PaymentInFlight")
    const open = exampleLink({}, paymentStarted(1), paymentReported(1, "open"))
    expect(outcomeOf(open, startPayment(2))).toEqual([paymentStarted(2)])
  })

  it("waits for no other payment on a multi-payment link", () => {
    const link = exampleLink({ expireAfterPayment: false }, paymentStarted(1), paymentReported(2, "confirmed"))
    expect(outcomeOf(link, startPayment(3))).toEqual([paymentStarted(3)])
  })

  it("can be started through the whole of the last day in São Paulo, and no longer", () => {
    expect(outcomeOf(exampleLink(), startPayment(1, { at: lastMoment }))).toEqual([
      paymentStarted(1, { at: lastMoment }),
    ])
    expect(outcomeOf(exampleLink(), startPayment(1, { at: tooLate }))).toBe("LinkExpired")
  })
})

describe("a payment is refused", () => {
  const yesterday = addDays(saoPauloDate(exampleNow), -1)
  const tomorrow = addDays(saoPauloDate(exampleNow), 1)
  const onlyCredit = LinkMethods.make({ credit: true, bank_slip: false, pix: false })
  const paid = paymentReported(1, "confirmed")
  const busy = paymentStarted(2)

  // Each row fixes the fault that stopped the row above it.
  const rows: ReadonlyArray<readonly [LinkRefusal | null, Partial<LinkTerms>, ReadonlyArray<LinkChange>, Method]> = [
    ["AlreadyRemoved", { expiredAt: yesterday, expireAfterPayment: true }, [paid, busy, linkRemoved], { _tag: "pix" }],
    ["AlreadyPaid", { expiredAt: yesterday, expireAfterPayment: true }, [paid, busy], { _tag: "pix" }],
    ["LinkExpired", { expiredAt: yesterday, expireAfterPayment: true }, [busy], { _tag: "pix" }],
    ["MethodNotAccepted", { expiredAt: tomorrow, expireAfterPayment: true }, [busy], { _tag: "pix" }],
    ["TooManyInstallments", { expiredAt: tomorrow, expireAfterPayment: true }, [busy], creditIn(12)],
    ["PaymentInFlight", { expiredAt: tomorrow, expireAfterPayment: true }, [busy], creditIn(3)],
    [null, { expiredAt: tomorrow, expireAfterPayment: true }, [], creditIn(3)],
  ]

  it("for each reason, in order of precedence", () => {
    const isAboutPaying = (reason: LinkRefusal) => reason !== "InstrumentOpen"
    expect(rows.flatMap(([reason]) => reason ?? [])).toEqual(LinkRefusal.literals.filter(isAboutPaying))
  })

  it.each(rows)("for %s", (reason, terms, changes, method) => {
    const link = exampleLink({ ...terms, methods: onlyCredit, installments: InstallmentCount.make(3) }, ...changes)
    const outcome = outcomeOf(link, startPayment(9, { method }))
    if (reason === null) expect(outcome).toEqual([paymentStarted(9, { method })])
    else expect(outcome).toBe(reason)
  })
})

describe("a removal", () => {
  // Each row fixes the fault that stopped the row above it.
  it.each<readonly [LinkRefusal | null, ReadonlyArray<LinkChange>]>([
    ["AlreadyPaid", [paymentReported(1, "confirmed"), paymentStarted(2), paymentReported(3, "open")]],
    ["PaymentInFlight", [paymentStarted(2), paymentReported(3, "open")]],
    ["InstrumentOpen", [paymentReported(3, "open")]],
    [null, [paymentStarted(3), paymentReported(3, "open"), paymentReported(3, "ended")]],
  ])("is refused for %s", (reason, changes) => {
    const outcome = outcomeOf(exampleLink({}, ...changes), removeLink())
    if (reason === null) expect(outcome).toEqual([linkRemoved])
    else expect(outcome).toBe(reason)
  })

  it("is refused after a payment, also for a multi-payment link", () => {
    const link = exampleLink({ expireAfterPayment: false }, paymentReported(1, "confirmed"))
    expect(outcomeOf(link, removeLink())).toBe("AlreadyPaid")
  })

  it("says which orders have to be voided first, and which commands are possible", () => {
    const link = exampleLink({}, paymentReported(1, "open"), paymentStarted(2), paymentReported(3, "open"))
    const { refusal } = stepOf(linkMachine, link, removeLink())
    expect(refusal).toMatchObject({
      command: "Remove",
      status: "open",
      open: [payingOrder(1), payingOrder(3)],
      allowed: ["Update"],
    })
  })

  it("does nothing the second time", () => {
    expect(outcomeOf(exampleLink({}, linkRemoved), removeLink())).toEqual([])
  })
})

describe("an update", () => {
  const terms = { title: "Mensalidade de abril" }

  it.each<readonly [string, Partial<LinkTerms>, ReadonlyArray<LinkChange>]>([
    ["open", {}, []],
    ["paid", {}, [paymentReported(1, "confirmed")]],
    ["expired", { expiredAt: addDays(saoPauloDate(exampleNow), -1) }, []],
    ["in flight", {}, [paymentStarted(1)]],
  ])("is recorded for a link that is %s", (_, before, changes) => {
    expect(outcomeOf(exampleLink(before, ...changes), updateLink(terms))).toEqual([linkUpdated(terms)])
  })

  it("is refused for a removed link", () => {
    expect(outcomeOf(exampleLink({}, linkRemoved), updateLink(terms))).toBe("AlreadyRemoved")
  })

  it("does nothing if the link has these terms already", () => {
    const link = exampleLink()
    expect(Equal.equals(link.terms, exampleLinkTerms())).toBe(true)
    expect(outcomeOf(link, updateLink({}))).toEqual([])
  })

  it("opens an expired link again, and closes one that was paid often", () => {
    const expired = exampleLink({ expiredAt: addDays(saoPauloDate(exampleNow), -1) })
    const often = exampleLink({ expireAfterPayment: false }, paymentReported(1, "confirmed"))
    expect(linkStatusOf(expired, exampleNow)).toBe("expired")
    expect(linkStatusOf(stepOf(linkMachine, expired, updateLink({})).after, exampleNow)).toBe("open")
    expect(linkStatusOf(often, exampleNow)).toBe("open")
    expect(linkStatusOf(stepOf(linkMachine, often, updateLink({})).after, exampleNow)).toBe("paid")
  })
})

describe("a report on a payment", () => {
  const linkAfter = (link: PaymentLink, ...moves: ReadonlyArray<LinkMove>) =>
    stepsOf(linkMachine, link, moves).at(-1)?.after

  it("sets the first payment, which a later one does not change", () => {
    const link = linkAfter(
      exampleLink({ expireAfterPayment: false }),
      startPayment(1),
      paymentUpdate(1, "confirmed"),
      paymentUpdate(2, "confirmed", { at: lastMoment }),
    )
    expect(link).toMatchObject({ paid: { order: payingOrder(1), at: exampleNow }, payments: [], flagged: [] })
  })

  it("does nothing for a further payment of a multi-payment link, unless the link waited for it", () => {
    const often = { expireAfterPayment: false }
    const link = exampleLink(often, paymentReported(1, "confirmed"))
    expect(outcomeOf(link, paymentUpdate(2, "confirmed"))).toEqual([])
    const waiting = exampleLink(often, paymentReported(1, "confirmed"), paymentStarted(2))
    expect(outcomeOf(waiting, paymentUpdate(2, "confirmed"))).toEqual([paymentReported(2, "confirmed")])
  })

  it("is recorded for an unknown order only if there is money, or may be", () => {
    expect(outcomeOf(exampleLink(), paymentUpdate(7, "ended"))).toEqual([])
    expect(outcomeOf(exampleLink(), paymentUpdate(7, "open"))).toEqual([paymentReported(7, "open")])
    expect(outcomeOf(exampleLink(), paymentUpdate(7, "confirmed"))).toEqual([paymentReported(7, "confirmed")])
  })

  it("makes a link forget the oldest open payment if there are too many, and the forgotten one's money is still accepted", () => {
    const opened = Array.from({ length: livePaymentsMax - 1 }, (_, n) => paymentReported(n + 2, "open"))
    const full = exampleLink({ expireAfterPayment: false }, paymentStarted(1), ...opened)
    expect(full.payments).toHaveLength(livePaymentsMax)
    const link = linkAfter(full, paymentUpdate(999, "open")) ?? full
    const orders = link.payments.map(({ order }) => order)
    expect(orders).toHaveLength(livePaymentsMax)
    expect(
      [payingOrder(1), payingOrder(2), payingOrder(3), payingOrder(999)].map((one) => orders.includes(one)),
    ).toEqual([true, false, true, true])
    expect(linkAfter(link, paymentUpdate(2, "confirmed"))?.paid?.order).toBe(payingOrder(2))
  })

  it("makes a link forget a payment in flight only if there is no open one and the link is multi-payment", () => {
    const started = Array.from({ length: livePaymentsMax }, (_, n) => paymentStarted(n + 1))
    const full = exampleLink({ expireAfterPayment: false }, ...started)
    expect(outcomeOf(full, startPayment(999))).toEqual([{ ...paymentStarted(999), forgets: payingOrder(1) }])
    expect(outcomeOf(exampleLink({}, ...started), paymentUpdate(999, "open"))).toEqual([paymentReported(999, "open")])
  })

  it("has its old effect in a log from before links forgot payments", () => {
    const opened = Array.from({ length: livePaymentsMax + 50 }, (_, n) => paymentReported(n + 1, "open"))
    expect(exampleLink({}, ...opened).payments).toHaveLength(livePaymentsMax + 50)
  })

  it("does not make the link wait again for a paid order", () => {
    const link = exampleLink({}, paymentReported(1, "confirmed"))
    expect(outcomeOf(link, paymentUpdate(1, "open"))).toEqual([])
    expect(outcomeOf(link, paymentUpdate(1, "in_flight"))).toEqual([])
  })

  it.each<readonly [string, PaymentLink, Instant]>([
    ["duplicate", exampleLink({}, paymentReported(1, "confirmed")), exampleNow],
    ["after_removal", exampleLink({}, linkRemoved), exampleNow],
    ["after_expiry", exampleLink(), tooLate],
  ])("is accepted and flagged: %s", (flag, link, at) => {
    const next = linkAfter(link, paymentUpdate(2, "confirmed", { at }))
    expect(next?.flagged).toEqual([{ order: payingOrder(2), flag, at }])
    expect(next?.paid).not.toBeNull()
    expect(outcomeOf(next ?? link, paymentUpdate(2, "confirmed", { at }))).toEqual([])
  })

  it("flags the later payment if two reports overtake each other: the one confirmed later is the later one", () => {
    const earlier = (millis: number) => ({ at: instant(exampleNow - millis) })
    const link = linkAfter(
      exampleLink({}),
      paymentUpdate(1, "confirmed"),
      paymentUpdate(2, "confirmed", earlier(1)),
      paymentUpdate(3, "confirmed", earlier(3)),
      paymentUpdate(4, "confirmed", earlier(2)),
    )
    expect(link?.paid).toEqual({ order: payingOrder(3), ...earlier(3) })
    expect(duplicatesOf(link ?? exampleLink())).toEqual([1, 2, 4].map(payingOrder))
  })

  describe("on a link that was paid as multi-payment, and is single-payment from now on", () => {
    const closedAt = instant(exampleNow + 10)
    const often = exampleLink({ expireAfterPayment: false }, paymentReported(1, "confirmed"), paymentStarted(3))
    const { after: closed } = stepOf(linkMachine, often, updateLink({}, { at: closedAt }))

    it("flags nothing if the payment was confirmed while the link was multi-payment", () => {
      expect(outcomeOf(closed, paymentUpdate(2, "confirmed", { at: instant(closedAt - 1) }))).toEqual([])
      const known = linkAfter(closed, paymentUpdate(3, "confirmed", { at: instant(closedAt - 1) }))
      expect(known).toMatchObject({ paid: { order: payingOrder(1) }, payments: [], flagged: [] })
    })

    it("flags a duplicate from then on, and the open Pix has to be withdrawn", () => {
      const link = linkAfter(closed, paymentUpdate(2, "confirmed", { at: closedAt }))
      expect(duplicatesOf(link ?? closed)).toEqual([payingOrder(2)])
      const waiting = linkAfter(closed, paymentUpdate(3, "open", { at: closedAt })) ?? closed
      expect(linkObligationsOf(waiting)).toEqual([{ _tag: "VoidPayment", order: payingOrder(3) }])
    })

    it("counts from after everything known about the link, whatever the clock shows", () => {
      const paid = exampleLink({ expireAfterPayment: false }, paymentReported(1, "confirmed"))
      const { after } = stepOf(linkMachine, paid, updateLink({}, { at: instant(exampleNow - 5) }))
      expect(after.onePaymentFrom).toBe(exampleNow + 1)
      expect(outcomeOf(after, paymentUpdate(2, "confirmed"))).toEqual([])
    })

    it("flags nothing after the link is multi-payment again", () => {
      const [opened, closedAgain] = [instant(closedAt + 1), instant(closedAt + 3)]
      const link = linkAfter(
        closed,
        updateLink({ expireAfterPayment: false }, { at: opened }),
        updateLink({}, { at: closedAgain }),
      )
      expect(outcomeOf(link ?? closed, paymentUpdate(2, "confirmed", { at: instant(opened + 1) }))).toEqual([])
      expect(link).toMatchObject({ onePaymentFrom: closedAgain })
    })

    it("swaps with an earlier payment only among those since the change", () => {
      const unpaid = exampleLink({ expireAfterPayment: false })
      const link = linkAfter(
        unpaid,
        updateLink({}, { at: closedAt }),
        paymentUpdate(1, "confirmed", { at: instant(closedAt + 5) }),
        paymentUpdate(2, "confirmed", { at: instant(closedAt - 1) }),
        paymentUpdate(3, "confirmed", { at: instant(closedAt + 1) }),
      )
      expect(link?.paid?.order).toEqual(payingOrder(3))
      expect(duplicatesOf(link ?? unpaid)).toEqual([payingOrder(1)])
    })
  })

  it("flags the payment reported last if two were confirmed at one instant", () => {
    const link = linkAfter(exampleLink({}), paymentUpdate(2, "confirmed"), paymentUpdate(1, "confirmed"))
    expect(link?.paid?.order).toBe(payingOrder(2))
    expect(duplicatesOf(link ?? exampleLink())).toEqual([payingOrder(1)])
  })

  it("flags no duplicate on a multi-payment link, in either order", () => {
    const often = exampleLink({ expireAfterPayment: false })
    const early = { at: instant(exampleNow - 1) }
    const link = linkAfter(often, paymentUpdate(1, "confirmed"), startPayment(2), paymentUpdate(2, "confirmed", early))
    expect(duplicatesOf(link ?? often)).toEqual([])
  })

  it("is late by the time of confirmation, not of the report", () => {
    const report = { ...paymentUpdate(1, "confirmed", { at: lastMoment }), at: tooLate }
    expect(linkAfter(exampleLink(), report)?.flagged).toEqual([])
    const beforeRemoval = paymentUpdate(1, "confirmed", { at: instant(exampleNow - 1) })
    expect(linkAfter(exampleLink({}, linkRemoved), beforeRemoval)?.flagged).toEqual([])
  })

  it("is recorded as late on a multi-payment link, too, and is no duplicate", () => {
    const often = exampleLink({ expireAfterPayment: false }, paymentReported(1, "confirmed"))
    const late = paymentUpdate(2, "confirmed", { at: tooLate })
    expect(outcomeOf(often, late)).toEqual([paymentReported(2, "confirmed", { at: tooLate })])
    const after = linkAfter(often, late)
    expect(after?.flagged).toEqual([{ order: payingOrder(2), flag: "after_expiry", at: tooLate }])
    expect(duplicatesOf(after ?? often)).toEqual([])
  })
})

describe("what is owed", () => {
  it("is to void the other orders' open instruments after a single-payment link is paid", () => {
    const opened = [paymentReported(1, "open"), paymentReported(2, "open"), paymentStarted(3)]
    expect(linkObligationsOf(exampleLink({}, ...opened))).toEqual([])
    const paid = exampleLink({}, ...opened, paymentReported(1, "confirmed"))
    expect(linkObligationsOf(paid)).toEqual([{ _tag: "VoidPayment", order: payingOrder(2) }])
    const often = exampleLink({ expireAfterPayment: false }, ...opened, paymentReported(1, "confirmed"))
    expect(linkObligationsOf(often)).toEqual([])
  })

  it("is to void instruments that open on a removed link", () => {
    const link = exampleLink({}, linkRemoved, paymentReported(2, "open"))
    expect(linkObligationsOf(link)).toEqual([{ _tag: "VoidPayment", order: payingOrder(2) }])
  })

  it("is nothing if a link only expired: an instrument that was issued in time may be paid", () => {
    const link = exampleLink({ expiredAt: saoPauloDate(startOfDay(exampleLastDay)) }, paymentReported(2, "open"))
    expect(linkStatusOf(link, startOfDay(addDays(exampleLastDay, 1)))).toBe("expired")
    expect(linkObligationsOf(link)).toEqual([])
  })
})
