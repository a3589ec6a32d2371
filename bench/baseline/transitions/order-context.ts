/**
 * What the XState order remembers beside its state: attempts, refunds and cases, with their facts and amounts.
 *
 * Of the domain only the words are used, none of its functions: neither side shall be slow on the other's account.
 */
import type { AttemptFact, CaseFact, OrderCommand, OrderNews, OrderStatus, RefundFact } from "@vintem/domain"

export interface OrderContext {
  readonly placedAt: number
  /** How many facts were recorded, the placing included. */
  readonly version: number
  readonly attempts: ReadonlyArray<Attempt>
  readonly refunds: ReadonlyArray<Refund>
  readonly cases: ReadonlyArray<Case>
  readonly canceledAt: number | null
  readonly completedAt: number | null
  readonly abandonedAt: number | null
  readonly wasRefunded: boolean
  /** The state these facts lead to, found once for every change of them. */
  readonly status: OrderStatus
}

/** The words of the domain, by tag. */
export type Move<Tag> = Extract<OrderCommand | OrderNews, { readonly _tag: Tag }>

/** Amounts are centavos, instants epoch milliseconds. Facts stand in order of weight. */
interface Attempt {
  readonly id: number
  readonly key: string
  readonly quote: Move<"StartAttempt">["quote"]
  readonly card: Move<"StartAttempt">["card"]
  readonly startedAt: number
  readonly facts: ReadonlyArray<AttemptFact>
  readonly captured: number
  readonly confirmedAt: number | null
  readonly instrument: Move<"AttemptNews">["report"]["instrument"] | null
  readonly tid: string | null
  readonly nsu: string | null
  readonly reason: string | null
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
  wasRefunded: false,
  status: "created",
})

// What is recorded

/** Each gives what changes in the context, for `assign`. */
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
    cardToken: null,
    verdict: null,
  }
  return settled(context, { attempts: [...context.attempts, attempt] })
}

export const withAttemptNews = (context: OrderContext, { attempt: id, fact, report, at }: Move<"AttemptNews">) =>
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

const reported = (
  attempt: Attempt,
  fact: AttemptFact,
  { captured, instrument, tid, nsu, reason, cardToken }: Move<"AttemptNews">["report"],
  at: number,
): Attempt => ({
  ...attempt,
  facts: withFact(attempt.facts, fact, attemptRank),
  captured: fact === "confirmed" ? Math.max(attempt.captured, captured ?? attempt.quote.charged) : attempt.captured,
  confirmedAt: fact === "confirmed" ? (attempt.confirmedAt ?? at) : attempt.confirmedAt,
  instrument: attempt.instrument ?? instrument ?? null,
  tid: attempt.tid ?? tid ?? null,
  nsu: attempt.nsu ?? nsu ?? null,
  reason: attempt.reason ?? reason ?? null,
  cardToken: attempt.cardToken ?? cardToken ?? null,
})

export const withRefund = (
  context: OrderContext,
  { refund: key, attempt, amount }: Move<"RequestRefund"> | Move<"RefundNews">,
  fact: RefundFact,
  reason: string | undefined,
) => {
  const known = context.refunds.find((refund) => refund.key === key)
  const before = known ?? { key, attempt, amount, facts: [], reason: null }
  const after: Refund = {
    ...before,
    amount: Math.max(before.amount, amount),
    facts: withFact(before.facts, fact, refundRank),
    reason: before.reason ?? reason ?? null,
  }
  return settled(context, { refunds: put(context.refunds, known, after) })
}

export const withCaseNews = (context: OrderContext, { case: key, attempt, amount, fact }: Move<"CaseNews">) => {
  const known = context.cases.find((one) => one.key === key)
  const before = known ?? { key, attempt, amount, facts: [] }
  const after: Case = {
    ...before,
    amount: Math.max(before.amount, amount),
    facts: withFact(before.facts, fact, caseRank),
  }
  return settled(context, { cases: put(context.cases, known, after) })
}

/** Contests every case that holds the money, each a fact of its own. */
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

/** The weightiest fact that counts: a verdict of the risk analysis does only where there is one. */
const standingOf = ({ facts }: Attempt): AttemptFact => {
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
  const standings = context.attempts.map(standingOf)
  if (standings.includes("review")) return "risk_analysis"
  if (standings.some(isUncertain)) return "pending"
  return standings.includes("open") ? "waiting_payment" : "unpaid"
}

const statusOfPaid = (context: OrderContext): OrderStatus => {
  const standings = context.cases.map(({ facts }) => facts.at(-1))
  if (standings.some((fact) => fact === "taken" || fact === "lost")) return "chargeback"
  if (standings.some((fact) => fact === "opened" || fact === "contested")) return "dispute"
  if (isReturned(context)) return "refund"
  return context.completedAt === null ? "paid" : "complete"
}

const isUncertain = (standing: AttemptFact): boolean =>
  standing === "sent" || standing === "unknown" || standing === "approved"

const capturedIn = ({ attempts }: OrderContext): number => attempts.reduce((sum, { captured }) => sum + captured, 0)

const isReturned = (context: OrderContext): boolean => {
  const captured = capturedIn(context)
  return captured > 0 && returnedIn(context) >= captured
}

const returnedIn = ({ refunds }: OrderContext): number =>
  refunds.reduce((sum, { facts, amount }) => (facts.at(-1) === "settled" ? sum + amount : sum), 0)

// What guards ask

export const isPaid = ({ attempts }: OrderContext): boolean => attempts.some(({ facts }) => facts.includes("confirmed"))

/** Cases that took money, of a paid order. */
export const chargebacksIn = (context: OrderContext): number =>
  isPaid(context) ? context.cases.filter(({ facts }) => facts.includes("taken") || facts.includes("lost")).length : 0

export const hasAttemptKey = ({ attempts }: OrderContext, key: string): boolean =>
  attempts.some((attempt) => attempt.key === key)

export const hasRefundKey = ({ refunds }: OrderContext, key: string): boolean =>
  refunds.some((refund) => refund.key === key)

export const hasUncertainAttempt = ({ attempts }: OrderContext): boolean =>
  attempts.some((attempt) => isUncertain(standingOf(attempt)))

export const hasOpenInstrument = ({ attempts }: OrderContext, method: string): boolean =>
  attempts.some((attempt) => attempt.quote.method._tag === method && standingOf(attempt) === "open")

export const hasCaseAt = ({ cases }: OrderContext, fact: CaseFact): boolean =>
  cases.some(({ facts }) => facts.at(-1) === fact)

export const hasVerdict = ({ attempts }: OrderContext, { attempt, verdict }: Move<"Resolve">): boolean =>
  attempts.some((one) => one.id === attempt && one.verdict === verdict)

/** Why an attempt is not to be resolved by hand; null where it is. */
export const reasonAgainstResolving = ({ attempts }: OrderContext, { attempt: id }: Move<"Resolve">) => {
  const attempt = attempts.find((one) => one.id === id)
  const standing = attempt === undefined ? null : standingOf(attempt)
  if (standing === "review") return "UnderReview"
  return standing !== null && isUncertain(standing) ? null : "OutcomeKnown"
}

export const abandonmentDueAt = ({ placedAt }: OrderContext): number => placedAt + 30 * 60_000

/** Whether an attempt that exists is said to be something it was not known to be. */
export const isAttemptNews = ({ attempts }: OrderContext, news: Move<"AttemptNews">): boolean => {
  const attempt = attempts.find(({ id }) => id === news.attempt)
  if (attempt === undefined) return false
  const { captured = attempt.quote.charged, instrument, tid, nsu, reason, cardToken } = news.report
  return (
    !attempt.facts.includes(news.fact) ||
    (news.fact === "confirmed" && captured > attempt.captured) ||
    (instrument !== undefined && attempt.instrument === null) ||
    (tid !== undefined && attempt.tid === null) ||
    (nsu !== undefined && attempt.nsu === null) ||
    (reason !== undefined && attempt.reason === null) ||
    (cardToken !== undefined && attempt.cardToken === null)
  )
}

export const isRefundNews = ({ refunds }: OrderContext, news: Move<"RefundNews">): boolean => {
  const refund = refunds.find(({ key }) => key === news.refund)
  return (
    refund === undefined ||
    !refund.facts.includes(news.fact) ||
    news.amount > refund.amount ||
    (news.report?.reason !== undefined && refund.reason === null)
  )
}

export const isCaseNews = ({ cases }: OrderContext, news: Move<"CaseNews">): boolean => {
  const known = cases.find(({ key }) => key === news.case)
  return known === undefined || !known.facts.includes(news.fact) || news.amount > known.amount
}

const dayMillis = 86_400_000
const refundDays = { pix: 90, credit: 180, bank_slip: Number.POSITIVE_INFINITY } as const

/** Why a paid order that is neither disputed nor given back does not give back what is asked for; null where it does. */
export const reasonAgainstRefund = (context: OrderContext, { attempt: id, amount, at }: Move<"RequestRefund">) => {
  const attempt = context.attempts.find((one) => one.id === id)
  if (attempt === undefined || attempt.confirmedAt === null) return "AttemptNotConfirmed"
  if (at > attempt.confirmedAt + refundDays[attempt.quote.method._tag] * dayMillis) return "RefundWindowClosed"
  if (amount < 1) return "AmountNotPositive"
  return amount > Math.min(refundableIn(context), unreserved(context, attempt)) ? "AmountAboveRefundable" : null
}

/** Centavos that have neither gone back, nor are on their way, nor were taken. */
const refundableIn = (context: OrderContext): number => {
  const captured = capturedIn(context)
  const refunded = Math.min(returnedIn(context), captured)
  const taken = context.cases.reduce((sum, { facts, amount }) => (holdsMoney(facts) ? sum + amount : sum), 0)
  const chargedBack = Math.min(taken, captured - refunded)
  const promised = context.refunds.reduce((sum, { facts, amount }) => {
    const standing = facts.at(-1)
    return standing === "requested" || standing === "processing" ? sum + amount : sum
  }, 0)
  return captured - refunded - chargedBack - Math.min(promised, captured - refunded - chargedBack)
}

const holdsMoney = (facts: ReadonlyArray<CaseFact>): boolean => {
  const standing = facts.at(-1)
  return standing === "taken" || standing === "lost" || (standing === "contested" && facts.includes("taken"))
}

const unreserved = ({ refunds }: OrderContext, { id, captured }: Attempt): number =>
  refunds.reduce(
    (rest, refund) => (refund.attempt === id && refund.facts.at(-1) !== "failed" ? rest - refund.amount : rest),
    captured,
  )
