/**
 * An attempt: one request for an order's money. What can be known of it depends on how the payer pays.
 *
 * A card network numbers a charge by card and may decline it; a Pix or a bank slip is issued and has neither. So an attempt is one of
 * two types, and each has the fields of its method and no others.
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

/** What may be shown and kept of a charged card. */
export const ChargedCard = Schema.Struct({
  /** Under which the card can be charged again once this attempt is confirmed. */
  token: SavedCardToken,
  brand: CardBrand,
  ...shownDigits,
})
export type ChargedCard = typeof ChargedCard.Type

/**
 * Whether a card that was refused may be charged again another day: `soft` means it may, `hard` that it is of no use, and that card
 * networks forbid it.
 */
export const Decline = Schema.Literals(["soft", "hard"])
export type Decline = typeof Decline.Type

/**
 * The state of a charge that surely never left this service: `open` while the acquirer cannot know of it, `closed` after it was sent after
 * all or the acquirer has answered for its key.
 */
export const UnreachedKey = Schema.Literals(["open", "closed"])
export type UnreachedKey = typeof UnreachedKey.Type

/**
 * What the acquirer tells about an attempt beside the fact itself. Absent means that it did not say.
 *
 * A report is kept in the log as it was told. A field that the method of its attempt cannot have is not merged into the attempt.
 */
export const AttemptReport = Schema.Struct({
  /** Centavos received; told with `confirmed`. */
  captured: Schema.optionalKey(Centavos),
  /** The Pix or bank slip, after it is issued. */
  instrument: Schema.optionalKey(Instrument),
  /** The acquirer's id of the charge. */
  tid: Schema.optionalKey(Schema.String),
  /** The card network's sequential number (número sequencial único). */
  nsu: Schema.optionalKey(Schema.String),
  /** Why it was refused, in the acquirer's words. */
  reason: Schema.optionalKey(Schema.String),
  /** Told with a refusal of a card; if it is not, the refusal counts as soft. */
  decline: Schema.optionalKey(Decline),
  /** The acquirer's token for the card, which our own token replaces. */
  cardToken: Schema.optionalKey(Schema.String),
  /** Why this report lacks the instrument that the acquirer sent: this service found it wrong. No acquirer says so. */
  wrongInstrument: Schema.optionalKey(InstrumentFault),
  /** Told by this service alone, of a charge that surely never left it. */
  unreached: Schema.optionalKey(UnreachedKey),
})
export type AttemptReport = typeof AttemptReport.Type

/** What an operator decides of an attempt whose outcome the acquirer never told. */
export const Verdict = Schema.Literals(["paid", "unpaid"])
export type Verdict = typeof Verdict.Type

/** Money that an attempt has brought. */
export interface Payment {
  /** Centavos received, zero or more. */
  readonly captured: Centavos
  /** When the payment was first recorded. */
  readonly confirmedAt: Instant
}

/** What every attempt has, however it is paid. */
interface AttemptBy<Tag extends PaymentMethod> {
  readonly _tag: Tag
  /** Position in the order, from 1. */
  readonly id: AttemptId
  readonly key: AttemptKey
  /** The price is frozen: a later change of fees is for later orders. */
  readonly quote: QuoteOf<Tag>
  readonly startedAt: Instant
  readonly facts: FactSet<AttemptFact>
  /** Null until the attempt is confirmed: until then nothing was captured. */
  readonly payment: Payment | null
  /** The acquirer's id of the charge. */
  readonly tid: string | null
  /** Why it was refused, in the acquirer's words. */
  readonly reason: string | null
  /** How it was settled by hand; absent if it was not. */
  readonly verdict?: Verdict
  /** Absent unless its charge surely never left. */
  readonly unreached?: UnreachedKey
}

/** An attempt by card. */
export interface CreditAttempt extends AttemptBy<"credit"> {
  readonly card: ChargedCard
  /** The card network's sequential number. */
  readonly nsu: string | null
  /** Absent if the acquirer said nothing of the kind. */
  readonly decline?: Decline
  /** The acquirer's token for the card: never shown, and kept for later charges once this attempt is confirmed. */
  readonly cardToken: string | null
}

/** An attempt by something that is issued to the payer. `instrument` is of its method, and null until it is issued. */
export interface IssuedAttempt extends AttemptBy<IssuedMethod> {
  readonly instrument: Instrument | null
}

/** One request for the order's money. */
export type Attempt = CreditAttempt | IssuedAttempt

/** The price of an attempt, and the card that is charged with it: a card by credit, and none otherwise. */
export type Charge =
  | { readonly quote: QuoteOf<"credit">; readonly card: ChargedCard }
  | { readonly quote: QuoteOf<IssuedMethod>; readonly card: null }

/** Whether a card is named if, and only if, the price is one by credit. */
export const isCharge = <Priced extends { readonly quote: Quote; readonly card: ChargedCard | null }>(
  priced: Priced,
): priced is Priced & Charge => (priced.quote.method._tag === "credit") === (priced.card !== null)

/** The charge that these make; none if they contradict each other. */
export const chargeFrom = (quote: Quote, card: ChargedCard | null): Option.Option<Charge> =>
  Option.liftPredicate({ quote, card }, isCharge)

/** The charge in a larger value, and nothing else of it. */
export const chargeOf = (charge: Charge): Charge =>
  charge.card === null ? { quote: charge.quote, card: null } : { quote: charge.quote, card: charge.card }

/** What is settled of an attempt before anything is known of it. */
export type AttemptStart = Pick<Attempt, "id" | "key" | "startedAt">

/** All that reports can tell of an attempt, whatever its method: `attemptOf` takes of it what the method can have. */
export interface AttemptKnowledge
  extends Pick<Attempt, "facts" | "payment" | "tid" | "reason" | "verdict" | "unreached">,
    Pick<CreditAttempt, "nsu" | "decline" | "cardToken"> {
  readonly instrument: Instrument | null
}

/**
 * The attempt of a charge of which this is known. An order is read through this: a field that may be absent is copied only where it is there.
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

/** An instrument of this method; null for that of another. */
export const instrumentBy = (method: IssuedMethod, instrument: Instrument | null = null): Instrument | null =>
  instrument?._tag === method ? instrument : null

/** The card that an attempt charges; null where it is not by credit. */
export const cardOf = (attempt: Attempt): ChargedCard | null => (attempt._tag === "credit" ? attempt.card : null)

/** What the payer pays with; null until it is issued, and by credit. */
export const instrumentOf = (attempt: Attempt): Instrument | null =>
  attempt._tag === "credit" ? null : attempt.instrument

/** Centavos that an attempt has brought: zero until it is confirmed. */
export const capturedBy = ({ payment }: Pick<Attempt, "payment">): Centavos => payment?.captured ?? zero

/** Whether its charge never left, as far as is known. Only the acquirer names a charge: without that name no issuer has seen it. */
export const isUnreached = ({ unreached, tid }: Pick<Attempt, "unreached" | "tid">): boolean =>
  unreached !== undefined && tid === null
