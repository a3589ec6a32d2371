/**
 * Installments: how many, with which interest, how an amount is split, and the least that one may be.
 */
export * from "./effective-annual-rate.ts"
export * from "./installment-count.ts"
export * from "./installments.ts"
export * from "./minimum-installment.ts"
export * from "./price-table.ts"
export * from "./split-evenly.ts"
