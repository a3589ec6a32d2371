/** Stories of an operator who completes, contests, cancels and settles orders. */
import { describe, expect, it } from "@effect/vitest"
import { CompanyId, firstAttempt, OrderNumber } from "@vintem/domain/identifiers"
import {
  attemptState,
  type CaseFact,
  evolve,
  type Order,
  placed,
  statusOf,
  type WebhookKind,
  webhooksOf,
} from "@vintem/domain/order"
import { Acquirer, OrderRepository, OutcomeUnknown } from "@vintem/domain/ports"
import { Effect } from "effect"
import { KeyMismatched, NoSuchOrder, recordReports } from "../src/index.ts"
import {
  cancel,
  complete,
  contest,
  hearOfCase,
  hearOfPayment,
  pass,
  payInBooks,
  refund,
  resolveByHand,
  startAnother,
  toldIn,
} from "./operator.ts"
import {
  card,
  cards,
  isCardKept,
  isLogComplete,
  layer,
  now,
  onlyAttempt,
  onlyOrder,
  pix,
  place,
  Seller,
  slip,
} from "./shop.ts"

/** The acquirer, without answers to these requests; and the requests it got. */
const without = Effect.fnUntraced(function* (...questions: ReadonlyArray<"find" | "void">) {
  const acquirer = yield* Acquirer
  const asked: Array<string> = []
  const counted = <A>(name: "find" | "void", answer: Effect.Effect<A, OutcomeUnknown>) =>
    Effect.suspend(() => {
      asked.push(name)
      return questions.includes(name) ? Effect.fail(new OutcomeUnknown({ detail: "silence" })) : answer
    })
  const altered = Acquirer.of({
    ...acquirer,
    find: (key) => counted("find", acquirer.find(key)),
    void: (key) => counted("void", acquirer.void(key)),
  })
  return { asked, with: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, Acquirer, altered) }
})

const history = Effect.gen(function* () {
  const orders = yield* OrderRepository
  const { company, number } = (yield* onlyOrder).details
  return yield* orders.history(company, number)
})

/** The webhooks that the only order's log has sent so far. */
const sent = Effect.map(history, (events) => {
  const webhooks: Array<WebhookKind> = []
  let order: Order | null = null
  for (const event of events) {
    const after: Order = event._tag === "OrderPlaced" ? placed(event) : evolve(order ?? unplaced(), event)
    webhooks.push(...webhooksOf(order ?? after, event, after))
    order = after
  }
  return webhooks
})

const unplaced = () => {
  throw new Error("A log begins with the placing.")
}

describe("completeOrder", () => {
  it.effect("closes a paid order, and does nothing the second time", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      expect(toldIn(yield* complete())).toEqual({ end: "Done", status: "complete", reason: null })
      expect(toldIn(yield* complete())).toEqual({ end: "Done", status: "complete", reason: null })
      expect((yield* history).filter(({ _tag }) => _tag === "OrderCompleted")).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses an unpaid order, and lists the possible commands", () =>
    Effect.gen(function* () {
      yield* place(pix())
      expect(toldIn(yield* complete())).toEqual({
        end: "Refused",
        status: "waiting_payment",
        reason: "NotPaid",
        allowed: ["StartAttempt", "Cancel"],
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is answered once under a key, even if the order has changed since", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const first = yield* complete({ key: "key" })
      yield* hearOfPayment(1)
      expect(yield* complete({ key: "key" })).toEqual({ answer: first.answer, isReplayed: true })
      expect(yield* Effect.flip(complete({ key: "key", fingerprint: "another" }))).toBeInstanceOf(KeyMismatched)
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )
})

describe("contestOrder", () => {
  it.effect("answers a chargeback, and does nothing the second time", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      yield* hearOfCase("taken")
      expect(toldIn(yield* contest())).toMatchObject({ end: "Done", status: "dispute" })
      expect(toldIn(yield* contest())).toMatchObject({ end: "Done", status: "dispute" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    [null, "NoChargeback"],
    ["won", "NoChargeback"],
    ["lost", "NoChargeback"],
  ] as const)("refuses if no dispute holds money that can be won back: %s", ([fact, reason]) =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      if (fact !== null) yield* hearOfCase(fact satisfies CaseFact)
      expect(toldIn(yield* contest())).toMatchObject({ end: "Refused", reason })
    }).pipe(Effect.provide(layer)),
  )
})

describe("cancelOrder", () => {
  it.effect.each([
    ["a Pix", pix()],
    ["a slip", slip()],
    ["a card held for review", card(cards.held)],
  ] as const)("withdraws %s, and sends only the webhook of the cancelation", ([_, payment]) =>
    Effect.gen(function* () {
      yield* place(payment)
      const before = yield* sent
      expect(toldIn(yield* cancel())).toEqual({ end: "Done", status: "canceled", reason: null })
      const order = yield* onlyOrder
      expect(attemptState(onlyAttempt(order).facts)).toBe("voided")
      expect(yield* isLogComplete(order)).toBe(true)
      expect((yield* sent).slice(before.length)).toEqual(["canceled"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("cancels an order whose card was refused, without asking the acquirer", () =>
    Effect.gen(function* () {
      yield* place(card(cards.refused))
      const { asked, with: provided } = yield* without()
      expect(toldIn(yield* provided(cancel()))).toMatchObject({ end: "Done", status: "canceled" })
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws everything that could still be paid", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* startAnother("bank_slip")
      expect(toldIn(yield* cancel())).toMatchObject({ end: "Done", status: "canceled" })
      expect((yield* onlyOrder).attempts.map(({ facts }) => attemptState(facts))).toEqual(["voided", "voided"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws nothing of an order that was paid in another way", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* startAnother("bank_slip")
      yield* hearOfPayment(2)
      const { asked, with: provided } = yield* without()
      expect(toldIn(yield* provided(cancel()))).toMatchObject({ end: "Refused", reason: "AlreadyPaid" })
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds a payment that was not reported yet, and keeps it instead", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* payInBooks(yield* onlyOrder, 1)
      expect(toldIn(yield* cancel())).toMatchObject({ end: "Refused", reason: "AlreadyPaid", status: "paid" })
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(yield* sent).toContain("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([cards.silent, cards.failing])("refuses if an outcome is unknown, and asks nothing: %s", (number) =>
    Effect.gen(function* () {
      yield* place(card(number))
      const { asked, with: provided } = yield* without()
      expect(toldIn(yield* provided(cancel()))).toEqual({
        end: "Refused",
        status: "pending",
        reason: "OutcomeUnknown",
        allowed: ["Resolve"],
      })
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("cancels in spite of a silent acquirer, and the queue withdraws the Pix", () =>
    Effect.gen(function* () {
      yield* place(pix(43_200))
      const { asked, with: provided } = yield* without("void")
      expect(toldIn(yield* provided(cancel()))).toMatchObject({ end: "Done", status: "canceled" })
      expect(attemptState(onlyAttempt(yield* onlyOrder).facts)).toBe("open")
      for (let hours = 0; hours < 10 * 24; hours += 1) yield* provided(pass("1 hour"))
      expect(asked.length).toBeGreaterThan(10)
      expect(asked.length).toBeLessThan(20)
      expect(attemptState(onlyAttempt(yield* onlyOrder).facts)).toBe("open")
      yield* pass("1 day")
      expect(attemptState(onlyAttempt(yield* onlyOrder).facts)).toBe("voided")
      const { asked: later, with: providedLater } = yield* without()
      yield* providedLater(pass("60 days"))
      expect(later).toEqual([])
      expect(statusOf(yield* onlyOrder)).toBe("canceled")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("still accepts late money", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* cancel()
      yield* hearOfPayment(1)
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(toldIn(yield* cancel())).toMatchObject({ end: "Refused", reason: "AlreadyPaid" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does nothing the second time, and has the same answer under one key", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const first = yield* cancel({ key: "key" })
      expect(yield* cancel({ key: "key" })).toEqual({ answer: first.answer, isReplayed: true })
      const { asked, with: provided } = yield* without()
      expect(toldIn(yield* provided(cancel()))).toMatchObject({ end: "Done", status: "canceled" })
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws nothing under a key that belongs to another request", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* complete({ key: "key" })
      const { asked, with: provided } = yield* without()
      expect(yield* Effect.flip(provided(cancel({ key: "key", fingerprint: "another" })))).toBeInstanceOf(KeyMismatched)
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws after a verdict that came after the cancelation", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { with: provided } = yield* without("void")
      yield* provided(cancel())
      yield* pass("1 minute")
      expect(attemptState(onlyAttempt(yield* onlyOrder).facts)).toBe("voided")
    }).pipe(Effect.provide(layer)),
  )
})

describe("resolveOrder", () => {
  it.effect.each([
    ["paid", "paid", ["paid"]],
    ["unpaid", "unpaid", ["unpaid"]],
  ] as const)("settles as %s if a silent acquirer never reported", ([verdict, status, webhooks]) =>
    Effect.gen(function* () {
      yield* place(card(cards.failing))
      const { asked, with: provided } = yield* without("find", "void")
      yield* provided(pass("8 days"))
      asked.length = 0
      expect(toldIn(yield* provided(resolveByHand(verdict)))).toEqual({ end: "Done", status, reason: null })
      expect(asked).toEqual(["find"])
      expect(yield* sent).toEqual(webhooks)
      expect(onlyAttempt(yield* onlyOrder).verdict).toBe(verdict)
      expect((yield* history).at(-1)).toMatchObject({ _tag: "AttemptResolved", verdict })
      asked.length = 0
      yield* provided(pass("30 days"))
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("uses the acquirer's report if it comes at last and agrees", () =>
    Effect.gen(function* () {
      yield* place(card(cards.silent))
      expect(toldIn(yield* resolveByHand("paid"))).toEqual({ end: "Done", status: "paid", reason: null })
      expect(onlyAttempt(yield* onlyOrder)).not.toHaveProperty("verdict")
      expect(onlyAttempt(yield* onlyOrder).tid).not.toBeNull()
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses if the acquirer reports at last that it was otherwise", () =>
    Effect.gen(function* () {
      yield* place(card(cards.silent))
      expect(toldIn(yield* resolveByHand("unpaid"))).toMatchObject({
        end: "Refused",
        status: "paid",
        reason: "OutcomeKnown",
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["unpaid", { end: "Done", status: "unpaid" }],
    ["paid", { end: "Refused", status: "unpaid", reason: "OutcomeKnown" }],
  ] as const)("voids a charge that was never made, and treats it as %s accordingly", ([verdict, told]) =>
    Effect.gen(function* () {
      yield* place(card(cards.failing))
      expect(toldIn(yield* resolveByHand(verdict))).toMatchObject(told)
      expect(attemptState(onlyAttempt(yield* onlyOrder).facts)).toBe("voided")
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["paid", card(cards.approved), "OutcomeKnown"],
    ["unpaid", card(cards.refused), "OutcomeKnown"],
    ["waiting_payment", pix(), "OutcomeKnown"],
    ["risk_analysis", card(cards.held), "UnderReview"],
  ] as const)("refuses an order that is %s, and asks nothing", ([status, payment, reason]) =>
    Effect.gen(function* () {
      yield* place(payment)
      const { asked, with: provided } = yield* without()
      for (const verdict of ["paid", "unpaid"] as const) {
        expect(toldIn(yield* provided(resolveByHand(verdict)))).toMatchObject({ end: "Refused", status, reason })
      }
      expect(asked).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does nothing for a repeated verdict, and refuses the opposite one", () =>
    Effect.gen(function* () {
      yield* place(card(cards.failing))
      const { with: provided } = yield* without("find", "void")
      yield* provided(resolveByHand("unpaid"))
      expect(toldIn(yield* provided(resolveByHand("unpaid")))).toMatchObject({ end: "Done", status: "unpaid" })
      expect(toldIn(yield* provided(resolveByHand("paid")))).toMatchObject({ end: "Refused", reason: "OutcomeKnown" })
      expect((yield* history).filter(({ _tag }) => _tag === "AttemptResolved")).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is answered once under a key", () =>
    Effect.gen(function* () {
      yield* place(card(cards.failing))
      const { with: provided } = yield* without("find", "void")
      const first = yield* provided(resolveByHand("paid", { key: "key" }))
      expect(yield* resolveByHand("paid", { key: "key" })).toEqual({ answer: first.answer, isReplayed: true })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps the card of an approved charge that an operator settles as paid", () =>
    Effect.gen(function* () {
      yield* place(card(cards.held))
      const { company, number } = (yield* onlyOrder).details
      yield* recordReports(company, number, [
        { _tag: "AttemptUpdate", attempt: firstAttempt, fact: "approved", report: {}, at: yield* now },
      ])
      const { with: provided } = yield* without("find")
      expect(toldIn(yield* provided(resolveByHand("paid")))).toMatchObject({ end: "Done", status: "paid" })
      expect(yield* isCardKept(yield* onlyOrder)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("can refund money from a verdict like any other", () =>
    Effect.gen(function* () {
      yield* place(card(cards.silent))
      const { with: provided } = yield* without("find", "void")
      yield* provided(resolveByHand("paid"))
      expect(toldIn(yield* refund(null))).toMatchObject({ end: "Done", status: "refund" })
    }).pipe(Effect.provide(layer)),
  )
})

describe("an operator", () => {
  it.effect.each([
    ["cancels", cancel],
    ["completes", complete],
    ["contests", contest],
    ["settles", (wish: Parameters<typeof cancel>[0]) => resolveByHand("paid", wish)],
  ] as const)("%s no order of another company, and stores nothing under the key", ([_, ask]) =>
    Effect.gen(function* () {
      yield* place(pix())
      const { id } = yield* Seller
      for (const wish of [{ company: CompanyId.make(id + 1) }, { number: OrderNumber.make("NOBODYS") }]) {
        expect(yield* Effect.flip(ask({ ...wish, key: "key" }))).toBeInstanceOf(NoSuchOrder)
      }
      expect((yield* ask({ key: "key" })).isReplayed).toBe(false)
    }).pipe(Effect.provide(layer)),
  )
})
