/** The minimum installment, if a company sets one. It is the company's own choice; no law requires it. */
import * as Schema from "effect/Schema"
import { Centavos, centavos } from "../money/centavos.ts"
import type { Installments } from "./installments.ts"

/** Centavos: R$ 1 million, like a fixed fee. */
export const minimumInstallmentMax = centavos(100_000_000)

/** Centavos, from one (every installment reaches that) to `minimumInstallmentMax`. */
export const MinimumInstallment = Centavos.check(Schema.isBetween({ minimum: 1, maximum: minimumInstallmentMax }))
export type MinimumInstallment = typeof MinimumInstallment.Type

/**
 * True if no installment is below the minimum. A single payment always passes, because it is not an installment. @param
 * minimum - null if there is none
 */
export const reachesMinimum = (installments: Installments, minimum: MinimumInstallment | null): boolean =>
  minimum === null || installments.length === 1 || installments.every((one) => one >= minimum)
