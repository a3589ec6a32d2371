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
import * as Struct from "effect/Struct"
import * as UndefinedOr from "effect/UndefinedOr"
import type { Instant } from "../calendar/instant.ts"
import { type Instrument, instrumentExpiry } from "../method/instrument.ts"
import type { RefundWay } from "../method/refund-way.ts"
import { type Centavos, zero } from "../money/centavos.ts"
import { type AttemptFact, attemptFacts, type CaseFact, caseFacts, type RefundFact, refundFacts } from "./facts.ts"
import type { Attempt, AttemptReport, Decline, DisputeCase, Refund, RefundReport, Verdict } from "./order.ts"

// Of two values that weigh the same each rule keeps the known one, so that what is known already is the same value afterwards.

const least = <A>(order: Ordering.Order<A>): Combiner.Combiner<A> => Combiner.flip(Combiner.min(order))
const greatest = <A>(order: Ordering.Order<A>): Combiner.Combiner<A> => Combiner.flip(Combiner.max(order))

/** @param lightestFirst - every value there is */
const heaviest = <A>(lightestFirst: ReadonlyArray<A>): Combiner.Combiner<A> =>
  greatest(Ordering.mapInput(Ordering.Number, (one: A) => lightestFirst.indexOf(one)))

/** A rule for a field that is null where nothing was told: silence gives way to any value. */
export const orNull = <A>(rule: Combiner.Combiner<A>): Combiner.Combiner<A | null> =>
  Combiner.make((known, told) => {
    if (told === null) return known
    return known === null ? told : rule.combine(known, told)
  })
/** The same for a field that is absent where nothing was told. */
export const orAbsent = <A>(rule: Combiner.Combiner<A>): Combiner.Combiner<A | undefined> =>
  UndefinedOr.makeReducer(rule)

const earliest = least<Instant>(Ordering.Number)
const larger = greatest<Centavos>(Ordering.Number)
const lowest = least<number>(Ordering.Number)

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
const endingFirst: Combiner.Combiner<Instrument> = least(
  Ordering.combine(Ordering.mapInput(Ordering.Number, instrumentExpiry), Ordering.mapInput(Ordering.String, contentOf)),
)

/** The fields of an attempt that reports change. */
type AttemptLearned = Omit<Attempt, "id" | "key" | "quote" | "card" | "startedAt">

/** The fields of a refund that reports change. */
type RefundLearned = Omit<Refund, "key">

/** The fields of a case that reports change. */
type CaseLearned = Omit<DisputeCase, "key">

/** A rule for every field, the optional ones too. */
type RulesOf<Learned> = { readonly [Field in keyof Required<Learned>]: Combiner.Combiner<Learned[Field]> }

/** The merge table: what two reports become, field by field. */
export interface MergeRules {
  readonly attempt: RulesOf<AttemptLearned>
  readonly refund: RulesOf<RefundLearned>
  readonly case: RulesOf<CaseLearned>
}

export const mergeRules: MergeRules = {
  attempt: {
    facts: Combiner.make(attemptFacts.union),
    /** The largest: a smaller sum was reported before all of the money had come. */
    captured: larger,
    /** When the payment was first recorded, whatever else confirmed it later. */
    confirmedAt: orNull(earliest),
    instrument: orNull(endingFirst),
    tid: orNull(sortedFirst),
    nsu: orNull(sortedFirst),
    reason: orNull(longer),
    /** A hard decline outweighs a soft one: card networks forbid another charge once they have said so. */
    decline: orAbsent(heaviest<Decline>(["soft", "hard"])),
    /** Both tokens are of one card; either charges it. */
    cardToken: orNull(sortedFirst),
    /** As a confirmation outweighs a refusal. */
    verdict: orAbsent(heaviest<Verdict>(["unpaid", "paid"])),
  },
  refund: {
    /** A key that two attempts' reports name is the acquirer's mistake: the earlier attempt's. */
    attempt: lowest,
    /** The largest: money that may have gone back is not offered for another refund. */
    amount: larger,
    facts: Combiner.make(refundFacts.union),
    requestedAt: orAbsent(earliest),
    /** Told by our own request alone, and only once. A transfer outweighs, as a person has to make it. */
    way: orAbsent(heaviest<RefundWay>(["reversal", "transfer"])),
    reason: orAbsent(longer),
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

/** One report of a refund. `amount` is centavos. */
interface ToldOfRefund {
  readonly attempt: number
  readonly amount: Centavos
  readonly fact: RefundFact
  readonly way?: RefundWay
  readonly report?: RefundReport
  readonly at: Instant
}

/** One report of a case. `amount` is centavos. */
interface ToldOfCase {
  readonly attempt: number
  readonly amount: Centavos
  readonly fact: CaseFact
}

/** What is known after one more report. */
export interface Merge {
  readonly attempt: (known: Attempt, told: ToldOfAttempt) => Attempt
  readonly refund: (known: Refund, told: ToldOfRefund) => Refund
  readonly case: (known: DisputeCase, told: ToldOfCase) => DisputeCase
}

/** Merges by a table. */
export const mergeBy = (rules: MergeRules): Merge => {
  const attempts = Struct.makeCombiner<AttemptLearned>(rules.attempt, withoutAbsent)
  const refunds = Struct.makeCombiner<RefundLearned>(rules.refund, withoutAbsent)
  const cases = Struct.makeCombiner(rules.case)
  return {
    attempt: (known, told) => ({ ...known, ...attempts.combine(known, learnedOfAttempt(known, told)) }),
    refund: (known, told) => ({ ...known, ...refunds.combine(known, learnedOfRefund(told)) }),
    case: (known, { attempt, amount, fact }) => ({
      ...known,
      ...cases.combine(known, { attempt, amount, facts: caseFacts.of(fact) }),
    }),
  }
}

/**
 * Whether a report added nothing to what was known. When this service recorded something is no part of what it was told: the same
 * report over two paths, the second read a moment before the first, is one report.
 */
export const isSameKnowledge = <Known extends object>(known: Known, after: Known): boolean =>
  Object.entries(after).every(([field, value]) => recordingTimes.has(field) || value === Reflect.get(known, field))

const recordingTimes: ReadonlySet<string> = new Set<keyof AttemptLearned | keyof RefundLearned>([
  "confirmedAt",
  "requestedAt",
])

const withoutAbsent = { omitKeyWhen: (value: unknown) => value === undefined }

/** A verdict weighs what the acquirer's own word would: one that comes later can still outweigh it. */
const learnedOfAttempt = ({ quote }: Attempt, { fact, report, verdict, at }: ToldOfAttempt): AttemptLearned => {
  const isConfirmation = fact === "confirmed"
  const { decline } = report
  return {
    facts: attemptFacts.of(fact),
    // A confirmation that names no amount confirms what was asked for.
    captured: isConfirmation ? (report.captured ?? quote.charged) : zero,
    confirmedAt: isConfirmation ? at : null,
    instrument: report.instrument ?? null,
    tid: report.tid ?? null,
    nsu: report.nsu ?? null,
    reason: report.reason ?? null,
    ...(decline === undefined ? {} : { decline }),
    cardToken: report.cardToken ?? null,
    ...(verdict === undefined ? {} : { verdict }),
  }
}

const learnedOfRefund = ({ attempt, amount, fact, way, report, at }: ToldOfRefund): RefundLearned => ({
  attempt,
  amount,
  facts: refundFacts.of(fact),
  ...(fact === "requested" ? { requestedAt: at } : {}),
  ...(way === undefined ? {} : { way }),
  ...report,
})

/** Merges by the table. */
export const merge: Merge = mergeBy(mergeRules)
