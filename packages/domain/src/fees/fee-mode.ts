/** Who bears the cost of a payment and of its installments. */
import * as Schema from "effect/Schema"

/**
 * - `none`: the payer pays the amount, in equal parts if in several; the company bears the fee
 * - `interest`: the payer bears interest on two or more installments; the company receives it and bears the fee
 * - `customer_pay_fee`: the payer bears the fee of the chosen method; the company receives the amount to the centavo
 */
export const FeeMode = Schema.Literals(["none", "interest", "customer_pay_fee"])
export type FeeMode = typeof FeeMode.Type
