/**
 * Runs the timer of a subscription: opens its next renewal, charges a card again, or ends it.
 *
 * A charge is three steps, as everywhere: the intent is committed together with the end of this job, then the acquirer is asked, then its
 * answer is recorded. If a process dies in between, the attempt has no outcome, and another job asks for it.
 */
import { type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { CompanyId } from "@vintem/domain/identifiers"
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
  Identifiers,
  OrderRepository,
  type StorageUnavailable,
  type StoredAnswer,
  SubscriptionRepository,
  UnitOfWork,
  type Write,
  type WriteSet,
} from "@vintem/domain/ports"
import {
  evolveSubscription,
  nextTimer,
  type Subscription,
  subscriptionMachine,
  whatIsDue,
} from "@vintem/domain/subscription"
import { Clock, Effect, Option, Result } from "effect"
import { withdrawAttempts } from "../charging/ask-acquirer.ts"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { isUnderModeration } from "../charging/is-under-moderation.ts"
import { pricedRenewal, renewalDetails, renewalPayment } from "../charging/renewal-order.ts"
import { startAttempt } from "../charging/start-attempt.ts"
import { codeOfCompany } from "../names/code-of-company.ts"
import { completeCharge } from "../orders/paying/complete-charge.ts"
import { applyReports, recordReportsInUnit } from "../orders/reports/record-reports.ts"
import { type JobOutcome, type OwnJob, settleJob, settlingWrite, whileOwn } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"
import { renewalCancelation } from "../reactions/cancel-renewal.ts"
import type { SaveConflict } from "../reactions/consequence.ts"
import { jobWrites } from "../reactions/jobs.ts"
import { type SaveNeeds, saveChanges } from "../reactions/save-changes.ts"
import { saveSubscription, subscriptionWrites } from "../reactions/save-subscription.ts"
import { stepsOf } from "../reactions/steps.ts"
import { commitWrites } from "../units/commit-writes.ts"
import { areRenewalsResuming } from "./resume-renewals.ts"

type TimerWork = WorkOf<"RunSubscriptionTimer">

/** The request to send to the acquirer after the attempt is committed. */
interface Intent {
  readonly order: Order
  readonly attempt: Attempt
  readonly charge: ChargeRequest
  /** The subscription as committed with the attempt, if known. */
  readonly subscription?: Subscription
}

/** The data of a run of the timer's job, gathered before its commit. */
interface Run {
  readonly own: OwnJob
  readonly names: Names
  /** The acquirer's reports about the Pix, slips and held charges that were withdrawn before the commit. */
  readonly withdrawn: ReadonlyArray<OrderReport>
}

/**
 * The wait of a job of a company under moderation before its next run, in milliseconds. The end of the moderation
 * reschedules waiting jobs: this delay is for a job that was running at that moment.
 */
const moderationDelayMillis = 21_600_000

/** How long a card is not charged while the payer may be paying in another way, in milliseconds. */
const payerDelayMillis = 3_600_000

export const runSubscriptionTimer = Effect.fn("runSubscriptionTimer")(function* (
  own: OwnJob,
  work: TimerWork,
): Effect.fn.Return<void, SaveConflict | StorageUnavailable, Acquirer | SaveNeeds> {
  const names = yield* newNames(work.company)
  // The subscription is read before the commit, which compares its version: on a conflict all of this runs again.
  const attempted = Effect.gen(function* () {
    const subscription = yield* subscriptionOf(work)
    const withdrawn = yield* withdrawBeforeCommit(subscription)
    return yield* timerRun({ own, names, withdrawn }, subscription)
  })
  const intent: Intent | null = yield* whileOwn(attempted)
  if (intent === null) return
  const { subscription, ...started } = intent
  const charging = {
    company: work.company,
    keyed: null,
    outcomeOf: (order: Order) => order,
    encode: () => noAnswer,
    chargedFor: "renewal",
  } as const
  yield* completeCharge(subscription === undefined ? charging : { ...charging, subscription }, {
    _tag: "Started",
    ...started,
  })
})

/** No request waits for this answer, and no key stores it. */
const noAnswer: StoredAnswer = { status: 204, body: "" }

const subscriptionOf = Effect.fnUntraced(function* ({ company, subscription: token }: TimerWork) {
  const subscriptions = yield* SubscriptionRepository
  return Option.getOrNull(yield* subscriptions.find(company, token))
})

/** Identifiers are made once: a run that is repeated after a conflict must not make others. */
const newNames = Effect.fnUntraced(function* (company: CompanyId) {
  const identifiers = yield* Identifiers
  const number = yield* identifiers.orderNumber(yield* codeOfCompany(company))
  return {
    number,
    token: yield* identifiers.orderToken,
    publicKey: yield* identifiers.publicKey(number),
    attempt: { key: yield* identifiers.attemptKey(number), cardToken: null },
  }
})
type Names = Effect.Success<ReturnType<typeof newNames>>

/**
 * Every branch settles this job before anything else, because the next job has the same name.
 *
 * @returns the request to send to the acquirer; null if there is none
 */
const timerRun = Effect.fnUntraced(function* (run: Run, subscription: Subscription | null) {
  const { own } = run
  const { commit } = yield* UnitOfWork
  const companies = yield* CompanyRepository
  const at = instant(yield* Clock.currentTimeMillis)
  const timer = subscription === null ? null : nextTimer(subscription)
  if (subscription === null) return yield* settled(own, { _tag: "Done" }, at)
  // A concurrent request adds no job while this one exists. It changes the subscription, so the commit is refused, and all of this runs again.
  if (timer === null) return yield* settled(own, { _tag: "Done" }, at, [unchanged(subscription)])
  const company = Option.getOrNull(yield* companies.find(subscription.details.company))
  if (company === null) return yield* settled(own, { _tag: "Done" }, at)
  switch (whatIsDue(subscription, at)) {
    case null:
      return yield* settled(own, { _tag: "Again", dueAt: timer.at }, at)
    case "renew":
      if (yield* mustWait(subscription, at)) return yield* settled(own, untilModerationEnds(at), at)
      return yield* openRenewal(run, company, subscription, at)
    case "lapse": {
      if (yield* mustWait(subscription, at)) return yield* settled(own, untilModerationEnds(at), at)
      const events = subscriptionMachine.record(subscription, { _tag: "TimePassed", at })
      return yield* settled(own, { _tag: "Done" }, at, subscriptionWrites(subscription, events, false).writes)
    }
    case "retry":
      return yield* commit(unlessItMustWait(run, subscription, at, chargeAgain(run, company, subscription, at)))
    case "end":
      return yield* commit(unlessItMustWait(run, subscription, at, endSubscription(run, subscription, at)))
  }
})

/** Commits the end of the job, and what is written with it. Nothing is charged. */
const settled = (own: OwnJob, outcome: JobOutcome, at: Instant, more: WriteSet<TimerKind> = []) =>
  Effect.as(commitWrites([settlingWrite(own, outcome, at), ...more]), null)

type TimerKind = "AddOrder" | "EnqueueJobs" | "SaveSubscription" | "WithdrawJobs"

const unchanged = (subscription: Subscription): Write<"SaveSubscription"> => ({
  _tag: "SaveSubscription",
  before: subscription,
  subscription,
  events: [],
})

const untilModerationEnds = (at: Instant): JobOutcome => ({ _tag: "Again", dueAt: instant(at + moderationDelayMillis) })

/** Part of a unit. */
const unlessItMustWait = Effect.fnUntraced(function* <E, R>(
  run: Run,
  subscription: Subscription,
  at: Instant,
  otherwise: Effect.Effect<Intent | null, E, R>,
) {
  if (!(yield* mustWait(subscription, at))) return yield* otherwise
  return yield* recordWithdrawn(run, subscription, instant(at + moderationDelayMillis))
})

/**
 * A company under moderation takes no money. So charges wait, and so does the end of an unpaid subscription. After the
 * moderation, overdue subscriptions wait until `resumeRenewals` has given them back the time in which they could not be
 * paid. A subscription whose last cycle is paid ends without waiting.
 */
const mustWait = Effect.fnUntraced(function* (subscription: Subscription, at: Instant) {
  const what = whatIsDue(subscription, at)
  if (what === null || (what === "end" && subscription.renewal === null)) return false
  const { company } = subscription.details
  if (yield* isUnderModeration(company)) return true
  return subscription.renewal !== null && (yield* areRenewalsResuming(company))
})

/**
 * Records the reports of withdrawals, and does nothing else until `dueAt`: one of the instruments may just have been
 * paid.
 */
const recordWithdrawn = Effect.fnUntraced(function* (
  { own, withdrawn }: Run,
  { details: { company }, renewal }: Subscription,
  dueAt: Instant,
) {
  yield* settleJob(own, { _tag: "Again", dueAt })
  if (renewal !== null && withdrawn.length > 0) yield* recordReportsInUnit(company, renewal.order, withdrawn)
  return null
})

const settleOnly = (own: OwnJob, jobOutcome: JobOutcome) => Effect.as(settleJob(own, jobOutcome), null)

/**
 * Places the order of the next period and starts its charge. If there is no price or no card to charge, the renewal
 * fails at once, and the payer can pay in another way. Then there is no attempt to report: the company gets the webhook
 * `abandoned`, as for any order without attempts.
 */
const openRenewal = Effect.fnUntraced(function* (
  { names, own }: Run,
  company: Company,
  subscription: Subscription,
  at: Instant,
) {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
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
    return yield* renewed(own, company, null, at, [
      { _tag: "AddOrder", order, events: [placing] },
      ...jobWrites(order, [placing], acquirerTimeoutMillis),
      ...subscriptionWrites(subscription, [...opened, ...failed], false).writes,
    ])
  }
  const started = Result.getOrThrow(startAttempt(company, order, priced, names.attempt, at))
  const { after, writes } = subscriptionWrites(subscription, opened, false)
  return yield* renewed(own, company, { ...started, subscription: after }, at, [
    { _tag: "AddOrder", order: started.order, events: [placing, ...started.events] },
    ...jobWrites(started.order, started.events, acquirerTimeoutMillis),
    ...writes,
  ])
})

/** Commits a renewal with the end of the job. If the company has come under moderation meanwhile, the renewal waits. */
const renewed = (own: OwnJob, { id }: Company, intent: Intent | null, at: Instant, writes: WriteSet<TimerKind>) =>
  commitWrites([settlingWrite(own, { _tag: "Done" }, at), { _tag: "RequireTrading", company: id }, ...writes]).pipe(
    Effect.as(intent),
    Effect.catchTag("ModerationConflict", () => settled(own, untilModerationEnds(at), at)),
  )

/**
 * Charges the card of an overdue renewal again. If its payer is paying in another way, the card waits: otherwise both
 * would be charged.
 */
const chargeAgain = Effect.fnUntraced(function* (run: Run, company: Company, subscription: Subscription, at: Instant) {
  const { names, own, withdrawn } = run
  const order = yield* renewalOf(subscription)
  const period = subscription.paidPeriods + 1
  if (order === null) return yield* settleOnly(own, { _tag: "Done" })
  const { attempts } = applyReports(order, withdrawn).after
  const isBeingPaid = attempts.some(({ facts }) => isPayableOrHeld(facts) || isInFlight(facts))
  if (withdrawn.length > 0) return yield* recordWithdrawn(run, subscription, isBeingPaid ? later(at) : at)
  if (isBeingPaid) return yield* settleOnly(own, waiting(at))
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

/**
 * Records the result of the withdrawal before it ends the subscription: a payment at the last moment keeps the
 * subscription.
 */
const endSubscription = Effect.fnUntraced(function* (
  { own, withdrawn }: Run,
  { details: { company, token } }: Subscription,
  at: Instant,
) {
  const subscriptions = yield* SubscriptionRepository
  const before = Option.getOrNull(yield* subscriptions.find(company, token))
  const renewal = before === null ? null : yield* renewalOf(before)
  if (renewal?.attempts.some(({ facts }) => isInFlight(facts))) return yield* settleOnly(own, waiting(at))
  yield* settleJob(own, { _tag: "Done" })
  if (renewal !== null) yield* recordReportsInUnit(company, renewal.details.number, withdrawn)
  const after = Option.getOrNull(yield* subscriptions.find(company, token))
  if (after === null) return null
  const canceled = yield* saveSubscription(after, subscriptionMachine.record(after, { _tag: "TimePassed", at }))
  const order = yield* renewalOf(canceled)
  if (order !== null) yield* commitWrites(yield* renewalCancelation(canceled, order))
  return null
})

const waiting = (at: Instant): JobOutcome => ({ _tag: "Again", dueAt: later(at) })

const later = (at: Instant): Instant => instant(at + payerDelayMillis)

/**
 * Withdraws instruments that the payer could still pay, before the subscription ends or its card is charged again. The
 * acquirer's answers also report recent payments. Before another charge, a Pix or slip is only withdrawn after its
 * payer has had it for `payerDelayMillis`.
 */
const withdrawBeforeCommit = Effect.fnUntraced(function* (subscription: Subscription | null) {
  const at = instant(yield* Clock.currentTimeMillis)
  const what = subscription === null ? null : whatIsDue(subscription, at)
  if (subscription === null || (what !== "end" && what !== "retry")) return []
  if (yield* mustWait(subscription, at)) return []
  const order = yield* renewalOf(subscription)
  const isWithdrawn = ({ facts, startedAt }: Attempt) =>
    what === "end" ? isPayableOrHeld(facts) : isPayable(facts) && startedAt + payerDelayMillis <= at
  return yield* withdrawAttempts(subscription.details.company, (order?.attempts ?? []).filter(isWithdrawn))
})

const renewalOf = Effect.fnUntraced(function* ({ details: { company }, renewal }: Subscription) {
  if (renewal === null) return null
  const orders = yield* OrderRepository
  return Option.getOrNull(yield* orders.find(company, renewal.order))?.order ?? null
})
