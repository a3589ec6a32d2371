/**
 * The knowledge about an attempt, a refund or a dispute after one more report: field by field, which of two values
 * counts.
 *
 * `record` and `evolve` both use this. A report that changes no field is known already and is not recorded; any other
 * is recorded and applied. Reports arrive late, twice and in any order, so each choice depends on the values' meaning,
 * never on which came first: it is commutative, associative and idempotent. A report without a field never erases the
 * known value.
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

/** One report of an attempt: the acquirer's, or an operator's verdict. Both weigh the same. */
interface ToldOfAttempt {
  readonly fact: AttemptFact
  readonly report: AttemptReport
  readonly verdict?: Verdict
  readonly at: Instant
}

/** The attempt after one more report. Fields that its method cannot have are ignored. */
export const learnOfAttempt = (known: Attempt, told: ToldOfAttempt): Attempt =>
  known._tag === "credit" ? learnOfCredit(known, told) : learnOfIssued(known, told)

const learnOfCredit = (known: CreditAttempt, told: ToldOfAttempt): CreditAttempt => {
  const { nsu, cardToken } = told.report
  const decline = either(known.decline, told.report.decline, harder)
  return {
    ...learnOfEvery(known, told),
    nsu: either(known.nsu, nsu, lesser),
    /** Both tokens belong to one card, and both charge it. */
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

/** A confirmation without an amount confirms the requested one. */
const paymentAfter = (
  { payment, quote }: Attempt,
  captured: Centavos = quote.charged,
  confirmedAt: Instant,
): Payment => ({
  /** A smaller sum was reported before all of the money had come. */
  captured: largest([payment?.captured ?? zero, captured]),
  /** The first time the payment was recorded, whatever confirmed it again later. */
  confirmedAt: lesser(payment?.confirmedAt ?? confirmedAt, confirmedAt),
})

/** One report of a refund. `amount` is centavos; a negative one counts as zero. */
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
  /** If reports of two attempts share a refund's key, the acquirer made a mistake: the earlier attempt counts. */
  attempt: lesser(known.attempt, attempt),
  /** The larger amount, so that money which may have gone back cannot be refunded again. */
  amount: largest([known.amount, amount]),
  facts: refundFacts.union(known.facts, refundFacts.of(fact)),
  /** Only our own request sets it, and only once. */
  asked: fact === "requested" ? askedAfter(known.asked, way, at) : known.asked,
  reason: either(known.reason, report?.reason, longer),
})

const askedAfter = (known: RefundAsked | null, way: RefundWay | undefined, at: Instant): RefundAsked => ({
  at: lesser(known?.at ?? at, at),
  way: either(known?.way, way, transferRather),
})

/** One report of a dispute. `amount` is centavos; a negative one counts as zero. */
interface ToldOfCase {
  readonly attempt: AttemptId
  readonly amount: Centavos
  readonly fact: CaseFact
}

/** The dispute after one more report. */
export const learnOfCase = ({ key, ...known }: DisputeCase, { attempt, amount, fact }: ToldOfCase): DisputeCase => ({
  key,
  /** The earlier attempt's, as in `learnOfRefund`. */
  attempt: lesser(known.attempt, attempt),
  /** The larger amount, so that money which may be taken back cannot be refunded. */
  amount: largest([known.amount, amount]),
  facts: caseFacts.union(known.facts, caseFacts.of(fact)),
})

/**
 * True if a report added nothing to the knowledge. The time of recording does not count: if one report arrives over two
 * paths, and the second was read a moment earlier, it is still the same report.
 */
export const isSameKnowledge = <Known extends object>(known: Known, after: Known): boolean =>
  Object.entries(after).every(
    ([field, value]) => recordingTimes.has(field) || isSameValue(Reflect.get(known, field), value),
  )

const isSameValue = (known: unknown, after: unknown): boolean =>
  known === after || (Predicate.isObject(known) && Predicate.isObject(after) && isSameKnowledge(known, after))

const recordingTimes: ReadonlySet<string> = new Set<keyof Payment | keyof RefundAsked>(["confirmedAt", "at"])

/** Chooses one of two values. If only one is present, it is chosen; null if there is none. */
const either = <A>(
  known: A | null | undefined,
  told: A | null | undefined,
  choose: (known: A, told: A) => A,
): A | null => {
  if (told === null || told === undefined) return known ?? null
  return known === null || known === undefined ? told : choose(known, told)
}

// If two values weigh the same, the known one is chosen, so that a known value stays the same afterwards.

/**
 * The earlier time, the lower number, or the text that sorts first. Two names of one thing are equally right, so any
 * choice is good if it does not depend on which came first.
 */
const lesser = <A extends number | string>(known: A, told: A): A => (told < known ? told : known)

/** The longer explanation, because it says more. If they are equally long, the one that sorts first. */
const longer = (known: string, told: string): string =>
  told.length > known.length || (told.length === known.length && told < known) ? told : known

/** A hard decline outweighs a soft one: it means that card networks forbid another charge. */
const harder = (known: Decline, told: Decline): Decline => (told === "hard" ? told : known)

/** A confirmation outweighs a refusal. */
const paidRather = (known: Verdict, told: Verdict): Verdict => (told === "paid" ? told : known)

/** An answer of the acquirer stays. */
const closedRather = (known: UnreachedKey, told: UnreachedKey): UnreachedKey => (told === "closed" ? told : known)

/** A transfer outweighs a reversal: a person has to make it. */
const transferRather = (known: RefundWay, told: RefundWay): RefundWay => (told === "transfer" ? told : known)

/**
 * The instrument that ends first was issued first, and a payer may have it already. No report says when an instrument
 * was issued.
 */
const endingFirst = (known: Instrument, told: Instrument): Instrument => {
  const later = instrumentExpiry(told) - instrumentExpiry(known)
  return later < 0 || (later === 0 && instrumentContent(told) < instrumentContent(known)) ? told : known
}
