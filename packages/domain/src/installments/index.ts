/** Installments: their number, their interest, how an amount is split, and the minimum. */
export * from "./effective-annual-rate.ts"
export * from "./installment-count.ts"
export * from "./installments.ts"
export * from "./minimum-installment.ts"
export * from "./price-table.ts"
export * from "./split-evenly.ts"
