/**
 * The methods of payment, each in one file.
 */
export * from "./instrument.ts"
export * from "./judged-instrument.ts"
export * from "./method.ts"
export * from "./method-rules.ts"
export * from "./methods.ts"
export * from "./payment-method.ts"
export * from "./refund-way.ts"
