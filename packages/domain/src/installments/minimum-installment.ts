/**
 * The least that an installment may be, if a company sets one. It is the company's own choice: no law asks for it.
 */
import * as Schema from "effect/Schema"
import { Centavos, centavos } from "../money/centavos.ts"
import type { Installments } from "./installments.ts"

/** Centavos: R$ 1 million, as of a fixed fee. */
export const minimumInstallmentMax = centavos(100_000_000)

/** Centavos, from one, which every installment reaches anyway, to `minimumInstallmentMax`. */
export const MinimumInstallment = Centavos.check(Schema.isBetween({ minimum: 1, maximum: minimumInstallmentMax }))
export type MinimumInstallment = typeof MinimumInstallment.Type

/** Whether none of the installments is below the minimum. Paying at once always passes: one payment is no installment. @param minimum - null if there is none */
export const reachesMinimum = (installments: Installments, minimum: MinimumInstallment | null): boolean =>
  minimum === null || installments.length === 1 || installments.every((one) => one >= minimum)
