/**
 * The names that companies, customers, orders, links, batches and subscriptions go by.
 */
export * from "./batch.ts"
export * from "./company.ts"
export * from "./company-code.ts"
export * from "./customer.ts"
export * from "./name-digits.ts"
export * from "./order.ts"
export * from "./payment-link.ts"
export * from "./saved-card.ts"
export * from "./subscription.ts"
