/** A charge in the simulated acquirer's books, and its answers about it. */
import { hash } from "node:crypto"
import { Instant } from "@vintem/domain/calendar"
import { AttemptKey, CaseKey, OrderNumber, RefundKey } from "@vintem/domain/identifiers"
import { Instrument, instrumentExpiry, PaymentMethod, RefundWay } from "@vintem/domain/method"
import { Centavos, centavos } from "@vintem/domain/money"
import { type AttemptReport, CaseFact } from "@vintem/domain/order"
import type { ChargeAnswer } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { declineOf } from "./simulated-cards.ts"

/** The state of a charge. Only a confirmed one has moved money. */
export const ChargeState = Schema.Literals(["open", "review", "refused", "expired", "voided", "confirmed"])
export type ChargeState = typeof ChargeState.Type

/**
 * The books' entry under a key: a charge, or the note that there shall be none. Each change increases its `version`,
 * which starts at 1.
 */
export const BookEntry = Schema.TaggedUnion({
  Charge: {
    key: AttemptKey,
    version: Schema.Int,
    order: OrderNumber,
    /** Requested centavos; received too, once confirmed. */
    amount: Centavos,
    method: PaymentMethod,
    state: ChargeState,
    /** True if it was held, and then approved and charged. */
    isRiskApproved: Schema.Boolean,
    /** The reason of a refusal. */
    reason: Schema.NullOr(Schema.String),
    /** Null for cards, and for a slip that could not be written. */
    instrument: Schema.NullOr(Instrument),
    /** Null for Pix and slip, and for an unknown token. */
    cardToken: Schema.NullOr(Schema.String),
    tid: Schema.String,
    /** Card networks number their messages; Pix and slips have no such number. */
    nsu: Schema.NullOr(Schema.String),
    /** The time of the request; null if it was not recorded. */
    madeAt: Schema.NullOr(Instant),
    /** The time when the money came; null before that, and if it was not recorded. */
    confirmedAt: Schema.NullOr(Instant),
    /** All settled ones; together with a case that took money they never exceed the charge's amount. */
    refunds: Schema.Array(Schema.Struct({ key: RefundKey, amount: Centavos, way: RefundWay })),
    /** Requested ones that failed for good. */
    failedRefunds: Schema.Array(Schema.Struct({ key: RefundKey, reason: Schema.String })),
    /**
     * The payer's dispute, at most one per charge. `amount` is the part that was not refunded before, zero if
     * everything was.
     */
    dispute: Schema.NullOr(Schema.Struct({ key: CaseKey, amount: Centavos, state: CaseFact })),
  },
  /** Voided before any charge came: a later charge is refused. */
  VoidedKey: { key: AttemptKey, version: Schema.Int },
})
export type BookEntry = typeof BookEntry.Type

export type SimulatedCharge = Extract<BookEntry, { readonly _tag: "Charge" }>

/** The state of a key's charge at an instant, as the acquirer reports it. */
export const answerOf = (entry: BookEntry, now: Instant): ChargeAnswer =>
  entry._tag === "VoidedKey" ? { fact: "voided", report: {} } : { fact: factOf(entry, now), report: reportOf(entry) }

/** The state of a charge at an instant: an instrument that can no longer be paid has expired. */
export const factOf = (charge: SimulatedCharge, now: Instant): ChargeAnswer["fact"] =>
  isPastDue(charge, now) ? "expired" : charge.state

/** Everything that the acquirer reports of a charge besides its state. */
export const reportOf = (charge: SimulatedCharge): AttemptReport => {
  const decline = charge.state === "refused" ? declineOf(charge.reason) : null
  return { ...reportBesideDecline(charge), ...(decline === null ? {} : { decline }) }
}

const reportBesideDecline = (charge: SimulatedCharge): AttemptReport => ({
  tid: charge.tid,
  ...(charge.nsu === null ? {} : { nsu: charge.nsu }),
  ...(charge.instrument === null ? {} : { instrument: charge.instrument }),
  ...(charge.reason === null ? {} : { reason: charge.reason }),
  ...(charge.state === "confirmed" ? { captured: charge.amount } : {}),
  // A refused card cannot be charged again by a token, so it gets none.
  ...(charge.cardToken === null || charge.state === "refused" ? {} : { cardToken: charge.cardToken }),
})

/** Centavos of a charge that were not refunded. */
export const remainderOf = ({ amount, refunds }: SimulatedCharge): Centavos =>
  centavos(refunds.reduce<number>((rest, refund) => rest - refund.amount, amount))

/** Centavos of a charge that the receiver no longer has: refunds, and a dispute's. */
export const returnedOf = (charge: SimulatedCharge): Centavos => {
  const { amount, dispute } = charge
  const isTaken = dispute?.state === "taken" || dispute?.state === "lost"
  return centavos(amount - remainderOf(charge) + (isTaken ? dispute.amount : 0))
}

/** True if no dispute is open. A lost dispute's money is gone, and an open one's is reserved. */
export const isUndisputed = ({ dispute }: SimulatedCharge): boolean => dispute === null || dispute.state === "won"

/** The acquirer's name for a key's charge: 20 characters, like those of Brazilian acquirers. */
export const tidOf = (key: AttemptKey): string => digest("tid", key).slice(0, 20).toUpperCase()

/** Nine digits. Networks restart when they run out, so it identifies a charge within its day only. */
export const nsuOf = (key: AttemptKey): string => digits("nsu", key, 9)

/** The acquirer's name for a refund that the service did not request. */
export const reportedRefundKey = (key: AttemptKey): RefundKey => RefundKey.make(digest("refund", key).slice(0, 32))

/** The acquirer's name for the payer's dispute of a charge. */
export const disputeKey = (key: AttemptKey): CaseKey => CaseKey.make(`case_${digest("case", key).slice(0, 32)}`)

/** A number of digits from a key and a purpose: always equal for that key. */
export const digits = (purpose: string, key: AttemptKey, count: number): string =>
  String(BigInt(`0x${digest(purpose, key)}`) % 10n ** BigInt(count)).padStart(count, "0")

const digest = (purpose: string, key: AttemptKey): string => hash("sha256", `${purpose} ${key}`)

/** An instrument that can no longer be paid has expired, whether or not the books say so. */
const isPastDue = ({ state, instrument }: SimulatedCharge, now: Instant): boolean =>
  state === "open" && instrument !== null && now >= instrumentExpiry(instrument)
