/**
 * The stored progress of an order: a row for each attempt, with every field that an attempt by any method can have.
 *
 * A row that this service cannot have written is refused when it is read, with the reason.
 *
 * @see docs/decisions/orders.md#0225
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { Quote } from "../fees/quote.ts"
import { AttemptId, AttemptKey, CaseKey, RefundKey } from "../identifiers/order.ts"
import { Instrument } from "../method/instrument.ts"
import { RefundWay } from "../method/refund-way.ts"
import { Centavos, zero } from "../money/centavos.ts"
import {
  type Attempt,
  attemptOf,
  type Charge,
  ChargedCard,
  Decline,
  instrumentOf,
  isCharge,
  UnreachedKey,
  Verdict,
} from "./attempt.ts"
import { AttemptFact, attemptFacts, CaseFact, caseFacts, RefundFact, refundFacts } from "./facts.ts"
import type { DisputeCase, OrderProgress, Refund } from "./order.ts"

const fields = {
  id: AttemptId,
  key: AttemptKey,
  quote: Quote,
  card: Schema.NullOr(ChargedCard),
  startedAt: Instant,
  /** In any order, like those of refunds and disputes: they are read as a set. */
  facts: Schema.Array(AttemptFact),
  /** Centavos received: zero until confirmed. */
  captured: Centavos,
  confirmedAt: Schema.NullOr(Instant),
  instrument: Schema.NullOr(Instrument),
  tid: Schema.NullOr(Schema.String),
  nsu: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  decline: Schema.optionalKey(Decline),
  cardToken: Schema.NullOr(Schema.String),
  verdict: Schema.optionalKey(Verdict),
  unreached: Schema.optionalKey(UnreachedKey),
}

/** An attempt as it is stored. Its checks refuse rows that this service cannot have written. */
export const StoredAttempt = Schema.Struct(fields).check(
  Schema.makeFilter(isCharge, { expected: "an attempt that names a card if, and only if, it is by credit" }),
  Schema.makeFilter(
    ({ facts, captured, confirmedAt }) =>
      facts.includes("confirmed") ? confirmedAt !== null && captured >= 0 : confirmedAt === null && captured === 0,
    { expected: "an attempt with a time of capture if, and only if, it is confirmed" },
  ),
  Schema.makeFilter(
    ({ quote, instrument, nsu, cardToken, decline }) =>
      quote.method._tag === "credit"
        ? instrument === null
        : (instrument === null || instrument._tag === quote.method._tag) &&
          nsu === null &&
          cardToken === null &&
          decline === undefined,
    { expected: "an attempt with no field of another method" },
  ),
)
/** An attempt as it is stored. */
export type StoredAttempt = typeof StoredAttempt.Type

/** A refund as it is stored. */
export const StoredRefund = Schema.Struct({
  key: RefundKey,
  attempt: AttemptId,
  amount: Centavos,
  facts: Schema.Array(RefundFact),
  /** Missing, like `way`, if the acquirer made the refund by itself. */
  requestedAt: Schema.optionalKey(Instant),
  way: Schema.optionalKey(RefundWay),
  reason: Schema.optionalKey(Schema.String),
}).check(
  Schema.makeFilter(({ requestedAt, way }) => way === undefined || requestedAt !== undefined, {
    expected: "a refund with a time of request if it says how it goes back",
  }),
)
/** A refund as it is stored. */
export type StoredRefund = typeof StoredRefund.Type

/** A dispute as it is stored. `amount` is centavos. */
export const StoredCase = Schema.Struct({
  key: CaseKey,
  attempt: AttemptId,
  amount: Centavos,
  facts: Schema.Array(CaseFact),
})

/** A dispute as it is stored. `amount` is centavos. */
export type StoredCase = typeof StoredCase.Type

/** The stored progress of an order. */
export const StoredProgress = Schema.Struct({
  attempts: Schema.Array(StoredAttempt),
  refunds: Schema.Array(StoredRefund),
  cases: Schema.Array(StoredCase),
  canceledAt: Schema.NullOr(Instant),
  completedAt: Schema.NullOr(Instant),
  abandonedAt: Schema.NullOr(Instant),
  duplicateAt: Schema.optionalKey(Instant),
  wasRefunded: Schema.Boolean,
  updatedAt: Instant,
})
/** The stored progress of an order. */
export type StoredProgress = typeof StoredProgress.Type

/**
 * The machine's progress, from the stored one. Null if the checks were skipped and an attempt has a card that they
 * would have refused.
 */
export const progressFromStored = (stored: StoredProgress): OrderProgress | null => {
  const attempts: Array<Attempt> = []
  for (const row of stored.attempts) {
    if (!isCharge(row)) return null
    attempts.push(attemptFromStored(row))
  }
  return { ...stored, attempts, refunds: stored.refunds.map(refundFromStored), cases: stored.cases.map(caseFromStored) }
}

/** The stored progress, from the machine's. Other fields of `progress` are left out. */
export const storedFromProgress = (progress: OrderProgress): StoredProgress => {
  const { canceledAt, completedAt, abandonedAt, duplicateAt, wasRefunded, updatedAt } = progress
  return {
    attempts: progress.attempts.map(storedFromAttempt),
    refunds: progress.refunds.map(storedFromRefund),
    cases: progress.cases,
    canceledAt,
    completedAt,
    abandonedAt,
    ...(duplicateAt === undefined ? {} : { duplicateAt }),
    wasRefunded,
    updatedAt,
  }
}

const attemptFromStored = (row: StoredAttempt & Charge): Attempt => {
  const { captured, confirmedAt, instrument, tid, nsu, reason, cardToken } = row
  const facts = attemptFacts.of(...row.facts)
  const payment = confirmedAt === null ? null : { captured, confirmedAt }
  const known = { facts, payment, instrument, tid, nsu, reason, cardToken }
  const { verdict, decline, unreached } = row
  const judged = verdict === undefined ? known : { ...known, verdict }
  const reached = unreached === undefined ? judged : { ...judged, unreached }
  return attemptOf(row, row, decline === undefined ? reached : { ...reached, decline })
}

const storedFromAttempt = (attempt: Attempt): StoredAttempt => {
  const { id, key, quote, startedAt, facts, payment, tid, reason, verdict, unreached } = attempt
  const credit = attempt._tag === "credit" ? attempt : null
  const decline = credit?.decline
  const row = {
    id,
    key,
    quote,
    card: credit?.card ?? null,
    startedAt,
    facts,
    captured: payment?.captured ?? zero,
    confirmedAt: payment?.confirmedAt ?? null,
    instrument: instrumentOf(attempt),
    tid,
    nsu: credit?.nsu ?? null,
    reason,
    cardToken: credit?.cardToken ?? null,
  }
  const declined = decline === undefined ? row : { ...row, decline }
  const judged = verdict === undefined ? declined : { ...declined, verdict }
  return unreached === undefined ? judged : { ...judged, unreached }
}

const caseFromStored = ({ facts, ...one }: StoredCase): DisputeCase => ({ ...one, facts: caseFacts.of(...facts) })

const refundFromStored = ({ facts, requestedAt, way, reason, ...refund }: StoredRefund): Refund => ({
  ...refund,
  facts: refundFacts.of(...facts),
  asked: requestedAt === undefined ? null : { at: requestedAt, way: way ?? null },
  reason: reason ?? null,
})

const storedFromRefund = ({ asked, reason, ...refund }: Refund): StoredRefund => ({
  ...refund,
  ...(asked === null ? {} : { requestedAt: asked.at }),
  ...(asked === null || asked.way === null ? {} : { way: asked.way }),
  ...(reason === null ? {} : { reason }),
})
