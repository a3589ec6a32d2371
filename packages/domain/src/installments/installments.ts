/** An amount over time: one amount an installment. */
import * as Schema from "effect/Schema"
import { Centavos } from "../money/centavos.ts"
import { installmentsMax } from "./installment-count.ts"

/** What the payer pays each time, in centavos and in order of due date; the amounts after the first are all alike. */
export const Installments = Schema.NonEmptyArray(Centavos).check(Schema.isMaxLength(installmentsMax))
export type Installments = typeof Installments.Type
