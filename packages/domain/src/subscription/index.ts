/**
 * Subscriptions: periods, retries, cancelation.
 */

export * from "./begin.ts"
export * from "./check.ts"
export { dunningDays, dunningEnd, graceDays, retryAfter, retryDays } from "./dunning.ts"
export * from "./machine.ts"
export * from "./obligations.ts"
export * from "./period.ts"
export * from "./renewal-amount.ts"
export * from "./renewal-state.ts"
export * from "./subscription.ts"
export * from "./subscription-status.ts"
export * from "./timer.ts"
