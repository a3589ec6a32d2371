/** Webhooks: their endpoints and their retries. */
export * from "./audit.ts"
export * from "./retry-schedule.ts"
export * from "./test-event.ts"
export * from "./webhook-delivery.ts"
export * from "./webhook-endpoint.ts"
