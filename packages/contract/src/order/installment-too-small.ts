/**
 * The fault of installments that are below the company's minimum.
 */
import { type Centavos, decimalNumber } from "@vintem/domain/money"
import { type Fault, fault } from "../input/fault.ts"

/** The possible installments. */
export interface InstallmentsOffered {
  /** Centavos: the least installment. */
  readonly minimum: Centavos
  /** The most installments; 1 if the amount can only be paid at once or not at all. */
  readonly most: number
}

/** The fault of a payment in more installments than the minimum allows. */
export const installmentTooSmall = ({ minimum, most }: InstallmentsOffered): Fault =>
  fault("payment.installments", { code: "installment_too_small", min: decimalNumber(minimum), max: most })
