/**
 * Asks the acquirer about one attempt or refund. The answer, or the fact that there was none, becomes a report for the order.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { methodRules } from "@vintem/domain/method"
import type { Attempt, OrderReport, Refund, ToldOfCharge } from "@vintem/domain/order"
import { Acquirer, type ChargeRequest, type OutcomeUnknown } from "@vintem/domain/ports"
import { Cause, Clock, Effect, Exit, Fiber, Option } from "effect"
import { ChargePolicy } from "./charge-policy.ts"
import { chargeRefOf, judgedAnswer, judgedEnd } from "./judge-instrument.ts"

/** Who waits for a charge: a payer, who can try again; for a renewal, nobody. */
export type ChargedFor = "payer" | "renewal"

/**
 * Charges an attempt. If no answer arrives in time, the outcome is unknown: the money may have moved. If the charge
 * surely never left, nothing moved: it is refused, so that the payer can try again at once. A renewal waits for
 * `chargeAgain` instead.
 */
export const chargeAttempt = Effect.fnUntraced(function* (
  attempt: Attempt,
  request: ChargeRequest,
  chargedFor: ChargedFor = "payer",
): Effect.fn.Return<AttemptUpdate, never, Acquirer | ChargePolicy> {
  const acquirer = yield* Acquirer
  const asking = acquirer.charge(request).pipe(
    Effect.flatMap(judgedAnswer(acquirer, request.company, attempt)),
    Effect.catchTag("AcquirerUnreached", ({ detail }) =>
      Effect.as(Effect.logWarning("the acquirer was not reached", { detail }), unreached[chargedFor]),
    ),
  )
  return yield* reportOf(attempt, asking)
})

/**
 * Sends a renewal's charge again, under its key, if it never left. However often this runs, the renewal is charged
 * once.
 */
export const chargeAgain = Effect.fnUntraced(function* (
  attempt: Attempt,
  request: ChargeRequest,
): Effect.fn.Return<AttemptUpdate, never, Acquirer | ChargePolicy> {
  const update = yield* chargeAttempt(attempt, request, "renewal")
  return update.report.unreached === "open" ? update : closed(update)
})

/**
 * An attempt's update. If its charge never left and the acquirer has now answered for its key, the update says so, too.
 */
export const answeredFor = ({ unreached }: Attempt, update: AttemptUpdate): AttemptUpdate =>
  unreached === "open" && update.fact !== "unknown" ? closed(update) : update

const closed = (update: AttemptUpdate): AttemptUpdate => ({
  ...update,
  report: { ...update.report, unreached: "closed" },
})

const unreached: Readonly<Record<ChargedFor, ToldOfCharge>> = {
  payer: { fact: "refused", report: { reason: "acquirer not reached", decline: "soft", unreached: "open" } },
  renewal: { fact: "unknown", report: { unreached: "open" } },
}

/**
 * Resolves an attempt with an unknown outcome, without ever sending it again: asks for its state, and if the acquirer
 * does not know the charge, voids the key first, so that a charge that arrives late is refused.
 */
export const resolveOutcome = Effect.fnUntraced(function* (
  company: CompanyId,
  attempt: Attempt,
): Effect.fn.Return<AttemptUpdate, never, Acquirer | ChargePolicy> {
  const acquirer = yield* Acquirer
  const found = Effect.flatMap(
    acquirer.find(chargeRefOf(company, attempt)),
    Option.match({
      onNone: () => Effect.flatMap(acquirer.void(chargeRefOf(company, attempt)), judgedEnd(attempt)),
      onSome: judgedAnswer(acquirer, company, attempt),
    }),
  )
  return yield* reportOf(attempt, found)
})

/** Asks for the state of an attempt. @returns `unknown` if no answer arrived in time; none if the acquirer knows no such charge */
export const findAttempt = Effect.fnUntraced(function* (
  company: CompanyId,
  attempt: Attempt,
): Effect.fn.Return<Option.Option<AttemptUpdate>, never, Acquirer | ChargePolicy> {
  const acquirer = yield* Acquirer
  const found = Effect.flatMap(
    acquirer.find(chargeRefOf(company, attempt)),
    Option.match({
      onNone: () => Effect.succeedNone,
      onSome: (told) => Effect.asSome(judgedAnswer(acquirer, company, attempt)(told)),
    }),
  )
  const state = Option.getOrElse(yield* answerTo(found), () => Option.some(noOutcome))
  const at = instant(yield* Clock.currentTimeMillis)
  return Option.map(state, (told) => updateOf(attempt, told, at))
})

/** Withdraws an attempt that could still be paid or approved. @returns its state after that; none if no answer arrived in time */
export const withdrawAttempt = Effect.fnUntraced(function* (
  company: CompanyId,
  attempt: Attempt,
): Effect.fn.Return<Option.Option<AttemptUpdate>, never, Acquirer | ChargePolicy> {
  const acquirer = yield* Acquirer
  const answer = yield* answerTo(Effect.flatMap(acquirer.void(chargeRefOf(company, attempt)), judgedEnd(attempt)))
  const at = instant(yield* Clock.currentTimeMillis)
  return Option.map(answer, (told) => updateOf(attempt, told, at))
})

/** Withdraws attempts concurrently, so that they take the time of one. @returns the states of those that got an answer */
export const withdrawAttempts = (
  company: CompanyId,
  attempts: ReadonlyArray<Attempt>,
): Effect.Effect<ReadonlyArray<AttemptUpdate>, never, Acquirer | ChargePolicy> =>
  Effect.map(
    Effect.forEach(attempts, (one) => withdrawAttempt(company, one), { concurrency: "unbounded" }),
    (answers) => answers.flatMap(Option.toArray),
  )

/**
 * Requests a refund, for the first time or again: the refund's key makes both the same request.
 *
 * @returns none if no answer arrived in time: then only the request is known
 */
export const askForRefund = Effect.fnUntraced(function* (
  company: CompanyId,
  attempt: Attempt,
  { key, amount }: Refund,
): Effect.fn.Return<Option.Option<RefundUpdate>, never, Acquirer | ChargePolicy> {
  const acquirer = yield* Acquirer
  const answer = yield* answerTo(
    acquirer.refund({ key, charge: chargeRefOf(company, attempt), amount, way: methodRules[attempt._tag].refundWay }),
  )
  const at = instant(yield* Clock.currentTimeMillis)
  return Option.map(
    answer,
    ({ fact, report }): RefundUpdate => ({
      _tag: "RefundUpdate",
      refund: key,
      attempt: attempt.id,
      amount,
      fact,
      report,
      at,
    }),
  )
})

const reportOf = Effect.fnUntraced(function* (attempt: Attempt, question: Effect.Effect<ToldOfCharge, OutcomeUnknown>) {
  const told = Option.getOrElse(yield* answerTo(question), () => noOutcome)
  return updateOf(attempt, told, instant(yield* Clock.currentTimeMillis))
})

const updateOf = ({ id: attempt }: Attempt, { fact, report }: ToldOfCharge, at: Instant): AttemptUpdate => ({
  _tag: "AttemptUpdate",
  attempt,
  fact,
  report,
  at,
})

const noOutcome: ToldOfCharge = { fact: "unknown", report: {} }

/**
 * The caller cannot interrupt the request: once sent, money may move. It ends with its answer, or with the acquirer's timeout.
 *
 * @returns none if no answer came in time
 */
const answerTo = Effect.fnUntraced(function* <A>(question: Effect.Effect<A, OutcomeUnknown>) {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const asking = yield* Effect.forkDetach(
    Effect.matchEffect(question, {
      onFailure: ({ detail }) =>
        Effect.as(Effect.logWarning("the acquirer reported no outcome", { detail }), Option.none<A>()),
      onSuccess: Effect.succeedSome,
    }),
    startedAtOnce,
  )
  if (asking.pollUnsafe() === undefined) {
    const ending = Effect.andThen(Effect.sleep(acquirerTimeoutMillis), Fiber.interrupt(asking))
    const timer = yield* Effect.forkDetach(ending, startedAtOnce)
    asking.addObserver(() => timer.interruptUnsafe())
  }
  const exit = yield* Fiber.await(asking)
  return Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Option.none() : yield* exit
})

const startedAtOnce = { startImmediately: true } as const

type AttemptUpdate = Extract<OrderReport, { readonly _tag: "AttemptUpdate" }>
type RefundUpdate = Extract<OrderReport, { readonly _tag: "RefundUpdate" }>
