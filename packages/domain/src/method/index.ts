/**
 * The methods of payment, each in one file.
 */
export * from "./instrument.ts"
export { InstrumentFault, InstrumentWrong } from "./instrument-fault.ts"
export * from "./judged-instrument.ts"
export * from "./method.ts"
export type { MethodRules } from "./method-rules.ts"
export {
  type IssuedAs,
  type IssuedBy,
  type IssuedMeans,
  issuedRules,
  issuedTerms,
  type MeansBy,
  methodRules,
  methodTitles,
} from "./methods.ts"
export * from "./payment-method.ts"
export * from "./refund-way.ts"
