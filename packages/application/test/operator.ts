/** An operator's actions in a story, and the queue's. */
import { SimulatedBooks } from "@vintem/adapters"
import { addDays, instant, saoPauloDate } from "@vintem/domain/calendar"
import { AttemptId, CaseKey, type CompanyId, firstAttempt, type OrderNumber } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import type { PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { type CaseFact, evolve, ledgerOf, type Order, orderMachine, statusOf, type Verdict } from "@vintem/domain/order"
import {
  Acquirer,
  type ChargeMeans,
  firstPage,
  Identifiers,
  JobQueue,
  OrderRepository,
  type StoredAnswer,
} from "@vintem/domain/ports"
import { chargeRequest, exampleCharge } from "@vintem/testing"
import { type Duration, Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  type Answered,
  cancelOrder,
  completeOrder,
  contestOrder,
  type OrderCommandOutcome,
  type OrderCommandRequest,
  recordReports,
  refundOrder,
  resolveOrder,
  runDueJobs,
} from "../src/index.ts"
import { inTime, now, onlyOrder, Seller } from "./shop.ts"

/** A story's changes of the default request: without a key, for the only order, by its company. */
export interface Wish {
  readonly key?: string
  /** The request's fingerprint, if it differs from the default. */
  readonly fingerprint?: string
  readonly company?: CompanyId
  readonly number?: OrderNumber
}

/** An operator's answer, in short. */
export interface Told {
  readonly end: OrderCommandOutcome["_tag"]
  readonly status: string | null
  readonly reason: string | null
  readonly allowed?: ReadonlyArray<string>
}

const toldOf = (outcome: OrderCommandOutcome): Told => {
  switch (outcome._tag) {
    case "Done":
      return { end: "Done", status: statusOf(outcome.stored.order), reason: null }
    case "Refused": {
      const { status, reason, allowed } = outcome.refusal
      return { end: "Refused", status, reason, allowed }
    }
    case "RefundFailed":
      return { end: "RefundFailed", status: null, reason: outcome.reason }
    case "RenewalOpen":
      return { end: "RenewalOpen", status: null, reason: null }
  }
}

const requestOf = Effect.fnUntraced(function* ({ key, fingerprint = "the same body", company, number }: Wish) {
  const seller = yield* Seller
  const of = company ?? seller.id
  return {
    company: of,
    number: number ?? (yield* onlyOrder).details.number,
    keyed: key === undefined ? null : { company: of, scope: "admin", key, fingerprint },
    encode: (outcome): StoredAnswer => ({ status: 200, body: JSON.stringify(toldOf(outcome)) }),
  } satisfies OrderCommandRequest
})

/** The reports, in short. */
export const toldIn = ({ answer }: Answered<unknown>): Told => JSON.parse(answer.body)

/** Refunds this many centavos; the rest if null. `askRefund` does the same without touching the clock. */
export const refund = (amount: number | null, wish: Wish = {}) => inTime(askRefund(amount, wish))

export const askRefund = (amount: number | null, wish: Wish = {}) =>
  Effect.flatMap(requestOf(wish), (request) =>
    refundOrder({ ...request, amount: amount === null ? null : centavos(amount) }),
  )

export const cancel = (wish: Wish = {}) => inTime(askCancel(wish))

const askCancel = (wish: Wish = {}) => Effect.flatMap(requestOf(wish), cancelOrder)

export const complete = (wish: Wish = {}) => Effect.flatMap(requestOf(wish), completeOrder)

export const contest = (wish: Wish = {}) => Effect.flatMap(requestOf(wish), contestOrder)

/** Lets time pass for each request if the acquirer is silent. */
export const resolveByHand = (verdict: Verdict, wish: Wish = {}) =>
  inTime(Effect.flatMap(requestOf(wish), (request) => resolveOrder({ ...request, verdict })))

// Events from outside

/** Runs due jobs, and the jobs they make due at the same instant. */
export const doWork = Effect.gen(function* () {
  while ((yield* inTime(runDueJobs())) > 0);
})

/** Given-up jobs, the latest first. */
export const deadJobs = Effect.gen(function* () {
  const queue = yield* JobQueue
  return (yield* queue.dead({ page: firstPage, size: 100 })).entries
})

/** Lets time pass, and runs the jobs that fall due on the way. */
export const pass = (duration: Duration.Input) => Effect.andThen(TestClock.adjust(duration), doWork)

/** Reports this fact of a dispute about the only order's first attempt, with all of its money. */
export const hearOfCase = Effect.fnUntraced(function* (fact: CaseFact) {
  const { company, number } = (yield* onlyOrder).details
  const key = CaseKey.make("case1")
  yield* recordReports(company, number, [
    { _tag: "CaseUpdate", case: key, attempt: firstAttempt, amount: centavos(10_000), fact, at: yield* now },
  ])
})

/** The acquirer reports that an attempt of the only order was paid, and its books say so too. */
export const hearOfPayment = Effect.fnUntraced(function* (nth: number) {
  const attempt = AttemptId.make(nth)
  const order = yield* onlyOrder
  yield* payInBooks(order, attempt)
  const { company, number } = order.details
  yield* recordReports(company, number, [
    { _tag: "AttemptUpdate", attempt, fact: "confirmed", report: { captured: centavos(10_000) }, at: yield* now },
  ])
})

/** The payer pays an instrument; the service has no report yet. */
export const payInBooks = Effect.fnUntraced(function* (order: Order, attempt: number) {
  const books = yield* SimulatedBooks
  const key = order.attempts.find(({ id }) => id === attempt)?.key
  const entry = key === undefined ? Option.none() : yield* books.find(key)
  if (Option.isNone(entry) || entry.value._tag !== "Charge") {
    return yield* Effect.die(new Error("What was never charged cannot be paid."))
  }
  const { version } = entry.value
  yield* books.update({ ...entry.value, version: version + 1, state: "confirmed", confirmedAt: yield* now })
})

/** The payer of the only order tries again, by another method, and the acquirer issues a Pix or slip. */
export const startAnother = Effect.fnUntraced(function* (method: Exclude<PaymentMethod, "credit">) {
  const orders = yield* OrderRepository
  const identifiers = yield* Identifiers
  const acquirer = yield* Acquirer
  const order = yield* onlyOrder
  const key = yield* identifiers.attemptKey(order.details.number)
  const at = yield* now
  const events = Result.getOrThrow(
    decide(orderMachine, order, { _tag: "StartAttempt", key, ...exampleCharge(method), at }),
  )
  const started = events.reduce(evolve, order)
  yield* orders.save(order, started, events)
  const means: ChargeMeans =
    method === "pix"
      ? { _tag: "pix", expiresAt: instant(at + 600_000) }
      : { _tag: "bank_slip", dueDate: addDays(saoPauloDate(at), 3) }
  const attempt = AttemptId.make(started.attempts.length)
  const { fact, report } = yield* acquirer.charge({
    ...chargeRequest(key, means),
    amount: centavos(10_000),
  })
  const { company, number } = order.details
  yield* recordReports(company, number, [{ _tag: "AttemptUpdate", attempt, fact, report, at }])
  return attempt
})

/** The sums of the only order's money. */
export const books = Effect.map(onlyOrder, ledgerOf)

/** Centavos that the acquirer refunded for the attempts of the only order, by its own books. */
export const givenBack = Effect.gen(function* () {
  const { find } = yield* SimulatedBooks
  const { attempts } = yield* onlyOrder
  const entries = yield* Effect.forEach(attempts, ({ key }) => find(key))
  return entries
    .flatMap(Option.toArray)
    .flatMap((entry) => (entry._tag === "Charge" ? entry.refunds : []))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
})
