/**
 * The fault of installments that are below the company's minimum.
 */
import { type Centavos, decimalNumber } from "@vintem/domain/money"
import { type Fault, fault } from "../input/fault.ts"

/** What is offered instead. */
export interface InstallmentsOffered {
  /** Centavos: the least of an installment. */
  readonly minimum: Centavos
  /** The most installments; 1 if the amount is paid at once or not at all. */
  readonly most: number
}

/** The fault of a payment in more installments than reach the minimum. */
export const installmentTooSmall = ({ minimum, most }: InstallmentsOffered): Fault =>
  fault("payment.installments", { code: "installment_too_small", min: decimalNumber(minimum), max: most })
