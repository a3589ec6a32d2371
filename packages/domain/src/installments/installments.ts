/** An amount over time: one amount for each installment. */
import * as Schema from "effect/Schema"
import { Centavos } from "../money/centavos.ts"
import { installmentsMax } from "./installment-count.ts"

/** The payer's installments, in centavos and in order of due date. All amounts after the first are equal. */
export const Installments = Schema.NonEmptyArray(Centavos).check(Schema.isMaxLength(installmentsMax))
export type Installments = typeof Installments.Type
