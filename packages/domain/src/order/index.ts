/**
 * The life of an order: attempts, facts, statuses, refunds, webhooks.
 */
export * from "./acquirer-report.ts"
export {
  type Attempt,
  AttemptReport,
  type Charge,
  ChargedCard,
  type CreditAttempt,
  capturedBy,
  cardOf,
  chargeFrom,
  Decline,
  type IssuedAttempt,
  instrumentOf,
  isUnreached,
  type Payment,
  UnreachedKey,
  Verdict,
} from "./attempt.ts"
export * from "./card-caps.ts"
export * from "./check.ts"
export * from "./commands-and-events.ts"
export * from "./explanation.ts"
export type { FactSet, FactSets } from "./fact-set.ts"
export * from "./facts.ts"
export * from "./figures.ts"
export * from "./given-up.ts"
export * from "./judged-report.ts"
export * from "./known-reason.ts"
export * from "./ledger.ts"
export * from "./machine.ts"
export * from "./obligations.ts"
export * from "./order.ts"
export * from "./order-status.ts"
export * from "./paid-attempts.ts"
export * from "./refundable.ts"
export { capturedOf, hasCase, isConfirmed, type OrderFacts, orderStatuses, statusOf } from "./status-rules.ts"
export * from "./stored-progress.ts"
export * from "./webhooks.ts"
