/**
 * The promises of the ports as tests, one contract a port: whoever writes an adapter runs them on it, inside vitest.
 */
export * from "./acquirer.ts"
export * from "./api-key-repository.ts"
export * from "./company-repository.ts"
export * from "./customer-repository.ts"
export * from "./idempotency-store.ts"
export * from "./job-queue.ts"
export * from "./order-repository.ts"
export * from "./rate-limiter.ts"
export * from "./saved-card-repository.ts"
export * from "./storage.ts"
export * from "./unit-of-work.ts"
