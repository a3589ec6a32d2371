/**
 * Webhooks: where they go, and when they are tried again.
 */
export * from "./check.ts"
export * from "./retry-schedule.ts"
export * from "./test-event.ts"
export * from "./webhook-delivery.ts"
export * from "./webhook-endpoint.ts"
