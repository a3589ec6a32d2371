/**
 * What is known of an attempt, a refund or a case after one more report: field by field, which of two values counts.
 *
 * `record` and `evolve` both ask this. A report that changes no field is known already and is not recorded; any other is recorded
 * and applied. Reports arrive late, twice and in any order, so each choice is made by what the values mean, never by which came first: it
 * is commutative, associative and idempotent. Silence of a report about a field never erases what is known.
 *
 * @see docs/decisions/orders.md#0201
 */
import * as Predicate from "effect/Predicate"
import type { Instant } from "../calendar/instant.ts"
import type { AttemptId } from "../identifiers/order.ts"
import { type Instrument, instrumentContent, instrumentExpiry } from "../method/instrument.ts"
import type { RefundWay } from "../method/refund-way.ts"
import { type Centavos, zero } from "../money/centavos.ts"
import { largest } from "../money/total.ts"
import {
  type Attempt,
  type AttemptReport,
  type CreditAttempt,
  type Decline,
  type IssuedAttempt,
  instrumentBy,
  type Payment,
  type UnreachedKey,
  type Verdict,
} from "./attempt.ts"
import { type AttemptFact, attemptFacts, type CaseFact, caseFacts, type RefundFact, refundFacts } from "./facts.ts"
import type { DisputeCase, Refund, RefundAsked, RefundReport } from "./order.ts"

/** One report of an attempt, the acquirer's or, as a verdict, an operator's: either weighs the same. */
interface ToldOfAttempt {
  readonly fact: AttemptFact
  readonly report: AttemptReport
  readonly verdict?: Verdict
  readonly at: Instant
}

/** The attempt after one more report. A field that its method cannot have is not taken from the report. */
export const learnOfAttempt = (known: Attempt, told: ToldOfAttempt): Attempt =>
  known._tag === "credit" ? learnOfCredit(known, told) : learnOfIssued(known, told)

const learnOfCredit = (known: CreditAttempt, told: ToldOfAttempt): CreditAttempt => {
  const { nsu, cardToken } = told.report
  const decline = either(known.decline, told.report.decline, harder)
  return {
    ...learnOfEvery(known, told),
    nsu: either(known.nsu, nsu, lesser),
    /** Both tokens are of one card; either charges it. */
    cardToken: either(known.cardToken, cardToken, lesser),
    ...(decline === null ? {} : { decline }),
  }
}

const learnOfIssued = (known: IssuedAttempt, told: ToldOfAttempt): IssuedAttempt => ({
  ...learnOfEvery(known, told),
  instrument: either(known.instrument, instrumentBy(known._tag, told.report.instrument), endingFirst),
})

const learnOfEvery = <Any extends Attempt>(known: Any, { fact, report, verdict, at }: ToldOfAttempt): Any => {
  const judged = either(known.verdict, verdict, paidRather)
  const unreached = either(known.unreached, report.unreached, closedRather)
  return {
    ...known,
    facts: attemptFacts.union(known.facts, attemptFacts.of(fact)),
    payment: fact === "confirmed" ? paymentAfter(known, report.captured, at) : known.payment,
    tid: either(known.tid, report.tid, lesser),
    reason: either(known.reason, report.reason, longer),
    ...(judged === null ? {} : { verdict: judged }),
    ...(unreached === null ? {} : { unreached }),
  }
}

/** A confirmation that names no amount confirms what was asked for. */
const paymentAfter = (
  { payment, quote }: Attempt,
  captured: Centavos = quote.charged,
  confirmedAt: Instant,
): Payment => ({
  /** A smaller sum was reported before all of the money had come. */
  captured: largest([payment?.captured ?? zero, captured]),
  /** When the payment was first recorded, whatever else confirmed it later. */
  confirmedAt: lesser(payment?.confirmedAt ?? confirmedAt, confirmedAt),
})

/** One report of a refund. `amount` is centavos; one below zero counts as zero. */
interface ToldOfRefund {
  readonly attempt: AttemptId
  readonly amount: Centavos
  readonly fact: RefundFact
  readonly way?: RefundWay
  readonly report?: RefundReport
  readonly at: Instant
}

/** The refund after one more report. */
export const learnOfRefund = (
  { key, ...known }: Refund,
  { attempt, amount, fact, way, report, at }: ToldOfRefund,
): Refund => ({
  key,
  /** A key that two attempts' reports name is the acquirer's mistake: the earlier attempt's. */
  attempt: lesser(known.attempt, attempt),
  /** Money that may have gone back is not offered for another refund. */
  amount: largest([known.amount, amount]),
  facts: refundFacts.union(known.facts, refundFacts.of(fact)),
  /** Told by our own request alone, and only once. */
  asked: fact === "requested" ? askedAfter(known.asked, way, at) : known.asked,
  reason: either(known.reason, report?.reason, longer),
})

const askedAfter = (known: RefundAsked | null, way: RefundWay | undefined, at: Instant): RefundAsked => ({
  at: lesser(known?.at ?? at, at),
  way: either(known?.way, way, transferRather),
})

/** One report of a case. `amount` is centavos; one below zero counts as zero. */
interface ToldOfCase {
  readonly attempt: AttemptId
  readonly amount: Centavos
  readonly fact: CaseFact
}

/** The case after one more report. */
export const learnOfCase = ({ key, ...known }: DisputeCase, { attempt, amount, fact }: ToldOfCase): DisputeCase => ({
  key,
  /** The earlier attempt's, as in `learnOfRefund`. */
  attempt: lesser(known.attempt, attempt),
  /** Money that may be taken back is not offered for a refund. */
  amount: largest([known.amount, amount]),
  facts: caseFacts.union(known.facts, caseFacts.of(fact)),
})

/**
 * Whether a report added nothing to what was known. When this service recorded something is no part of what it was told: the same
 * report over two paths, the second read a moment before the first, is one report.
 */
export const isSameKnowledge = <Known extends object>(known: Known, after: Known): boolean =>
  Object.entries(after).every(
    ([field, value]) => recordingTimes.has(field) || isSameValue(Reflect.get(known, field), value),
  )

const isSameValue = (known: unknown, after: unknown): boolean =>
  known === after || (Predicate.isObject(known) && Predicate.isObject(after) && isSameKnowledge(known, after))

const recordingTimes: ReadonlySet<string> = new Set<keyof Payment | keyof RefundAsked>(["confirmedAt", "at"])

/** Chooses one of two values; silence gives way to any value. Null if neither was told. */
const either = <A>(
  known: A | null | undefined,
  told: A | null | undefined,
  choose: (known: A, told: A) => A,
): A | null => {
  if (told === null || told === undefined) return known ?? null
  return known === null || known === undefined ? told : choose(known, told)
}

// If two values weigh the same, the known one is chosen, so that what is known already is the same value afterwards.

/**
 * The earlier of two times, the lower of two numbers, of two texts the one that sorts first. Two names of one thing are equally right, so any
 * choice will do that does not depend on which came first.
 */
const lesser = <A extends number | string>(known: A, told: A): A => (told < known ? told : known)

/** The longer of two explanations says more; of two of one length the one that sorts first. */
const longer = (known: string, told: string): string =>
  told.length > known.length || (told.length === known.length && told < known) ? told : known

/** A hard decline outweighs a soft one: card networks forbid another charge once they have said so. */
const harder = (known: Decline, told: Decline): Decline => (told === "hard" ? told : known)

/** A confirmation outweighs a refusal. */
const paidRather = (known: Verdict, told: Verdict): Verdict => (told === "paid" ? told : known)

/** What the acquirer has answered for stays answered. */
const closedRather = (known: UnreachedKey, told: UnreachedKey): UnreachedKey => (told === "closed" ? told : known)

/** A person has to make a transfer. */
const transferRather = (known: RefundWay, told: RefundWay): RefundWay => (told === "transfer" ? told : known)

/** The one that ends first was issued first, and a payer may hold it already. No report says when an instrument was issued. */
const endingFirst = (known: Instrument, told: Instrument): Instrument => {
  const later = instrumentExpiry(told) - instrumentExpiry(known)
  return later < 0 || (later === 0 && instrumentContent(told) < instrumentContent(known)) ? told : known
}
