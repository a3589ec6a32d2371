/**
 * The result of an order's job: asks the acquirer, and returns its reports and the outcome of the job.
 *
 * Nothing is written here: `runOrderJob` commits both together.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { LinkSlug, RefundKey } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { instrumentExpiry } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import {
  type Attempt,
  abandonAfterMillis,
  attemptFacts,
  attemptState,
  instrumentOf,
  isPayable,
  isRefundUnderWay,
  type Obligation,
  type Order,
  type OrderCommand,
  type OrderReport,
  obligationsOf,
  orderMachine,
  orderRefusalMeaning,
} from "@vintem/domain/order"
import { linkObligationsOf } from "@vintem/domain/payment-link"
import {
  type Acquirer,
  type CompanyRepository,
  Identifiers,
  OrderRepository,
  PaymentLinkRepository,
  type SavedCardRepository,
  type StorageUnavailable,
  type SubscriptionRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import {
  answeredFor,
  askForRefund,
  chargeAgain,
  findAttempt,
  resolveOutcome,
  withdrawAttempt,
  withdrawAttempts,
} from "../../charging/ask-acquirer.ts"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { unreachedRenewal } from "../../charging/renewal-order.ts"
import { nextAsking, nextAskingUntilTold } from "../../charging/schedule.ts"
import type { JobOutcome } from "../../queue/own-job.ts"
import type { OrderWork } from "../../queue/work.ts"
import {
  duplicateFailuresMax,
  failedRefundsOf,
  isUnresolved,
  requestUnansweredSince,
  unknownSince,
} from "../../reactions/jobs.ts"
import { applyReports } from "../reports/record-reports.ts"

/** The result to record. */
export interface OrderJobResult {
  readonly reports: ReadonlyArray<OrderReport>
  /** A command for the order as well. If it is refused, the job runs again on the order's new state. */
  readonly command?: OrderCommand
  readonly jobOutcome: JobOutcome
}

const nothingToDo: OrderJobResult = { reports: [], jobOutcome: { _tag: "Done" } }

/** Does nothing if the order, its attempt or its refund is missing, or no longer needs the job. */
export const orderJobResult = Effect.fn("orderJobResult")(function* (
  work: OrderWork,
): Effect.fn.Return<
  OrderJobResult,
  StorageUnavailable,
  | Acquirer
  | ChargePolicy
  | CompanyRepository
  | Identifiers
  | OrderRepository
  | PaymentLinkRepository
  | SavedCardRepository
  | SubscriptionRepository
> {
  const orders = yield* OrderRepository
  const stored = yield* orders.find(work.company, work.order)
  if (Option.isNone(stored)) return nothingToDo
  const { order } = stored.value
  if (work._tag === "AbandonOrder") return abandoned(instant(order.details.placedAt + abandonAfterMillis))
  if (work._tag === "ResolveRefund") return yield* resolveRefund(order, work.refund)
  if (work._tag === "WithdrawPayment") return yield* withdrawPayment(order, work.link, work.since)
  const attempt = order.attempts.find(({ id }) => id === work.attempt)
  if (attempt === undefined) return nothingToDo
  switch (work._tag) {
    case "ResolveAttempt":
      return yield* resolveAttempt(order, attempt)
    case "ExpireInstrument":
      return yield* expireInstrument(order, attempt)
    case "VoidAttempt":
      return yield* voidAttempt(order, attempt, work.since)
    case "RefundDuplicate":
      return yield* refundDuplicate(order, attempt)
  }
})

const abandoned = (at: Instant): OrderJobResult => ({
  reports: [{ _tag: "AbandonTimer", at }],
  jobOutcome: { _tag: "Done" },
})

/**
 * A missing answer is no refusal: the acquirer is asked again, and after the last time a person decides. A review is an
 * answer that only the acquirer can end: it is asked for as long as the review lasts.
 */
const resolveAttempt = Effect.fnUntraced(function* (order: Order, attempt: Attempt) {
  if (!isUnresolved(attempt)) return nothingToDo
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const charge = attempt.unreached === "open" ? yield* unreachedRenewal(order, attempt) : null
  const report =
    charge === null
      ? answeredFor(attempt, yield* resolveOutcome(order.details.company, attempt))
      : yield* chargeAgain(attempt, charge)
  const facts = attemptFacts.of(...attempt.facts, report.fact)
  if (!isUnresolved({ ...attempt, facts }))
    return { reports: [report], jobOutcome: { _tag: "Done" } } satisfies OrderJobResult
  const now = instant(yield* Clock.currentTimeMillis)
  const next = attemptState(facts) === "review" ? nextAskingUntilTold : nextAsking
  const dueAt = next(unknownSince(attempt, acquirerTimeoutMillis), now)
  return {
    reports: [report],
    jobOutcome:
      dueAt === null
        ? { _tag: "Dead", reason: "The acquirer reported no outcome for seven days: settle the order by hand." }
        : { _tag: "Again", dueAt },
  } satisfies OrderJobResult
})

/**
 * The acquirer is asked first: a payment on its way beats the timer. While it does not answer, the instrument stays
 * open, and the acquirer is asked again, for seven days: nobody asks about an expired instrument, and a payment would
 * not be found.
 */
const expireInstrument = Effect.fnUntraced(function* ({ details: { company, number } }: Order, attempt: Attempt) {
  const instrument = instrumentOf(attempt)
  if (instrument === null || !isPayable(attempt.facts)) return nothingToDo
  const found = Option.getOrUndefined(yield* findAttempt(company, attempt))
  const at = instant(yield* Clock.currentTimeMillis)
  const dueAt = found?.fact === "unknown" ? nextAsking(instrumentExpiry(instrument), at) : null
  if (dueAt !== null) return { reports: [], jobOutcome: { _tag: "Again", dueAt } } satisfies OrderJobResult
  if (found?.fact === "unknown") {
    const what = "the acquirer has reported nothing about a Pix or slip for seven days: it counts as expired"
    yield* Effect.logWarning(what, { company, order: number })
  }
  const hasEnded = found?.fact === "confirmed" || found?.fact === "voided"
  const expiry: OrderReport = { _tag: "AttemptUpdate", attempt: attempt.id, fact: "expired", report: {}, at }
  return { reports: [hasEnded ? found : expiry], jobOutcome: { _tag: "Done" } } satisfies OrderJobResult
})

/** Requests the refund again under its key: the acquirer returns its state, or makes it if it is unknown. */
const resolveRefund = Effect.fnUntraced(function* (order: Order, key: RefundKey) {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const refund = order.refunds.find((one) => one.key === key)
  const attempt = order.attempts.find(({ id }) => id === refund?.attempt)
  if (refund === undefined || attempt === undefined || !isRefundUnderWay(refund.facts)) return nothingToDo
  const since = requestUnansweredSince(refund, acquirerTimeoutMillis)
  if (since === null) return nothingToDo
  const reports = Option.toArray(yield* askForRefund(order.details.company, attempt, refund))
  const isEnded = reports.some(({ fact }) => fact === "settled" || fact === "failed")
  const now = instant(yield* Clock.currentTimeMillis)
  return {
    reports,
    jobOutcome: isEnded ? { _tag: "Done" } : { _tag: "Again", dueAt: nextAskingUntilTold(since, now) },
  } satisfies OrderJobResult
})

/** Repeats until it is withdrawn, or paid after all. Silence is no report: the attempt keeps its state. */
const voidAttempt = Effect.fnUntraced(function* (order: Order, attempt: Attempt, since: Instant) {
  if (!owes(order, "VoidAttempt", attempt)) return nothingToDo
  const answer = Option.map(yield* withdrawAttempt(order.details.company, attempt), (update) =>
    answeredFor(attempt, update),
  )
  const reports = Option.toArray(answer)
  const now = instant(yield* Clock.currentTimeMillis)
  return {
    reports,
    jobOutcome: owes(applyReports(order, reports).after, "VoidAttempt", attempt)
      ? { _tag: "Again", dueAt: nextAskingUntilTold(since, now) }
      : { _tag: "Done" },
  } satisfies OrderJobResult
})

/** Checks the link, not the order: only the link knows if its money is still wanted. */
const withdrawPayment = Effect.fnUntraced(function* (order: Order, slug: LinkSlug, since: Instant) {
  const links = yield* PaymentLinkRepository
  const link = yield* links.find(order.details.company, slug)
  if (Option.isNone(link) || !linkObligationsOf(link.value).some((owed) => owed.order === order.details.number)) {
    return nothingToDo
  }
  const reports = yield* withdrawAttempts(
    order.details.company,
    order.attempts.filter(({ facts }) => isPayable(facts)),
  )
  const now = instant(yield* Clock.currentTimeMillis)
  return {
    reports,
    jobOutcome: applyReports(order, reports).after.attempts.some(({ facts }) => isPayable(facts))
      ? { _tag: "Again", dueAt: nextAskingUntilTold(since, now) }
      : { _tag: "Done" },
  } satisfies OrderJobResult
})

/** Only requests the refund, in the commit that settles this job: the refund's own job then asks the acquirer. */
const refundDuplicate = Effect.fnUntraced(function* (order: Order, attempt: Attempt) {
  const identifiers = yield* Identifiers
  if (order.duplicateAt !== undefined) yield* warnOfDuplicate(order)
  const owed = obligationsOf(order).find((one) => one._tag === "RefundDuplicate" && one.attempt === attempt.id)
  if (owed?._tag !== "RefundDuplicate") return nothingToDo
  if (failedRefundsOf(order, attempt.id) >= duplicateFailuresMax) {
    return givenUp(`A second payment could not be refunded in ${duplicateFailuresMax} tries: refund it by hand.`)
  }
  const command: OrderCommand = {
    _tag: "RequestRefund",
    refund: yield* identifiers.refundKey(order.details.number),
    attempt: attempt.id,
    amount: centavos(owed.amount),
    at: instant(yield* Clock.currentTimeMillis),
  }
  const decided = decide(orderMachine, order, command)
  return Result.isFailure(decided)
    ? givenUp(`A second payment cannot be refunded: ${orderRefusalMeaning[decided.failure.reason]}.`)
    : ({ reports: [], command, jobOutcome: { _tag: "Done" } } satisfies OrderJobResult)
})

/**
 * Logged here and not in the unit that finds it, because the unit may run again or be rolled back. The order's link is
 * not named, because its address allows paying.
 */
const warnOfDuplicate = ({ details: { company, number } }: Order) =>
  Effect.logWarning("a payment link that takes one payment was paid again: the later order is refunded", {
    company,
    order: number,
  })

const givenUp = (reason: string): OrderJobResult => ({ reports: [], jobOutcome: { _tag: "Dead", reason } })

const owes = (order: Order, tag: Obligation["_tag"], { id }: Attempt): boolean =>
  obligationsOf(order).some(({ _tag, attempt }) => _tag === tag && attempt === id)
