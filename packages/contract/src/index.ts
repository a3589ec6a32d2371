/**
 * The wire of the payment service: its HTTP APIs with their schemas, the decoders of requests, the views of answers, and a
 * typed client. No I/O; runs in a browser.
 */
export * from "./admin/api-key.ts"
export * from "./admin/catalogue-api.ts"
export * from "./admin/checkout.ts"
export * from "./admin/company-request.ts"
export * from "./admin/company-view.ts"
export * from "./admin/coupon.ts"
export * from "./admin/customer-view.ts"
export * from "./admin/dead-job.ts"
export * from "./admin/fees.ts"
export * from "./admin/order-command.ts"
export * from "./admin/order-history.ts"
export * from "./admin/payment-link-rule.ts"
export * from "./admin/product.ts"
export * from "./admin/webhook.ts"
export * from "./admin-api.ts"
export * from "./authentication.ts"
export * as Client from "./client.ts"
export * from "./errors.ts"
export {
  Fault,
  fault,
  faultsOf,
  InvalidFields,
  invalid,
  invalidFromIssue,
  unknownReference,
} from "./input/fault.ts"
export * from "./input/idempotency-key.ts"
export { invalidFields } from "./input/part.ts"
export * from "./message-response.ts"
export * from "./order/checkout-order-answer.ts"
export * from "./order/checkout-order-request.ts"
export * from "./order/order-list.ts"
export * from "./order/order-status-list.ts"
export * from "./order/order-view.ts"
export * from "./order/payment-input.ts"
export * from "./order/payment-outcome.ts"
export * from "./order/single-order-answer.ts"
export * from "./order/single-order-request.ts"
export * from "./pagination.ts"
export * from "./path-identifier.ts"
export * from "./payer/payer-answer.ts"
export * from "./payer/payer-api.ts"
export * from "./payer/payer-link-view.ts"
export * from "./payer/payer-order-view.ts"
export * from "./payer/payer-request.ts"
export * from "./payer/quote-view.ts"
export * from "./payment-link/bulk-request.ts"
export * from "./payment-link/bulk-view.ts"
export * from "./payment-link/link-refusal.ts"
export * from "./payment-link/payment-link-api.ts"
export * from "./payment-link/payment-link-request.ts"
export * from "./payment-link/payment-link-view.ts"
export * from "./public-api.ts"
export * from "./sandbox/clock.ts"
export * from "./sandbox/order-event.ts"
export * from "./sandbox-api.ts"
