/**
 * Does what the clock asks of a subscription: opens its next renewal, charges a card again, or ends it.
 *
 * A charge is three steps, as everywhere: the intent is committed together with the end of this job, then the acquirer is asked, then its
 * answer is recorded. A process that dies in between leaves an attempt without an outcome, which has a job of its own.
 */
import { type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { decide } from "@vintem/domain/machine"
import {
  type Attempt,
  isInFlight,
  isPayable,
  isPayableOrHeld,
  type Order,
  type OrderPlaced,
  type OrderReport,
  placed,
} from "@vintem/domain/order"
import {
  type Acquirer,
  type ChargeRequest,
  CompanyRepository,
  type IdempotencyStore,
  Identifiers,
  OrderRepository,
  type StorageUnavailable,
  type StoredAnswer,
  SubscriptionRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import {
  evolveSubscription,
  nextTimer,
  type Subscription,
  subscriptionMachine,
  whatIsDue,
} from "@vintem/domain/subscription"
import { Clock, Effect, Option, Result } from "effect"
import { withdrawAll } from "../charging/ask-acquirer.ts"
import { isUnderModeration } from "../charging/is-under-moderation.ts"
import { startAttempt } from "../charging/start-attempt.ts"
import { completeCharge } from "../orders/complete-charge.ts"
import { applyReports, recordReportsInUnit } from "../orders/record-reports.ts"
import { type JobOutcome, type OwnJob, settleJob, whileOwn } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"
import { cancelRenewal } from "../reactions/cancel-renewal.ts"
import { queueJobs } from "../reactions/jobs.ts"
import { type SaveConflict, type SaveNeeds, saveChanges } from "../reactions/save-changes.ts"
import { askNext, saveSubscription } from "../reactions/save-subscription.ts"
import { stepsOf } from "../reactions/steps.ts"
import { pricedRenewal, renewalDetails, renewalPayment } from "./renewal-order.ts"
import { areRenewalsResuming } from "./resume-renewals.ts"

type TimerWork = WorkOf<"TurnSubscription">

/** What the acquirer is to be asked for, once the attempt is committed. */
interface Intent {
  readonly order: Order
  readonly attempt: Attempt
  readonly charge: ChargeRequest
  /** As it was committed with the attempt, where that is known. */
  readonly subscription?: Subscription
}

/**
 * How long the renewal of a suspended company waits before the next look, milliseconds. The end of the moderation brings it forward: this
 * delay is for a renewal that was being handled in that moment.
 */
const moderationPatienceMillis = 21_600_000

/** How long a card waits for a payer who pays in another way, milliseconds. */
const patienceMillis = 3_600_000

export const runSubscriptionTimer = Effect.fn("runSubscriptionTimer")(function* (
  own: OwnJob,
  work: TimerWork,
): Effect.fn.Return<void, SaveConflict | StorageUnavailable, Acquirer | IdempotencyStore | SaveNeeds | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const names = yield* namesOf
  // Read before the unit, which compares its version and reads it again where it has changed.
  const turning = Effect.gen(function* () {
    const subscription = yield* subscriptionOf(work)
    const withdrawn = yield* withdrawnBefore(subscription)
    return yield* commit(turned(own, work, subscription, names, withdrawn))
  })
  const intent: Intent | null = yield* whileOwn(turning)
  if (intent === null) return
  const { subscription, ...started } = intent
  const charging = { company: work.company, keyed: null, encode: () => noAnswer }
  yield* completeCharge(subscription === undefined ? charging : { ...charging, subscription }, {
    _tag: "Started",
    ...started,
  })
})

/** No request waits for this answer, and no key keeps it. */
const noAnswer: StoredAnswer = { status: 204, body: "" }

const subscriptionOf = Effect.fnUntraced(function* ({ company, subscription: token }: TimerWork) {
  const subscriptions = yield* SubscriptionRepository
  return Option.getOrNull(yield* subscriptions.find(company, token))
})

/** New names are made before the unit: a unit that is run again must not make others. */
const namesOf = Effect.gen(function* () {
  const identifiers = yield* Identifiers
  return {
    number: yield* identifiers.orderNumber,
    token: yield* identifiers.orderToken,
    publicKey: yield* identifiers.publicKey,
    attempt: { key: yield* identifiers.attemptKey, cardToken: null },
  }
})
type Names = Effect.Success<typeof namesOf>

/** Part of a unit. This job is settled first, in any case: the next job has the same name. */
const turned = Effect.fnUntraced(function* (
  own: OwnJob,
  work: TimerWork,
  subscription: Subscription | null,
  names: Names,
  withdrawn: ReadonlyArray<OrderReport>,
) {
  const companies = yield* CompanyRepository
  const at = instant(yield* Clock.currentTimeMillis)
  const timer = subscription === null ? null : nextTimer(subscription)
  if (subscription === null || timer === null) return yield* nothingAsked(own, work)
  const company = Option.getOrNull(yield* companies.find(subscription.details.company))
  if (company === null) return yield* settled(own, { _tag: "Done" })
  if (yield* mustWait(subscription, at)) {
    return yield* recordedFirst(own, subscription, withdrawn, instant(at + moderationPatienceMillis))
  }
  switch (whatIsDue(subscription, at)) {
    case null:
      return yield* settled(own, { _tag: "Again", dueAt: timer.at })
    case "renew":
      yield* settleJob(own, { _tag: "Done" })
      return yield* renewed(company, subscription, names, at)
    case "lapse":
      yield* settleJob(own, { _tag: "Done" })
      yield* saveSubscription(subscription, subscriptionMachine.record(subscription, { _tag: "TimePassed", at }), false)
      return null
    case "retry":
      return yield* retried(own, company, subscription, withdrawn, names, at)
    case "end":
      return yield* ended(own, subscription, withdrawn, at)
  }
})

/** A concurrent request added no job while this one was there. So this looks again now that the job is gone. */
const nothingAsked = Effect.fnUntraced(function* (own: OwnJob, work: TimerWork) {
  yield* settleJob(own, { _tag: "Done" })
  const subscription = yield* subscriptionOf(work)
  if (subscription !== null) yield* askNext(subscription)
  return null
})

/**
 * A company under moderation takes no money. So charges wait, and so does the end of a subscription that was not paid. After the end of the
 * moderation overdue subscriptions wait until they got back the time that was lost. A subscription whose last cycle is paid ends without
 * waiting.
 */
const mustWait = Effect.fnUntraced(function* (subscription: Subscription, at: Instant) {
  const what = whatIsDue(subscription, at)
  if (what === null || (what === "end" && subscription.renewal === null)) return false
  const { company } = subscription.details
  if (yield* isUnderModeration(company)) return true
  return subscription.renewal !== null && (yield* areRenewalsResuming(company))
})

/** What became of the withdrawn instruments is recorded, and nothing else is done until `dueAt`: one of them may just have been paid. */
const recordedFirst = Effect.fnUntraced(function* (
  own: OwnJob,
  { details: { company }, renewal }: Subscription,
  withdrawn: ReadonlyArray<OrderReport>,
  dueAt: Instant,
) {
  yield* settleJob(own, { _tag: "Again", dueAt })
  if (renewal !== null && withdrawn.length > 0) yield* recordReportsInUnit(company, renewal.order, withdrawn)
  return null
})

const settled = (own: OwnJob, jobOutcome: JobOutcome) => Effect.as(settleJob(own, jobOutcome), null)

/**
 * What cannot even be asked for has failed: the payer is left to pay in another way. As no attempt tells the company so, it learns of it as of
 * any order that nobody has tried to pay: by the webhook `abandoned`.
 */
const renewed = Effect.fnUntraced(function* (company: Company, subscription: Subscription, names: Names, at: Instant) {
  const orders = yield* OrderRepository
  const { number, token, publicKey } = names
  const opened = Result.getOrThrow(
    decide(subscriptionMachine, subscription, { _tag: "OpenRenewal", order: number, publicKey, at }),
  )
  const period = subscription.paidPeriods + 1
  const details = { ...renewalDetails(subscription, period), number, token, publicKey, placedAt: at }
  const placing: OrderPlaced = { _tag: "OrderPlaced", details, at }
  const order = placed(placing)
  const priced = yield* pricedRenewal(company, details.amount, renewalPayment(subscription, period, saoPauloDate(at)))
  if (priced === null) {
    const open = opened.reduce(evolveSubscription, subscription)
    const state = { _tag: "Failed" as const, failures: [] }
    const failed = subscriptionMachine.record(open, { _tag: "RenewalUpdate", order: number, state, at })
    yield* orders.add(order, [placing])
    yield* queueJobs(order, [placing])
    yield* saveSubscription(subscription, [...opened, ...failed], false)
    return null
  }
  const started = Result.getOrThrow(startAttempt(company, order, priced, names.attempt, at))
  yield* orders.add(started.order, [placing, ...started.events])
  yield* queueJobs(started.order, started.events)
  const saved = yield* saveSubscription(subscription, opened, false)
  return { ...started, subscription: saved } satisfies Intent
})

/** A renewal whose payer is paying waits a while: otherwise the card would be charged as well. */
const retried = Effect.fnUntraced(function* (
  own: OwnJob,
  company: Company,
  subscription: Subscription,
  withdrawn: ReadonlyArray<OrderReport>,
  names: Names,
  at: Instant,
) {
  const order = yield* renewalOf(subscription)
  const period = subscription.paidPeriods + 1
  if (order === null) return yield* settled(own, { _tag: "Done" })
  const { attempts } = applyReports(order, withdrawn).after
  const isBeingPaid = attempts.some(({ facts }) => isPayableOrHeld(facts) || isInFlight(facts))
  if (withdrawn.length > 0) return yield* recordedFirst(own, subscription, withdrawn, isBeingPaid ? later(at) : at)
  if (isBeingPaid) return yield* settled(own, waiting(at))
  yield* settleJob(own, { _tag: "Done" })
  const events = Result.getOrThrow(decide(subscriptionMachine, subscription, { _tag: "RetryRenewal", at }))
  yield* saveSubscription(subscription, events, false)
  const { amount } = order.details
  const priced = yield* pricedRenewal(company, amount, renewalPayment(subscription, period, saoPauloDate(at)))
  if (priced === null) return null
  const started = startAttempt(company, order, priced, names.attempt, at)
  if (Result.isFailure(started)) return null
  yield* saveChanges(stepsOf(order, started.success.events))
  return started.success satisfies Intent
})

/** The outcome of the withdrawal is recorded first: a payment that arrived in the last moment keeps the subscription. */
const ended = Effect.fnUntraced(function* (
  own: OwnJob,
  { details: { company, token } }: Subscription,
  withdrawn: ReadonlyArray<OrderReport>,
  at: Instant,
) {
  const subscriptions = yield* SubscriptionRepository
  const before = Option.getOrNull(yield* subscriptions.find(company, token))
  const renewal = before === null ? null : yield* renewalOf(before)
  if (renewal?.attempts.some(({ facts }) => isInFlight(facts))) return yield* settled(own, waiting(at))
  yield* settleJob(own, { _tag: "Done" })
  if (renewal !== null) yield* recordReportsInUnit(company, renewal.details.number, withdrawn)
  const after = Option.getOrNull(yield* subscriptions.find(company, token))
  if (after === null) return null
  const canceled = yield* saveSubscription(after, subscriptionMachine.record(after, { _tag: "TimePassed", at }))
  const order = yield* renewalOf(canceled)
  if (order !== null) yield* cancelRenewal(canceled, order)
  return null
})

const waiting = (at: Instant): JobOutcome => ({ _tag: "Again", dueAt: later(at) })

const later = (at: Instant): Instant => instant(at + patienceMillis)

/**
 * Before a subscription ends, and before its card is charged again, what its payer could still pay is withdrawn. That also notices what was
 * just paid. Before another charge only a Pix or slip is withdrawn that its payer has had for a while.
 */
const withdrawnBefore = Effect.fnUntraced(function* (subscription: Subscription | null) {
  const at = instant(yield* Clock.currentTimeMillis)
  const what = subscription === null ? null : whatIsDue(subscription, at)
  if (subscription === null || (what !== "end" && what !== "retry")) return []
  if (yield* mustWait(subscription, at)) return []
  const order = yield* renewalOf(subscription)
  const isWithdrawn = ({ facts, startedAt }: Attempt) =>
    what === "end" ? isPayableOrHeld(facts) : isPayable(facts) && startedAt + patienceMillis <= at
  return yield* withdrawAll((order?.attempts ?? []).filter(isWithdrawn))
})

const renewalOf = Effect.fnUntraced(function* ({ details: { company }, renewal }: Subscription) {
  if (renewal === null) return null
  const orders = yield* OrderRepository
  return Option.getOrNull(yield* orders.find(company, renewal.order))?.order ?? null
})
