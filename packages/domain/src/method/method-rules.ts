/**
 * What a method of payment has to answer. `methodRules` has the answers of each.
 */
import type { RefundWay } from "./refund-way.ts"

/** The answers of one method. */
export interface MethodRules {
  /** What a payer reads: Brazilian Portuguese, as the API shows it in `payment.name`. */
  readonly name: string
  /** Most centavos that one payment may come to; null if a method sets no limit of its own. */
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
