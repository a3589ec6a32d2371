/**
 * For whoever writes an adapter or embeds the domain: generators of orders and their histories, given-when-then, and one contract
 * suite a port. Needs vitest and fast-check beside it.
 */
export * from "./contracts/index.ts"
export * from "./order/arbitraries.ts"
export * from "./order/example-moves.ts"
export * from "./order/example-order.ts"
export * from "./order/given.ts"
export * from "./order/laws.ts"
export * from "./order/live.ts"
export * from "./order/second-account.ts"
