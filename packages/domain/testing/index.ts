/**
 * For whoever writes an adapter or embeds the domain: generators of orders and their histories, given-when-then, and one contract
 * suite a port. Needs vitest and fast-check beside it.
 */
export * from "./contracts/acquirer.ts"
export * from "./contracts/api-key-repository.ts"
export * from "./contracts/company-repository.ts"
export * from "./contracts/customer-repository.ts"
export * from "./contracts/idempotency-store.ts"
export * from "./contracts/order-repository.ts"
export * from "./contracts/rate-limiter.ts"
export * from "./contracts/saved-card-repository.ts"
export * from "./order/arbitraries.ts"
export * from "./order/example-order.ts"
export * from "./order/given.ts"
