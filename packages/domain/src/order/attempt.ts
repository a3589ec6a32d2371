/**
 * An attempt: one request for an order's money. Its fields depend on how the payer pays.
 *
 * A card network numbers a card's charge and may decline it. A Pix or a bank slip is issued and has neither number nor
 * decline. So an attempt is one of two types, and each has only the fields of its method.
 *
 * @see docs/decisions/orders.md#0225
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { CardBrand } from "../card/brand.ts"
import { shownDigits } from "../card/card-details.ts"
import type { Quote, QuoteOf } from "../fees/quote.ts"
import type { AttemptId, AttemptKey } from "../identifiers/order.ts"
import { SavedCardToken } from "../identifiers/saved-card.ts"
import { Instrument } from "../method/instrument.ts"
import { InstrumentFault } from "../method/instrument-fault.ts"
import type { IssuedMethod, PaymentMethod } from "../method/payment-method.ts"
import { Centavos, zero } from "../money/centavos.ts"
import type { FactSet } from "./fact-set.ts"
import type { AttemptFact } from "./facts.ts"

/** The part of a charged card that may be shown and stored. */
export const ChargedCard = Schema.Struct({
  /** The card can be charged again by this token after this attempt is confirmed. */
  token: SavedCardToken,
  brand: CardBrand,
  ...shownDigits,
})
export type ChargedCard = typeof ChargedCard.Type

/**
 * The kind of a card's refusal. `soft`: the card may be charged again another day. `hard`: it will never work, and card
 * networks forbid another try.
 */
export const Decline = Schema.Literals(["soft", "hard"])
export type Decline = typeof Decline.Type

/**
 * The state of a charge that surely never left this service. `open`: the acquirer cannot know it. `closed`: it was sent
 * after all, or the acquirer has answered for its key.
 */
export const UnreachedKey = Schema.Literals(["open", "closed"])
export type UnreachedKey = typeof UnreachedKey.Type

/**
 * The acquirer's details about an attempt, besides the fact itself. A missing field means that the acquirer did not
 * say.
 *
 * The log keeps a report as received. A field that the attempt's method cannot have is not merged into the attempt.
 */
export const AttemptReport = Schema.Struct({
  /** Centavos received. Sent with `confirmed`. */
  captured: Schema.optionalKey(Centavos),
  /** The Pix or bank slip, after it is issued. */
  instrument: Schema.optionalKey(Instrument),
  /** The acquirer's id of the charge. */
  tid: Schema.optionalKey(Schema.String),
  /** The card network's sequential number (número sequencial único). */
  nsu: Schema.optionalKey(Schema.String),
  /** Why it was refused, in the acquirer's words. */
  reason: Schema.optionalKey(Schema.String),
  /** Sent with a card's refusal. If it is missing, the refusal counts as soft. */
  decline: Schema.optionalKey(Decline),
  /** The acquirer's token for the card. Our own token replaces it. */
  cardToken: Schema.optionalKey(Schema.String),
  /**
   * The instrument's fault, if this service rejected the one that the acquirer sent. Acquirers never send this field.
   */
  wrongInstrument: Schema.optionalKey(InstrumentFault),
  /** Set by this service only, if a charge surely never left it. */
  unreached: Schema.optionalKey(UnreachedKey),
})
export type AttemptReport = typeof AttemptReport.Type

/** An operator's decision about an attempt whose outcome the acquirer never reported. */
export const Verdict = Schema.Literals(["paid", "unpaid"])
export type Verdict = typeof Verdict.Type

/** Money from an attempt. */
export interface Payment {
  /** Centavos received, zero or more. */
  readonly captured: Centavos
  /** When the payment was first recorded. */
  readonly confirmedAt: Instant
}

/** The fields of every attempt, however it is paid. */
interface AttemptBy<Tag extends PaymentMethod> {
  readonly _tag: Tag
  /** The attempt's number in the order, from 1. */
  readonly id: AttemptId
  readonly key: AttemptKey
  /** The price is fixed: changed fees apply to later orders only. */
  readonly quote: QuoteOf<Tag>
  readonly startedAt: Instant
  readonly facts: FactSet<AttemptFact>
  /** Null until the attempt is confirmed: nothing was captured before. */
  readonly payment: Payment | null
  /** The acquirer's id of the charge. */
  readonly tid: string | null
  /** Why it was refused, in the acquirer's words. */
  readonly reason: string | null
  /** How an operator settled it. Missing if no operator did. */
  readonly verdict?: Verdict
  /** Missing unless its charge surely never left this service. */
  readonly unreached?: UnreachedKey
}

/** An attempt by card. */
export interface CreditAttempt extends AttemptBy<"credit"> {
  readonly card: ChargedCard
  /** The card network's sequential number. */
  readonly nsu: string | null
  /** Missing if the acquirer sent none. */
  readonly decline?: Decline
  /** The acquirer's token for the card: never shown, and kept for later charges after this attempt is confirmed. */
  readonly cardToken: string | null
}

/** An attempt that issues an instrument to the payer. `instrument` is of its method, and null until it is issued. */
export interface IssuedAttempt extends AttemptBy<IssuedMethod> {
  readonly instrument: Instrument | null
}

/** One request for the order's money. */
export type Attempt = CreditAttempt | IssuedAttempt

/** The price of an attempt, with the charged card if it is by credit. */
export type Charge =
  | { readonly quote: QuoteOf<"credit">; readonly card: ChargedCard }
  | { readonly quote: QuoteOf<IssuedMethod>; readonly card: null }

/** True if price and card match: a price by credit has a card, any other has none. */
export const isCharge = <Priced extends { readonly quote: Quote; readonly card: ChargedCard | null }>(
  priced: Priced,
): priced is Priced & Charge => (priced.quote.method._tag === "credit") === (priced.card !== null)

/** The charge of this quote and card. None if they contradict each other. */
export const chargeFrom = (quote: Quote, card: ChargedCard | null): Option.Option<Charge> =>
  Option.liftPredicate({ quote, card }, isCharge)

/** Takes the charge's fields out of a larger value. */
export const chargeOf = (charge: Charge): Charge =>
  charge.card === null ? { quote: charge.quote, card: null } : { quote: charge.quote, card: charge.card }

/** The parts of an attempt that are known from its start. */
export type AttemptStart = Pick<Attempt, "id" | "key" | "startedAt">

/**
 * All that reports can say about an attempt, whatever its method. `attemptOf` uses the parts that the method can have.
 */
export interface AttemptKnowledge
  extends Pick<Attempt, "facts" | "payment" | "tid" | "reason" | "verdict" | "unreached">,
    Pick<CreditAttempt, "nsu" | "decline" | "cardToken"> {
  readonly instrument: Instrument | null
}

/**
 * Builds the attempt of a charge from this knowledge. Orders are read through this function: an optional field is
 * copied only if it is present.
 */
export const attemptOf = (start: AttemptStart, charge: Charge, known: AttemptKnowledge): Attempt => {
  if (charge.card !== null) {
    const { quote, card } = charge
    const { nsu, cardToken, decline } = known
    const attempt = { ...attemptBy("credit", start, quote, known), card, nsu, cardToken }
    return decline === undefined ? attempt : { ...attempt, decline }
  }
  const { quote } = charge
  const { _tag } = quote.method
  return { ...attemptBy(_tag, start, quote, known), instrument: instrumentBy(_tag, known.instrument) }
}

const attemptBy = <Tag extends PaymentMethod>(
  _tag: Tag,
  { id, key, startedAt }: AttemptStart,
  quote: QuoteOf<Tag>,
  { facts, payment, tid, reason, verdict, unreached }: AttemptKnowledge,
): AttemptBy<Tag> => {
  const attempt = { _tag, id, key, quote, startedAt, facts, payment, tid, reason }
  const judged = verdict === undefined ? attempt : { ...attempt, verdict }
  return unreached === undefined ? judged : { ...judged, unreached }
}

/** The instrument, if it belongs to this method. Null otherwise. */
export const instrumentBy = (method: IssuedMethod, instrument: Instrument | null = null): Instrument | null =>
  instrument?._tag === method ? instrument : null

/** The card that an attempt charges. Null if it is not by credit. */
export const cardOf = (attempt: Attempt): ChargedCard | null => (attempt._tag === "credit" ? attempt.card : null)

/** The instrument that the payer pays. Null until it is issued, and by credit. */
export const instrumentOf = (attempt: Attempt): Instrument | null =>
  attempt._tag === "credit" ? null : attempt.instrument

/** Centavos from an attempt. Zero until it is confirmed. */
export const capturedBy = ({ payment }: Pick<Attempt, "payment">): Centavos => payment?.captured ?? zero

/**
 * True if its charge, as far as we know, never left this service. Only the acquirer assigns a `tid`; without one, no
 * issuer has seen the charge.
 */
export const isUnreached = ({ unreached, tid }: Pick<Attempt, "unreached" | "tid">): boolean =>
  unreached !== undefined && tid === null
