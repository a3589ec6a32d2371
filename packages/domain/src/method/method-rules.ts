/**
 * The rules that every payment method defines. `methodRules` has them for each method, `issuedRules` the additional
 * ones of issued methods.
 */
import type * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import type { LocalDate } from "../calendar/local-date.ts"
import type { Centavos } from "../money/centavos.ts"
import type { InstrumentWrong } from "./instrument-fault.ts"
import type { RefundWay } from "./refund-way.ts"

/** The rules of one method. */
export interface MethodRules {
  /**
   * The name that people read, on every page and in every mail. The API shows the Portuguese one, in `payment.name`.
   */
  readonly title: { readonly "pt-BR": string; readonly en: string }
  /** Its position among the offered methods, from 1: methods that are paid at once come first. */
  readonly offeredAs: number
  /** True if it includes the payer's address, so that their page asks for one. */
  readonly namesAddress: boolean
  /** The most centavos of one payment. Null if the method has no limit of its own. */
  readonly amountMax: number | null
  readonly installmentsMax: number
  /** True if each payment needs an action of the payer. Otherwise a renewal can be charged without one. */
  readonly needsPayer: boolean
  /** How a refund goes back. */
  readonly refundWay: RefundWay
  /** How long after its confirmation a payment can be refunded, in milliseconds. Infinity if at any time. */
  readonly refundWindowMillis: number
  /** True if a payer can reclaim a payment through their bank. */
  readonly isDisputable: boolean
}

/** The terms of an issued method. Plain data, because pages need them without the functions. */
export interface IssuedTerms {
  /** The fee of a new company: basis points and centavos. */
  readonly demoFee: { readonly percent: number; readonly fixed: number }
  /** How long a payment can be paid: the bounds of a request, and the default. */
  readonly expiration: {
    readonly unit: "minutes" | "days"
    readonly min: number
    readonly max: number
    readonly usual: number
  }
}

/** The rules of a method that issues an instrument. The payer gets `Issued`, the acquirer `Means`. */
export interface IssuedRules<Issued, Means> {
  /** The request for a payment that starts now. */
  readonly meansFor: (expiration: number, now: Instant) => Means
  /** The request for a payment that is due on this day. */
  readonly meansDueOn: (day: LocalDate) => Means
  /** The last day on which a renewal that is due on this day is paid in time. */
  readonly lastDay: (dueOn: LocalDate) => LocalDate
  /** From this instant on it counts as expired. This is a guess: a later payment still counts. */
  readonly expiryOf: (issued: Issued) => Instant
  /** The text that a payer copies. */
  readonly textOf: (issued: Issued) => string
  /** The whole of it as text: only equal ones have equal texts. */
  readonly contentOf: (issued: Issued) => string
}

/** The request to the acquirer. */
export interface AskedTerms {
  /** Centavos, at least one. */
  readonly amount: Centavos
  /** The day of the request, in São Paulo. A due-date factor means the day nearest to it. */
  readonly today: LocalDate
}

/** Checks that banks accept an issued instrument, with the requested amount on the day that it names. */
export type Judge<Issued> = <One extends Issued>(one: One, asked: AskedTerms) => Result.Result<One, InstrumentWrong>
