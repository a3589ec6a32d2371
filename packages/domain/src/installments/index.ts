/**
 * Installments: how many, with which interest, and how an amount is split.
 */
export * from "./effective-annual-rate.ts"
export * from "./installment-count.ts"
export * from "./installments.ts"
export * from "./price-table.ts"
export * from "./split-evenly.ts"
