/**
 * What a method of payment has to answer. `methodRules` has the answers of each, `issuedRules` what issued ones answer besides.
 */
import type * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import type { LocalDate } from "../calendar/local-date.ts"
import type { Centavos } from "../money/centavos.ts"
import type { InstrumentWrong } from "./instrument-fault.ts"
import type { RefundWay } from "./refund-way.ts"

/** The answers of one method. */
export interface MethodRules {
  /** What a person reads, on every page and in every mail. The API shows the Portuguese one, in `payment.name`. */
  readonly title: { readonly "pt-BR": string; readonly en: string }
  /** Its place among the ways that a payer is offered, from 1: what is paid at once comes first. */
  readonly offeredAs: number
  /** Whether it names where the payer lives, so that their page asks for an address. */
  readonly namesAddress: boolean
  /** Most centavos that one payment may come to; null where a method sets no limit of its own. */
  readonly amountMax: number | null
  /** Most installments that a payment may have. */
  readonly installmentsMax: number
  /** Whether each payment needs the payer to do something. Otherwise a renewal can be charged without them. */
  readonly needsPayer: boolean
  /** How a refund goes back. */
  readonly refundWay: RefundWay
  /** How long after its confirmation a payment can be refunded, milliseconds; infinite if at any time. */
  readonly refundWindowMillis: number
  /** Whether a payer can have a payment taken back through their bank. */
  readonly isDisputable: boolean
}

/** The terms of a method whose payment is issued. They are data alone, as pages need them without the rest. */
export interface IssuedTerms {
  /** The fee of a new company: basis points and centavos. */
  readonly demoFee: { readonly percent: number; readonly fixed: number }
  /** How long a payment can be paid: what a request may ask for, and what it gets if it asks for nothing. */
  readonly expiration: {
    readonly unit: "minutes" | "days"
    readonly min: number
    readonly max: number
    readonly usual: number
  }
}

/** What a method answers whose payment is issued. `Issued` is what the payer gets, `Means` what the acquirer is asked for. */
export interface IssuedRules<Issued, Means> {
  /** What to ask for, of a payment that is asked for now. */
  readonly meansFor: (expiration: number, now: Instant) => Means
  /** What to ask for, of a payment that is due on this day. */
  readonly meansDueOn: (day: LocalDate) => Means
  /** The last day for paying a renewal in time that is due on this day. */
  readonly lastDay: (dueOn: LocalDate) => LocalDate
  /** From this instant on it counts as expired. That is a guess: one that is paid after all is paid. */
  readonly expiryOf: (issued: Issued) => Instant
  /** What a payer copies. */
  readonly textOf: (issued: Issued) => string
  /** The whole of it as text: only equal ones have equal texts. */
  readonly contentOf: (issued: Issued) => string
}

/** What was asked of the acquirer. */
export interface AskedTerms {
  /** Centavos, at least one. */
  readonly amount: Centavos
  /** When it was asked for, in São Paulo: a due-date factor stands for the day nearest to it. */
  readonly today: LocalDate
}

/** Whether banks take what an acquirer issued, and whether it asks for this money on the day that it names. */
export type Judge<Issued> = <One extends Issued>(one: One, asked: AskedTerms) => Result.Result<One, InstrumentWrong>
