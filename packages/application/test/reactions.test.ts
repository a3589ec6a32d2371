/**
 * What follows from a change of an order is written in its commit, in an order of its own.
 */
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import {
  CouponRepository,
  type NewJob,
  type Write,
  type WriteKind,
  type WriteSet,
  WriteSets,
} from "@vintem/domain/ports"
import { Effect } from "effect"
import { MailsReceipts } from "../src/index.ts"
import { openedByPix, paidAtTheBank, reportPaid } from "./link-paid-twice.ts"
import { configure } from "./receivers.ts"
import { card, cards, layer, now, Seller, type Shop } from "./shop.ts"
import { monthly, offer, orderOn } from "./subscribers.ts"

/** The kind of a write, with the kinds of the jobs that it adds. */
const nameOf = <Kind extends WriteKind>(write: Write<Kind>): string =>
  "jobs" in write ? `${write._tag} ${write.jobs.map(({ kind }: NewJob) => kind).join(" ")}` : write._tag

/** Does the work, and gives what its last commit wrote. */
const writtenBy = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const sets = yield* WriteSets
  let written: ReadonlyArray<string> = []
  const noting = WriteSets.of({
    ...sets,
    commit: <Kind extends WriteKind>(writes: WriteSet<Kind>) =>
      Effect.suspend(() => {
        written = writes.map(nameOf)
        return sets.commit(writes)
      }),
  })
  yield* Effect.provideService(work, WriteSets, noting)
  return written
})

const story = <A, E>(work: Effect.Effect<A, E, Shop>) =>
  Effect.provide(Effect.provideService(work, MailsReceipts, true), layer)

const code = CouponCode.make("METADE")

describe("what follows from a change of an order", () => {
  it.effect("that is paid by card: webhook, jobs, coupon, saved card, and the subscription that it begins", () =>
    story(
      Effect.gen(function* () {
        const { id: company } = yield* Seller
        const coupons = yield* CouponRepository
        const discount = { _tag: "percent", percent: CouponPercent.make(5_000) } as const
        yield* coupons.add({ company, code, discount, expiresAt: null, maxUses: null, createdAt: instant(yield* now) })
        yield* offer("curso", monthly, 10_000)
        yield* configure()
        const calls = yield* writtenBy(orderOn("curso", card(cards.approved), { couponCode: code }))
        expect(calls).toEqual([
          "SaveOrder",
          "AddDeliveries",
          "EnqueueJobs DeliverWebhook",
          "CountCouponAgain",
          "AddCard",
          "AddSubscription",
          "EnqueueJobs RunSubscriptionTimer",
        ])
      }),
    ),
  )

  it.effect("that pays a link: webhook, jobs, receipt, and the link, which withdraws what is still open", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        const [first] = yield* openedByPix(2)
        if (first === undefined) return yield* Effect.die(new Error("An order was placed."))
        yield* paidAtTheBank(first)
        expect(yield* writtenBy(reportPaid(first))).toEqual([
          "SaveOrder",
          "AddDeliveries",
          "EnqueueJobs DeliverWebhook",
          "WithdrawJobs",
          "EnqueueJobs SendReceipt",
          "SaveLink",
          "EnqueueJobs WithdrawPayment",
        ])
      }),
    ),
  )
})
