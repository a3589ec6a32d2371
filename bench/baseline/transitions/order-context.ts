/**
 * The XState order's data besides its state: attempts, refunds and cases, with their facts and amounts.
 *
 * From the domain it uses only the words, and a slip's expiry day, so that neither side is slowed by the other's code.
 */
import { type Instrument, instrumentExpiry } from "@vintem/domain/method"
import type { AttemptFact, CaseFact, OrderCommand, OrderReport, OrderStatus, RefundFact } from "@vintem/domain/order"

export interface OrderContext {
  readonly placedAt: number
  /** The number of recorded facts, the placing included. */
  readonly version: number
  readonly attempts: ReadonlyArray<Attempt>
  readonly refunds: ReadonlyArray<Refund>
  readonly cases: ReadonlyArray<Case>
  readonly canceledAt: number | null
  readonly completedAt: number | null
  readonly abandonedAt: number | null
  readonly duplicateAt: number | null
  readonly wasRefunded: boolean
  /** The state that follows from these facts, computed once per change. */
  readonly status: OrderStatus
}

/** The words of the domain, by tag. */
export type Move<Tag> = Extract<OrderCommand | OrderReport, { readonly _tag: Tag }>

/** Amounts are centavos, instants epoch milliseconds. Facts are in order of weight. */
interface Attempt {
  readonly id: number
  readonly key: string
  readonly quote: Move<"StartAttempt">["quote"]
  readonly card: Move<"StartAttempt">["card"]
  readonly startedAt: number
  readonly facts: ReadonlyArray<AttemptFact>
  readonly captured: number
  readonly confirmedAt: number | null
  readonly instrument: Instrument | null
  readonly tid: string | null
  readonly nsu: string | null
  readonly reason: string | null
  readonly decline: NonNullable<Move<"AttemptUpdate">["report"]["decline"]> | null
  readonly cardToken: string | null
  readonly verdict: Move<"Resolve">["verdict"] | null
}

interface Refund {
  readonly key: string
  readonly attempt: number
  readonly amount: number
  readonly facts: ReadonlyArray<RefundFact>
  readonly reason: string | null
}

interface Case {
  readonly key: string
  readonly attempt: number
  readonly amount: number
  readonly facts: ReadonlyArray<CaseFact>
}

export const contextOfNewOrder = (placedAt: number): OrderContext => ({
  placedAt,
  version: 1,
  attempts: [],
  refunds: [],
  cases: [],
  canceledAt: null,
  completedAt: null,
  abandonedAt: null,
  duplicateAt: null,
  wasRefunded: false,
  status: "created",
})

// Recording

/** Each returns the context's changes, for `assign`. */
export const withAttemptStarted = (context: OrderContext, { key, quote, card, at }: Move<"StartAttempt">) => {
  const attempt: Attempt = {
    id: context.attempts.length + 1,
    key,
    quote,
    card,
    startedAt: at,
    facts: ["sent"],
    captured: 0,
    confirmedAt: null,
    instrument: null,
    tid: null,
    nsu: null,
    reason: null,
    decline: null,
    cardToken: null,
    verdict: null,
  }
  return settled(context, { attempts: [...context.attempts, attempt] })
}

export const withAttemptReport = (context: OrderContext, { attempt: id, fact, report, at }: Move<"AttemptUpdate">) =>
  settled(context, {
    attempts: context.attempts.map((attempt) => (attempt.id === id ? reported(attempt, fact, report, at) : attempt)),
  })

export const withVerdict = (context: OrderContext, { attempt: id, verdict, at }: Move<"Resolve">) =>
  settled(context, {
    attempts: context.attempts.map((attempt) =>
      attempt.id === id
        ? { ...reported(attempt, verdict === "paid" ? "confirmed" : "refused", {}, at), verdict }
        : attempt,
    ),
  })

/** The parts of a report that the attempt's method can have: a Pix has no card, and a card no code to pay by. */
const fitting = (
  { quote: { method } }: Attempt,
  { instrument, nsu, decline, cardToken, ...report }: Move<"AttemptUpdate">["report"],
): Move<"AttemptUpdate">["report"] => ({
  ...report,
  ...(method._tag === "credit"
    ? {
        ...(nsu === undefined ? {} : { nsu }),
        ...(decline === undefined ? {} : { decline }),
        ...(cardToken === undefined ? {} : { cardToken }),
      }
    : {}),
  ...(instrument?._tag === method._tag ? { instrument } : {}),
})

const reported = (attempt: Attempt, fact: AttemptFact, told: Move<"AttemptUpdate">["report"], at: number): Attempt => {
  const report = fitting(attempt, told)
  return {
    ...attempt,
    facts: withFact(attempt.facts, fact, attemptRank),
    captured:
      fact === "confirmed" ? Math.max(attempt.captured, report.captured ?? attempt.quote.charged) : attempt.captured,
    confirmedAt: fact === "confirmed" ? Math.min(attempt.confirmedAt ?? at, at) : attempt.confirmedAt,
    instrument: endingFirst(attempt.instrument, report.instrument),
    tid: sortedFirst(attempt.tid, report.tid),
    nsu: sortedFirst(attempt.nsu, report.nsu),
    reason: longer(attempt.reason, report.reason),
    decline: attempt.decline === "hard" ? "hard" : (report.decline ?? attempt.decline),
    cardToken: sortedFirst(attempt.cardToken, report.cardToken),
  }
}

// For two different values, the kept one does not depend on their order.

const sortedFirst = (known: string | null, told: string | undefined): string | null =>
  told !== undefined && (known === null || told < known) ? told : known

const longer = (known: string | null, told: string | undefined): string | null => {
  if (told === undefined) return known
  if (known === null || told.length > known.length) return told
  return told.length === known.length && told < known ? told : known
}

const endingFirst = (known: Instrument | null, told: Instrument | undefined): Instrument | null => {
  if (known === null || told === undefined) return known ?? told ?? null
  const later = instrumentExpiry(told) - instrumentExpiry(known)
  return later < 0 || (later === 0 && contentOf(told) < contentOf(known)) ? told : known
}

const contentOf = (instrument: Instrument): string =>
  instrument._tag === "pix"
    ? `${instrument.expiresAt} ${instrument.code}`
    : `${instrument.dueDate} ${instrument.line} ${instrument.barcode}`

export const withRefund = (
  context: OrderContext,
  { refund: key, attempt, amount }: Move<"RequestRefund"> | Move<"RefundUpdate">,
  fact: RefundFact,
  reason: string | undefined,
) => {
  const known = context.refunds.find((refund) => refund.key === key)
  const before = known ?? { key, attempt, amount, facts: [], reason: null }
  return settled(context, { refunds: put(context.refunds, known, refunded(before, attempt, amount, fact, reason)) })
}

const refunded = (
  before: Refund,
  attempt: number,
  amount: number,
  fact: RefundFact,
  reason: string | undefined,
): Refund => ({
  ...before,
  attempt: Math.min(before.attempt, attempt),
  amount: Math.max(before.amount, amount),
  facts: withFact(before.facts, fact, refundRank),
  reason: longer(before.reason, reason),
})

export const withCaseReport = (context: OrderContext, { case: key, attempt, amount, fact }: Move<"CaseUpdate">) => {
  const known = context.cases.find((one) => one.key === key)
  const before = known ?? { key, attempt, amount, facts: [] }
  const after: Case = {
    ...before,
    attempt: Math.min(before.attempt, attempt),
    amount: Math.max(before.amount, amount),
    facts: withFact(before.facts, fact, caseRank),
  }
  return settled(context, { cases: put(context.cases, known, after) })
}

/** Contests every case that holds money. Each is a separate fact. */
export const withContest = (context: OrderContext) => {
  const cases = context.cases.map((one) =>
    one.facts.at(-1) === "taken" ? { ...one, facts: withFact(one.facts, "contested", caseRank) } : one,
  )
  const contested = cases.filter((one, index) => one !== context.cases[index]).length
  return settled(context, { cases }, contested)
}

export const withCancel = (context: OrderContext, at: number) => settled(context, { canceledAt: at })
export const withCompletion = (context: OrderContext, at: number) => settled(context, { completedAt: at })
export const withAbandonment = (context: OrderContext, at: number) => settled(context, { abandonedAt: at })
export const withDuplicate = (context: OrderContext, at: number) => settled(context, { duplicateAt: at })

const settled = (before: OrderContext, change: Partial<OrderContext>, facts = 1): Partial<OrderContext> => {
  const after = { ...before, ...change }
  return {
    ...change,
    version: before.version + facts,
    wasRefunded: before.wasRefunded || isReturned(after),
    status: statusIn(after),
  }
}

const put = <A>(all: ReadonlyArray<A>, known: A | undefined, next: A): ReadonlyArray<A> =>
  known === undefined ? [...all, next] : all.map((one) => (one === known ? next : one))

// Weights

const attemptRank: Readonly<Record<AttemptFact, number>> = {
  sent: 0,
  unknown: 1,
  open: 2,
  review: 3,
  approved: 4,
  rejected: 5,
  refused: 6,
  expired: 7,
  voided: 8,
  confirmed: 9,
}
const refundRank: Readonly<Record<RefundFact, number>> = { requested: 0, processing: 1, failed: 2, settled: 3 }
const caseRank: Readonly<Record<CaseFact, number>> = { opened: 0, taken: 1, contested: 2, won: 3, lost: 4 }

const withFact = <F extends string>(
  known: ReadonlyArray<F>,
  fact: F,
  rank: Readonly<Record<F, number>>,
): ReadonlyArray<F> => (known.includes(fact) ? known : [...known, fact].sort((one, other) => rank[one] - rank[other]))

/** The weightiest fact that counts. A verdict of the risk analysis counts only if there was an analysis. */
const stateOf = ({ facts }: Attempt): AttemptFact => {
  const isHeld = facts.includes("review")
  for (let index = facts.length - 1; index > 0; index -= 1) {
    const fact = facts[index]
    if (fact !== undefined && (isHeld || (fact !== "approved" && fact !== "rejected"))) return fact
  }
  return "sent"
}

// The state

const statusIn = (context: OrderContext): OrderStatus => {
  if (context.attempts.some(({ facts }) => facts.includes("confirmed"))) return statusOfPaid(context)
  if (context.canceledAt !== null) return "canceled"
  if (context.attempts.length === 0) return "created"
  const states = context.attempts.map(stateOf)
  if (states.includes("review")) return "risk_analysis"
  if (states.some(isUncertain)) return "pending"
  return states.includes("open") ? "waiting_payment" : "unpaid"
}

const statusOfPaid = (context: OrderContext): OrderStatus => {
  const states = context.cases.map(({ facts }) => facts.at(-1))
  if (states.some((fact) => fact === "taken" || fact === "lost")) return "chargeback"
  if (states.some((fact) => fact === "opened" || fact === "contested")) return "dispute"
  if (isReturned(context)) return "refund"
  return context.completedAt === null ? "paid" : "complete"
}

const isUncertain = (state: AttemptFact): boolean => state === "sent" || state === "unknown" || state === "approved"

const capturedIn = ({ attempts }: OrderContext): number => attempts.reduce((sum, { captured }) => sum + captured, 0)

const isReturned = (context: OrderContext): boolean => {
  const captured = capturedIn(context)
  return captured > 0 && returnedIn(context) >= captured
}

const returnedIn = ({ refunds }: OrderContext): number =>
  refunds.reduce((sum, { facts, amount }) => (facts.at(-1) === "settled" ? sum + amount : sum), 0)

// Questions of guards

export const isPaid = ({ attempts }: OrderContext): boolean => attempts.some(({ facts }) => facts.includes("confirmed"))

/** The cases that took a paid order's money. */
export const chargebacksIn = (context: OrderContext): number =>
  isPaid(context) ? context.cases.filter(({ facts }) => facts.includes("taken") || facts.includes("lost")).length : 0

export const hasAttemptKey = ({ attempts }: OrderContext, key: string): boolean =>
  attempts.some((attempt) => attempt.key === key)

export const hasRefundKey = ({ refunds }: OrderContext, key: string): boolean =>
  refunds.some((refund) => refund.key === key)

export const hasUncertainAttempt = ({ attempts }: OrderContext): boolean =>
  attempts.some((attempt) => isUncertain(stateOf(attempt)))

/** True if an instrument of this method can still be paid at `at`: an expired one blocks nothing. */
export const hasPayableInstrument = ({ attempts }: OrderContext, method: string, at: number): boolean =>
  attempts.some(
    (attempt) =>
      attempt.quote.method._tag === method &&
      stateOf(attempt) === "open" &&
      (attempt.instrument === null || instrumentExpiry(attempt.instrument) > at),
  )

export const hasCaseAt = ({ cases }: OrderContext, fact: CaseFact): boolean =>
  cases.some(({ facts }) => facts.at(-1) === fact)

export const hasVerdict = ({ attempts }: OrderContext, { attempt, verdict }: Move<"Resolve">): boolean =>
  attempts.some((one) => one.id === attempt && one.verdict === verdict)

/** The reason why an attempt cannot be resolved by hand; null if it can. */
export const reasonAgainstResolving = ({ attempts }: OrderContext, { attempt: id }: Move<"Resolve">) => {
  const attempt = attempts.find((one) => one.id === id)
  const state = attempt === undefined ? null : stateOf(attempt)
  if (state === "review") return "UnderReview"
  return state !== null && isUncertain(state) ? null : "OutcomeKnown"
}

export const abandonmentDueAt = ({ placedAt }: OrderContext): number => placedAt + 30 * 60_000

/** True if a report adds something to an existing attempt. The time of recording does not count. */
export const isNewForAttempt = (
  { attempts }: OrderContext,
  { attempt: id, fact, report, at }: Move<"AttemptUpdate">,
): boolean => {
  const attempt = attempts.find((one) => one.id === id)
  if (attempt === undefined) return false
  const after = reported(attempt, fact, report, at)
  return (
    after.facts !== attempt.facts ||
    after.captured !== attempt.captured ||
    after.instrument !== attempt.instrument ||
    after.tid !== attempt.tid ||
    after.nsu !== attempt.nsu ||
    after.reason !== attempt.reason ||
    after.decline !== attempt.decline ||
    after.cardToken !== attempt.cardToken
  )
}

export const isNewForRefund = ({ refunds }: OrderContext, move: Move<"RefundUpdate">): boolean => {
  const refund = refunds.find(({ key }) => key === move.refund)
  return (
    refund === undefined ||
    move.attempt < refund.attempt ||
    !refund.facts.includes(move.fact) ||
    move.amount > refund.amount ||
    longer(refund.reason, move.report?.reason) !== refund.reason
  )
}

export const isNewForCase = ({ cases }: OrderContext, move: Move<"CaseUpdate">): boolean => {
  const known = cases.find(({ key }) => key === move.case)
  return (
    known === undefined ||
    move.attempt < known.attempt ||
    !known.facts.includes(move.fact) ||
    move.amount > known.amount
  )
}

const dayMillis = 86_400_000
const refundDays = { pix: 90, credit: 180, bank_slip: Number.POSITIVE_INFINITY } as const

/** The reason why a paid order that is neither disputed nor refunded refuses a refund; null if it does not. */
export const reasonAgainstRefund = (context: OrderContext, { attempt: id, amount, at }: Move<"RequestRefund">) => {
  const attempt = context.attempts.find((one) => one.id === id)
  if (attempt === undefined || attempt.confirmedAt === null) return "AttemptNotConfirmed"
  if (at > attempt.confirmedAt + refundDays[attempt.quote.method._tag] * dayMillis) return "RefundWindowClosed"
  if (amount < 1) return "AmountNotPositive"
  return amount > Math.min(refundableIn(context), unreserved(context, attempt)) ? "AmountAboveRefundable" : null
}

/** True if some attempt has money left to refund. */
export const hasMoneyLeft = (context: OrderContext): boolean =>
  context.attempts.some((attempt) => Math.min(refundableIn(context), unreserved(context, attempt)) > 0)

/** Centavos that were neither refunded, nor are being refunded, nor were taken back. */
const refundableIn = (context: OrderContext): number => {
  const captured = capturedIn(context)
  const refunded = Math.min(returnedIn(context), captured)
  const taken = context.cases.reduce((sum, { facts, amount }) => (holdsMoney(facts) ? sum + amount : sum), 0)
  const chargedBack = Math.min(taken, captured - refunded)
  const promised = context.refunds.reduce((sum, { facts, amount }) => {
    const state = facts.at(-1)
    return state === "requested" || state === "processing" ? sum + amount : sum
  }, 0)
  return captured - refunded - chargedBack - Math.min(promised, captured - refunded - chargedBack)
}

const holdsMoney = (facts: ReadonlyArray<CaseFact>): boolean => {
  const state = facts.at(-1)
  return state === "taken" || state === "lost" || (state === "contested" && facts.includes("taken"))
}

const unreserved = ({ refunds }: OrderContext, { id, captured }: Attempt): number =>
  refunds.reduce(
    (rest, refund) => (refund.attempt === id && refund.facts.at(-1) !== "failed" ? rest - refund.amount : rest),
    captured,
  )
