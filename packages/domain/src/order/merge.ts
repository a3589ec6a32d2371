/**
 * What two reports about one attempt, refund or case become together: one rule for each field.
 *
 * `record` and `evolve` both ask this table. A report that changes no field is known already and is not recorded; any other is recorded
 * and applied. Reports arrive late, twice and in any order, so each rule picks one of two values by what they mean, never by which
 * came first: every rule is commutative, associative and idempotent. Silence of a report about a field never erases what is known.
 *
 * @see docs/decisions/orders.md#0201
 */
import * as Combiner from "effect/Combiner"
import * as Ordering from "effect/Order"
import * as Predicate from "effect/Predicate"
import * as Struct from "effect/Struct"
import * as UndefinedOr from "effect/UndefinedOr"
import type { Instant } from "../calendar/instant.ts"
import type { AttemptId } from "../identifiers/order.ts"
import { type Instrument, instrumentExpiry } from "../method/instrument.ts"
import type { RefundWay } from "../method/refund-way.ts"
import { type Centavos, zero } from "../money/centavos.ts"
import {
  type Attempt,
  type AttemptKnowledge,
  type AttemptReport,
  type BankSlipAttempt,
  type CreditAttempt,
  type Decline,
  knownOf,
  type Learned,
  type Payment,
  type PixAttempt,
  type UnreachedKey,
  type Verdict,
} from "./attempt.ts"
import { type AttemptFact, attemptFacts, type CaseFact, caseFacts, type RefundFact, refundFacts } from "./facts.ts"
import type { DisputeCase, Refund, RefundAsked, RefundReport } from "./order.ts"

// Of two values that weigh the same each rule keeps the known one, so that what is known already is the same value afterwards.

const least = <A>(order: Ordering.Order<A>): Combiner.Combiner<A> => Combiner.flip(Combiner.min(order))
const greatest = <A>(order: Ordering.Order<A>): Combiner.Combiner<A> => Combiner.flip(Combiner.max(order))

/** @param lightestFirst - every value there is */
const heaviest = <A>(lightestFirst: ReadonlyArray<A>): Combiner.Combiner<A> =>
  greatest(Ordering.mapInput(Ordering.Number, (one: A) => lightestFirst.indexOf(one)))

/** A rule for a field that is null if nothing was told: silence gives way to any value. */
const orNull = <A>(rule: Combiner.Combiner<A>): Combiner.Combiner<A | null> =>
  Combiner.make((known, told) => {
    if (told === null) return known
    return known === null ? told : rule.combine(known, told)
  })
/** The rule for a field that is absent if nothing was reported. */
const orAbsent = <A>(rule: Combiner.Combiner<A>): Combiner.Combiner<A | undefined> => UndefinedOr.makeReducer(rule)

const earliest = least<Instant>(Ordering.Number)
/** The larger of two amounts. */
const larger = greatest<Centavos>(Ordering.Number)
const lowest = least<AttemptId>(Ordering.Number)

/** Two names of one thing are equally right, so any choice will do that does not depend on which came first. */
const sortedFirst = least<string>(Ordering.String)

/** The longer of two explanations says more; of two of one length the one that sorts first. */
const longer: Combiner.Combiner<string> = greatest(
  Ordering.combine(
    Ordering.mapInput(Ordering.Number, (text: string) => text.length),
    Ordering.flip(Ordering.String),
  ),
)

/** The whole of an instrument as text: only equal instruments have equal texts. */
const contentOf = (instrument: Instrument): string => {
  switch (instrument._tag) {
    case "pix":
      return `${instrument.expiresAt} ${instrument.code}`
    case "bank_slip":
      return `${instrument.dueDate} ${instrument.line} ${instrument.barcode}`
  }
}

/** The one that ends first was issued first, and a payer may hold it already. No report says when an instrument was issued. */
const endingFirst = <One extends Instrument>(): Combiner.Combiner<One> =>
  least<One>(
    Ordering.combine(
      Ordering.mapInput(Ordering.Number, instrumentExpiry),
      Ordering.mapInput(Ordering.String, contentOf),
    ),
  )

/** The fields of a refund that reports change. */
type RefundLearned = Omit<Refund, "key">

/** The fields of a case that reports change. */
type CaseLearned = Omit<DisputeCase, "key">

/** A rule for every field, the optional ones too. */
type RulesOf<Learned> = { readonly [Field in keyof Required<Learned>]: Combiner.Combiner<Learned[Field]> }

/** The merge table: what two reports become, field by field. */
interface MergeRules {
  readonly credit: RulesOf<Learned<CreditAttempt>>
  readonly pix: RulesOf<Learned<PixAttempt>>
  readonly bank_slip: RulesOf<Learned<BankSlipAttempt>>
  readonly refund: RulesOf<RefundLearned>
  readonly case: RulesOf<CaseLearned>
}

/** The rule for a payment, of rules for its parts. */
const paymentBy = (rules: RulesOf<Payment>): Combiner.Combiner<Payment | null> =>
  orNull(Struct.makeCombiner<Payment>(rules))

/** The rule for our own request for a refund, of rules for its parts. */
const askedBy = (rules: RulesOf<RefundAsked>): Combiner.Combiner<RefundAsked | null> =>
  orNull(Struct.makeCombiner<RefundAsked>(rules))

const ofEveryAttempt = {
  facts: Combiner.make(attemptFacts.union),
  payment: paymentBy({
    /** The largest: a smaller sum was reported before all of the money had come. */
    captured: larger,
    /** When the payment was first recorded, whatever else confirmed it later. */
    confirmedAt: earliest,
  }),
  tid: orNull(sortedFirst),
  reason: orNull(longer),
  /** As a confirmation outweighs a refusal. */
  verdict: orAbsent(heaviest<Verdict>(["unpaid", "paid"])),
  /** What the acquirer has answered for stays answered. */
  unreached: orAbsent(heaviest<UnreachedKey>(["open", "closed"])),
}

/** What two reports become, field by field; of an attempt, by its method. */
const mergeRules: MergeRules = {
  credit: {
    ...ofEveryAttempt,
    nsu: orNull(sortedFirst),
    /** A hard decline outweighs a soft one: card networks forbid another charge once they have said so. */
    decline: orAbsent(heaviest<Decline>(["soft", "hard"])),
    /** Both tokens are of one card; either charges it. */
    cardToken: orNull(sortedFirst),
  },
  pix: { ...ofEveryAttempt, instrument: orNull(endingFirst()) },
  bank_slip: { ...ofEveryAttempt, instrument: orNull(endingFirst()) },
  refund: {
    /** A key that two attempts' reports name is the acquirer's mistake: the earlier attempt's. */
    attempt: lowest,
    /** The largest: money that may have gone back is not offered for another refund. */
    amount: larger,
    facts: Combiner.make(refundFacts.union),
    /** Told by our own request alone, and only once. A transfer outweighs, as a person has to make it. */
    asked: askedBy({ at: earliest, way: orNull(heaviest<RefundWay>(["reversal", "transfer"])) }),
    reason: orNull(longer),
  },
  case: {
    /** As with a refund. */
    attempt: lowest,
    /** The largest: money that may be taken back is not offered for a refund. */
    amount: larger,
    facts: Combiner.make(caseFacts.union),
  },
}

/** One report of an attempt, the acquirer's or, as a verdict, an operator's. */
interface ToldOfAttempt {
  readonly fact: AttemptFact
  readonly report: AttemptReport
  readonly verdict?: Verdict
  readonly at: Instant
}

/** One report of a refund. `amount` is centavos; one below zero counts as zero. */
interface ToldOfRefund {
  readonly attempt: AttemptId
  readonly amount: Centavos
  readonly fact: RefundFact
  readonly way?: RefundWay
  readonly report?: RefundReport
  readonly at: Instant
}

/** One report of a case. `amount` is centavos; one below zero counts as zero. */
interface ToldOfCase {
  readonly attempt: AttemptId
  readonly amount: Centavos
  readonly fact: CaseFact
}

/** What is known after one more report. */
interface Merge {
  readonly attempt: (known: Attempt, told: ToldOfAttempt) => Attempt
  readonly refund: (known: Refund, told: ToldOfRefund) => Refund
  readonly case: (known: DisputeCase, told: ToldOfCase) => DisputeCase
}

/**
 * Whether a report added nothing to what was known. When this service recorded something is no part of what it was told: the same
 * report over two paths, the second read a moment before the first, is one report.
 */
export const isSameKnowledge = <Known extends object>(known: Known, after: Known): boolean =>
  Object.entries(after).every(
    ([field, value]) => recordingTimes.has(field) || isSameValue(Reflect.get(known, field), value),
  )

/** A rule gives back the known value if nothing is new, unless it merges the parts of a value. */
const isSameValue = (known: unknown, after: unknown): boolean =>
  known === after || (Predicate.isObject(known) && Predicate.isObject(after) && isSameKnowledge(known, after))

const recordingTimes: ReadonlySet<string> = new Set<keyof Payment | keyof RefundAsked>(["confirmedAt", "at"])

const withoutAbsent = { omitKeyWhen: (value: unknown) => value === undefined }

/** A verdict weighs what the acquirer's own word would: one that comes later can still outweigh it. */
const knowledgeIn = ({ quote }: Attempt, { fact, report, verdict, at }: ToldOfAttempt): AttemptKnowledge => {
  const { captured = quote.charged, decline, unreached } = report
  return {
    facts: attemptFacts.of(fact),
    // A confirmation that names no amount confirms what was asked for.
    payment: fact === "confirmed" ? { captured: larger.combine(zero, captured), confirmedAt: at } : null,
    instrument: report.instrument ?? null,
    tid: report.tid ?? null,
    nsu: report.nsu ?? null,
    reason: report.reason ?? null,
    ...(decline === undefined ? {} : { decline }),
    cardToken: report.cardToken ?? null,
    ...(verdict === undefined ? {} : { verdict }),
    ...(unreached === undefined ? {} : { unreached }),
  }
}

const learnedOfRefund = ({ attempt, amount, fact, way, report, at }: ToldOfRefund): RefundLearned => ({
  attempt,
  amount: larger.combine(zero, amount),
  facts: refundFacts.of(fact),
  asked: fact === "requested" ? { at, way: way ?? null } : null,
  reason: report?.reason ?? null,
})

const credits = Struct.makeCombiner<Learned<CreditAttempt>>(mergeRules.credit, withoutAbsent)
const pixes = Struct.makeCombiner<Learned<PixAttempt>>(mergeRules.pix, withoutAbsent)
const slips = Struct.makeCombiner<Learned<BankSlipAttempt>>(mergeRules.bank_slip, withoutAbsent)
const refunds = Struct.makeCombiner<RefundLearned>(mergeRules.refund)
const cases = Struct.makeCombiner<CaseLearned>(mergeRules.case)

/** Merges by the table. */
export const merge: Merge = {
  attempt: (known, report) => {
    const told = knowledgeIn(known, report)
    switch (known._tag) {
      case "credit":
        return { ...known, ...credits.combine(known, knownOf.credit(told)) }
      case "pix":
        return { ...known, ...pixes.combine(known, knownOf.pix(told)) }
      case "bank_slip":
        return { ...known, ...slips.combine(known, knownOf.bank_slip(told)) }
    }
  },
  refund: (known, told) => ({ ...known, ...refunds.combine(known, learnedOfRefund(told)) }),
  case: (known, { attempt, amount, fact }) => ({
    ...known,
    ...cases.combine(known, { attempt, amount: larger.combine(zero, amount), facts: caseFacts.of(fact) }),
  }),
}
