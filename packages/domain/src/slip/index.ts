/**
 * Bank slips: barcode and digitable line.
 */
export * from "./barcode.ts"
export * from "./digitable-line.ts"
export * from "./due-date-factor.ts"
