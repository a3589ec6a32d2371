/**
 * What the service can be asked to do: one use case a file, over the ports of `@vintem/domain`.
 */
export * from "./company/authenticate.ts"
export * from "./company/create-api-key.ts"
export * from "./idempotency/keyed-request.ts"
export * from "./idempotency/once.ts"
export * from "./order/ask-acquirer.ts"
export * from "./order/charge-policy.ts"
export * from "./order/find-references.ts"
export * from "./order/place-single-order.ts"
export * from "./order/record-news.ts"
export * from "./order/single-order.ts"
export * from "./work/do-due-work.ts"
export * from "./work/worker.ts"
