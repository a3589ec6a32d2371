/**
 * What follows from a change of an order is written in its commit, in an order of its own: whatever reads the store in between, and
 * whatever is counted there, relies on it.
 */
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import {
  CardAttempts,
  CouponRepository,
  JobQueue,
  type NewJob,
  OrderRepository,
  PaymentLinkRepository,
  SavedCardRepository,
  SubscriptionRepository,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { Context, Effect } from "effect"
import { MailsReceipts } from "../src/index.ts"
import { openedByPix, paidAtTheBank, reportPaid } from "./link-paid-twice.ts"
import { configure } from "./receivers.ts"
import { card, cards, layer, now, Seller, type Shop } from "./shop.ts"
import { monthly, offer, orderOn } from "./subscribers.ts"

/** What only asks, or writes nothing that others read. */
const isQuestion = (call: string): boolean => /\.(?:find|countOf|known|is[A-Z]|list|history|latest)/u.test(call)

const jobsOf = (call: string, [jobs]: ReadonlyArray<unknown>): string =>
  call === "JobQueue.enqueue" && Array.isArray(jobs)
    ? `${call} ${jobs.map(({ kind }: NewJob) => kind).join(" ")}`.trimEnd()
    : call

/** Does the work, and gives what it wrote, call by call. */
const writtenBy = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const calls: Array<string> = []
  const noting = <S extends object>(name: string, service: S): S =>
    new Proxy(service, {
      get: (target, property, receiver) => {
        const member: unknown = Reflect.get(target, property, receiver)
        if (typeof member !== "function") return member
        return (...args: ReadonlyArray<unknown>) => {
          const call = `${name}.${String(property)}`
          const answer: unknown = Reflect.apply(member, target, args)
          if (isQuestion(call) || !Effect.isEffect(answer)) return answer
          return Effect.andThen(
            Effect.sync(() => calls.push(jobsOf(call, args))),
            answer,
          )
        }
      },
    })
  const stores = Context.make(OrderRepository, noting("OrderRepository", yield* OrderRepository)).pipe(
    Context.add(JobQueue, noting("JobQueue", yield* JobQueue)),
    Context.add(WebhookDeliveryRepository, noting("WebhookDeliveryRepository", yield* WebhookDeliveryRepository)),
    Context.add(CouponRepository, noting("CouponRepository", yield* CouponRepository)),
    Context.add(CardAttempts, noting("CardAttempts", yield* CardAttempts)),
    Context.add(PaymentLinkRepository, noting("PaymentLinkRepository", yield* PaymentLinkRepository)),
    Context.add(SavedCardRepository, noting("SavedCardRepository", yield* SavedCardRepository)),
    Context.add(SubscriptionRepository, noting("SubscriptionRepository", yield* SubscriptionRepository)),
  )
  yield* Effect.provideContext(work, stores)
  return calls
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
        expect(calls.slice(calls.indexOf("OrderRepository.save"))).toEqual([
          "OrderRepository.save",
          "WebhookDeliveryRepository.add",
          "JobQueue.enqueue DeliverWebhook",
          "CouponRepository.countAgain",
          "SavedCardRepository.add",
          "SubscriptionRepository.add",
          "JobQueue.enqueue RunSubscriptionTimer",
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
          "OrderRepository.save",
          "WebhookDeliveryRepository.add",
          "JobQueue.enqueue DeliverWebhook",
          "JobQueue.withdraw",
          "JobQueue.enqueue SendReceipt",
          "PaymentLinkRepository.save",
          "JobQueue.enqueue WithdrawPayment",
        ])
      }),
    ),
  )
})
