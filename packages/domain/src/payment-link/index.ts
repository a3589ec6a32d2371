/**
 * Payment links.
 */
export * from "./check.ts"
export * from "./link-methods.ts"
export * from "./link-status.ts"
export * from "./machine.ts"
export * from "./obligations.ts"
export * from "./payment-link.ts"
export * from "./payment-state.ts"
export * from "./terms-refusals.ts"
