/**
 * Generators of subscriptions and their histories. Everything generated is valid, so it can be stored and read back,
 * and no real person is named.
 */

import { type Instant, instant, millisecondsPerDay, saoPauloDate } from "@vintem/domain/calendar"
import { CompanyId, CustomerId, OrderNumber, type SavedCardToken, SubscriptionToken } from "@vintem/domain/identifiers"
import {
  nextTimer,
  type Subscription,
  type SubscriptionBegun,
  type SubscriptionChange,
  type SubscriptionMeans,
  subscriptionBegun,
  subscriptionMachine,
} from "@vintem/domain/subscription"
import fc from "fast-check"
import { describeSteps, stepOf } from "../machine/step.ts"
import { addresses, chargedCards, customerDetails, instants, orderItems, recurrences } from "../order/arbitraries.ts"
import { renewalKey, renewalOrder, subscriberCard } from "./example-subscription.ts"
import { type SubscriptionMove, type SubscriptionStep, testedSubscription } from "./tested-subscription.ts"

/** Every way to pay. */
export const subscriptionMeans: fc.Arbitrary<SubscriptionMeans> = fc.oneof(
  { weight: 3, arbitrary: chargedCards.map((card): SubscriptionMeans => ({ _tag: "credit", card })) },
  { weight: 2, arbitrary: fc.constantFrom<SubscriptionMeans>({ _tag: "pix" }, { _tag: "bank_slip" }) },
)

/** Beginnings of subscriptions. */
export const subscriptionsBegun: fc.Arbitrary<SubscriptionBegun> = fc
  .record({
    company: fc.integer({ min: 1, max: 3 }).map((id) => CompanyId.make(id)),
    token: fc.uuid().map((uuid) => SubscriptionToken.make(uuid)),
    firstOrder: fc.integer({ min: 1, max: 1_000_000 }).map((n) => OrderNumber.make(`EXEMPLO${n}`)),
    src: fc.option(fc.constantFrom("campanha", "parceiro-1")),
    ref: fc.option(fc.constantFrom("pedido-1", "pedido-2")),
    checkout: fc.record({
      title: fc.constantFrom("Clube", "Aula d'inglês 📦"),
      slug: fc.constantFrom("clube", "aula"),
      product: fc.option(fc.constant({ title: "Clube", sku: "clube" })),
    }),
    customerId: fc.integer({ min: 1, max: 1_000_000 }).map((id) => CustomerId.make(id)),
    customerToken: fc.uuid(),
    customer: customerDetails,
    address: fc.option(addresses),
    item: orderItems,
    recurrence: recurrences,
    means: subscriptionMeans,
    at: instants,
  })
  .map(({ means, at, ...details }) => ({
    _tag: "SubscriptionBegun",
    details: { ...details, anchor: saoPauloDate(at), createdAt: at },
    means,
    at,
  }))

/**
 * A life of one subscription, with the steps of all moves, including refused and idle ones. It prints as the list of
 * its steps.
 */
export interface SubscriptionHistory {
  readonly [fc.toStringMethod]: () => string
  readonly begun: SubscriptionBegun
  readonly steps: ReadonlyArray<SubscriptionStep>
  readonly changes: ReadonlyArray<SubscriptionChange>
  readonly subscription: Subscription
}

/**
 * The basis of a move: the subscription, the cards its renewal was charged to (null for Pix and slip), and the time.
 */
interface Scene {
  readonly subscription: Subscription
  readonly tried: ReadonlyArray<SavedCardToken | null>
  readonly at: Instant
}

type MoveIn = (scene: Scene) => SubscriptionMove

/** The open renewal's period, or the next. */
const periodOf = ({ paidPeriods }: Subscription): number => paidPeriods + 1

const openings: fc.Arbitrary<MoveIn> = fc.constant(({ subscription, at }) => ({
  _tag: "OpenRenewal",
  order: renewalOrder(periodOf(subscription)),
  publicKey: renewalKey(periodOf(subscription)),
  at,
}))

/** The timer's move, even before it is due. */
const timerMoves: fc.Arbitrary<MoveIn> = openings.map((opening) => (scene) => {
  const what = nextTimer(scene.subscription)?.what
  if (what === "renew") return opening(scene)
  return { _tag: what === "retry" ? "RetryRenewal" : "TimePassed", at: scene.at }
})

const cards = fc.integer({ min: 1, max: 3 }).map((n) => subscriberCard(n))

/** Mostly reports of the open renewal, sometimes of the previous one. */
const toldOf = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(-1) })

const payments: fc.Arbitrary<MoveIn> = fc
  .tuple(toldOf, fc.oneof(fc.constant("own" as const), fc.option(cards)))
  .map(([back, by]) => ({ subscription, at }) => {
    const { means } = subscription
    const own = means._tag === "credit" ? means.card : null
    const state = { _tag: "Paid" as const, card: by === "own" ? own : by }
    return { _tag: "RenewalUpdate", order: renewalOrder(periodOf(subscription) + back), state, at }
  })

/** All attempts failed, the last one perhaps for good; the payer may have tried a card as well. */
const failures: fc.Arbitrary<MoveIn> = fc
  .tuple(toldOf, fc.boolean(), fc.option(cards))
  .map(([back, isHard, other]) => ({ subscription, tried, at }) => {
    const attempts = tried.map((card, index) => ({ card, isHard: isHard && index === tried.length - 1 }))
    const state = {
      _tag: "Failed" as const,
      failures: other === null ? attempts : [{ card: other.token, isHard: false }, ...attempts],
    }
    return { _tag: "RenewalUpdate", order: renewalOrder(periodOf(subscription) + back), state, at }
  })

const nextMoves: fc.Arbitrary<MoveIn> = fc.oneof(
  { weight: 10, arbitrary: timerMoves },
  { weight: 6, arbitrary: payments },
  { weight: 6, arbitrary: failures },
  { weight: 2, arbitrary: openings },
  {
    weight: 2,
    arbitrary: cards.map(
      (card): MoveIn =>
        ({ at }) => ({ _tag: "ReplaceCard", card, at }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<MoveIn>(({ at }) => ({ _tag: "RetryRenewal", at })) },
  { weight: 1, arbitrary: fc.constant<MoveIn>(({ at }) => ({ _tag: "TimePassed", at })) },
  { weight: 1, arbitrary: fc.constant<MoveIn>(({ at }) => ({ _tag: "PaymentsResumed", at })) },
  {
    weight: 1,
    arbitrary: fc.constant<MoveIn>(({ subscription, at }) => ({
      _tag: "RenewalUpdate",
      order: renewalOrder(periodOf(subscription)),
      state: { _tag: "Awaiting" },
      at,
    })),
  },
  { weight: 1, arbitrary: fc.constant<MoveIn>(({ at }) => ({ _tag: "Cancel", at })) },
)

/** A pause until the timer is due, and perhaps longer; or of so many milliseconds. */
const pauses: fc.Arbitrary<{ readonly isUntilTimer: boolean; readonly millis: number }> = fc.record({
  isUntilTimer: fc.boolean(),
  millis: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3_600_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30 * millisecondsPerDay }) },
  ),
})

/**
 * Lives of up to 40 moves in order of time, over periods and years: paid, refused, late, renewed by other cards, and
 * ended.
 */
export const subscriptionHistories: fc.Arbitrary<SubscriptionHistory> = fc
  .tuple(subscriptionsBegun, fc.array(fc.tuple(nextMoves, pauses), { maxLength: 40, size: "max" }))
  .map(([begun, drawn]) => {
    const steps = stepsIn(begun, drawn)
    return {
      [fc.toStringMethod]: () => describeSteps(testedSubscription, steps),
      begun,
      steps,
      changes: steps.flatMap(({ changes }) => changes),
      subscription: steps.at(-1)?.after ?? subscriptionBegun(begun),
    }
  })

const stepsIn = (
  begun: SubscriptionBegun,
  drawn: ReadonlyArray<readonly [MoveIn, { readonly isUntilTimer: boolean; readonly millis: number }]>,
): ReadonlyArray<SubscriptionStep> => {
  const steps: Array<SubscriptionStep> = []
  let scene: Scene = { subscription: subscriptionBegun(begun), tried: [], at: begun.at }
  for (const [moveIn, { isUntilTimer, millis }] of drawn) {
    const timer = nextTimer(scene.subscription)
    const from = isUntilTimer && timer !== null ? Math.max(scene.at, timer.at) : scene.at
    const at = instant(from + millis)
    const taken = stepOf(subscriptionMachine, scene.subscription, moveIn({ ...scene, at }))
    steps.push(taken)
    scene = { subscription: taken.after, tried: taken.changes.reduce(triedAfter(taken.before.means), scene.tried), at }
  }
  return steps
}

const triedAfter =
  (means: SubscriptionMeans) =>
  (tried: Scene["tried"], { _tag }: SubscriptionChange): Scene["tried"] => {
    const own = means._tag === "credit" ? means.card.token : null
    if (_tag === "RenewalOpened") return [own]
    return _tag === "RenewalRetried" ? [...tried, own] : tried
  }
