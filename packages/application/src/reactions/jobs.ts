/**
 * The jobs that a change of an order needs, and those it makes needless. They are added in the commit of the change
 * itself.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { AttemptId } from "@vintem/domain/identifiers"
import { instrumentExpiry } from "@vintem/domain/method"
import {
  type Attempt,
  abandonAfterMillis,
  attemptState,
  instrumentOf,
  isOutcomeOwed,
  isPayable,
  isRefundUnderWay,
  isUnanswered,
  type Obligation,
  type Order,
  type OrderEvent,
  obligationsOf,
  type Refund,
  refundState,
} from "@vintem/domain/order"
import type { NewJob } from "@vintem/domain/ports"
import { dayAfter, nextAsking, nextAskingUntilTold } from "../charging/schedule.ts"
import { jobOf, nameOfWork, type Work } from "../queue/work.ts"
import type { Consequence } from "./consequence.ts"

/** Keeps the queue in step with the events that are stored with it. */
export const jobWrites = (
  order: Order,
  events: ReadonlyArray<OrderEvent>,
  acquirerTimeoutMillis: number,
): ReadonlyArray<Consequence<"EnqueueJobs" | "WithdrawJobs">> => {
  const wanted: Array<NewJob> = []
  const needless: Array<string> = []
  for (const event of events) {
    const change = changeOfWork(order, event, acquirerTimeoutMillis)
    wanted.push(...change.wanted)
    needless.push(...change.needless)
  }
  const last = events.at(-1)
  if (last !== undefined) wanted.push(...jobsOfObligations(order, last.at))
  return [
    ...(wanted.length > 0 ? [{ _tag: "EnqueueJobs", jobs: wanted } as const] : []),
    ...(needless.length > 0
      ? [{ _tag: "WithdrawJobs", company: order.details.company, names: needless } as const]
      : []),
  ]
}

/** Jobs to add, and the names of jobs to remove. */
interface ChangeOfWork {
  readonly wanted: ReadonlyArray<NewJob>
  readonly needless: ReadonlyArray<string>
}

const changeOfWork = (order: Order, event: OrderEvent, acquirerTimeoutMillis: number): ChangeOfWork => {
  switch (event._tag) {
    case "OrderPlaced":
      return order.attempts.length === 0 ? { wanted: [abandonmentOf(order)], needless: [] } : noChange
    case "AttemptStarted":
    case "AttemptReported":
    case "AttemptResolved": {
      const attempt = order.attempts.find(({ id }) => id === event.attempt)
      return attempt === undefined ? noChange : workOfAttempt(order, attempt, event, acquirerTimeoutMillis)
    }
    case "RefundReported": {
      const refund = order.refunds.find(({ key }) => key === event.refund)
      return refund === undefined ? noChange : workOfRefund(order, refund, event.at, acquirerTimeoutMillis)
    }
    default:
      return noChange
  }
}

/** When to report that no payment was tried. */
const abandonmentOf = ({ details: { company, number, placedAt } }: Order): NewJob =>
  jobOf({ _tag: "AbandonOrder", company, order: number }, instant(placedAt + abandonAfterMillis))

const noChange: ChangeOfWork = { wanted: [], needless: [] }

const workOfAttempt = (
  order: Order,
  attempt: Attempt,
  event: OrderEvent,
  acquirerTimeoutMillis: number,
): ChangeOfWork => {
  const wanted: Array<NewJob> = []
  const needless: Array<string> = []
  const resolving: Work = { _tag: "ResolveAttempt", ...placeOf(order, attempt) }
  const expiring: Work = { _tag: "ExpireInstrument", ...placeOf(order, attempt) }
  // The process that asks handles it, and after that `queueUnanswered`.
  if (isUnanswered(attempt.facts)) return noChange
  const askAt = isUnresolved(attempt) ? nextAsking(unknownSince(attempt, acquirerTimeoutMillis), event.at) : null
  if (askAt !== null) wanted.push(jobOf(resolving, askAt))
  else if (mayBeAskedAbout(attempt, event.at, acquirerTimeoutMillis)) needless.push(nameOfWork(resolving))
  const instrument = instrumentOf(attempt)
  if (instrument === null) return { wanted, needless }
  if (isPayable(attempt.facts)) wanted.push(jobOf(expiring, instrumentExpiry(instrument)))
  else needless.push(nameOfWork(expiring))
  return { wanted, needless }
}

/**
 * Whether a job may exist that asks about an attempt: if a report left it open, or none came in time. A job that is not needed finds
 * nothing to do.
 */
const mayBeAskedAbout = (attempt: Attempt, at: Instant, acquirerTimeoutMillis: number): boolean =>
  attempt.facts.some((fact) => fact === "unknown" || fact === "review" || fact === "approved") ||
  at >= unknownSince(attempt, acquirerTimeoutMillis)

/** The work that asks about an order's attempts without a report. */
export const resolvingOfUnanswered = (order: Order, acquirerTimeoutMillis: number): ReadonlyArray<NewJob> =>
  order.attempts.flatMap((attempt) => {
    if (!isUnanswered(attempt.facts)) return []
    const askAt = nextAsking(unknownSince(attempt, acquirerTimeoutMillis), attempt.startedAt)
    return askAt === null ? [] : jobOf({ _tag: "ResolveAttempt", ...placeOf(order, attempt) }, askAt)
  })

const workOfRefund = (order: Order, refund: Refund, at: Instant, acquirerTimeoutMillis: number): ChangeOfWork => {
  const resolving = resolvingOf(order, refund)
  const since = requestUnansweredSince(refund, acquirerTimeoutMillis)
  return since !== null && isRefundUnderWay(refund.facts)
    ? { wanted: [jobOf(resolving, nextAskingUntilTold(since, at))], needless: [] }
    : { wanted: [], needless: [nameOfWork(resolving)] }
}

/** The work that an order owes in its state. A job that is in the queue already is not added again. */
export const jobsOfObligations = (order: Order, at: Instant): ReadonlyArray<NewJob> =>
  obligationsOf(order).flatMap((obligation) => jobsOfObligation(order, obligation, at))

/** The job that meets the obligation; none if its attempt is not there. A failed refund is tried again the day after, under another key. */
const jobsOfObligation = (order: Order, { _tag, attempt: id }: Obligation, at: Instant): ReadonlyArray<NewJob> => {
  const attempt = order.attempts.find((one) => one.id === id)
  if (attempt === undefined) return []
  if (_tag === "VoidAttempt") return [jobOf({ _tag, ...placeOf(order, attempt), since: at }, at)]
  return [jobOf({ _tag, ...placeOf(order, attempt) }, failedRefundsOf(order, id) === 0 ? at : dayAfter(at))]
}

/** How often the refund of a second payment is tried, a day apart, before a person has to do it. */
export const duplicateFailuresMax = 7

/** How many refunds of an attempt failed. */
export const failedRefundsOf = (order: Order, attempt: AttemptId): number =>
  order.refunds.filter((refund) => refund.attempt === attempt && refundState(refund.facts) === "failed").length

/** The work that an order needs in its state, by attempt and name of the job: without it the acquirer would never be asked. */
export const workNeeded = (order: Order): ReadonlyArray<{ readonly attempt: AttemptId; readonly job: string }> => [
  ...order.attempts.flatMap((attempt) => {
    const named = (_tag: "ResolveAttempt" | "ExpireInstrument") => [
      { attempt: attempt.id, job: nameOfWork({ _tag, ...placeOf(order, attempt) }) },
    ]
    if (isUnresolved(attempt)) return named("ResolveAttempt")
    return instrumentOf(attempt) !== null && isPayable(attempt.facts) ? named("ExpireInstrument") : []
  }),
  ...order.refunds
    .filter((refund) => refund.asked !== null && isRefundUnderWay(refund.facts))
    .map((refund) => ({ attempt: refund.attempt, job: nameOfWork(resolvingOf(order, refund)) })),
  ...obligationsOf(order).flatMap((obligation) =>
    jobsOfObligation(order, obligation, order.updatedAt).map(({ name }) => ({
      attempt: obligation.attempt,
      job: name,
    })),
  ),
]

/**
 * When a refund's outcome becomes unknown if no answer arrives; null for a refund that the acquirer made by itself:
 * requesting it would make another one.
 */
export const requestUnansweredSince = ({ asked }: Refund, acquirerTimeoutMillis: number): Instant | null =>
  asked === null ? null : instant(asked.at + acquirerTimeoutMillis)

const resolvingOf = (order: Order, { key: refund }: Refund): Work => ({
  _tag: "ResolveRefund",
  company: order.details.company,
  order: order.details.number,
  refund,
})

/** Whether the acquirer may still report on an attempt that does not wait for the payer. */
export const isUnresolved = (attempt: Attempt): boolean => {
  const state = attemptState(attempt.facts)
  return state === "review" || isOutcomeOwed(state)
}

/** From when on an attempt's outcome is unknown if no answer arrives. */
export const unknownSince = (attempt: Attempt, acquirerTimeoutMillis: number): Instant =>
  instant(attempt.startedAt + acquirerTimeoutMillis)

const placeOf = (order: Order, attempt: Attempt) => ({
  company: order.details.company,
  order: order.details.number,
  attempt: attempt.id,
  key: attempt.key,
})
