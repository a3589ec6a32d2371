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
export * from "./admin/payment-link-history.ts"
export * from "./admin/payment-link-rule.ts"
export * from "./admin/product.ts"
export * from "./admin/subscriber-command.ts"
export * from "./admin/subscriber-history.ts"
export * from "./admin/webhook.ts"
export * from "./admin/webhook-delivery.ts"
export * from "./admin/webhook-delivery-endpoints.ts"
export * from "./admin-api.ts"
export * from "./authentication.ts"
export * as Client from "./client.ts"
export * from "./errors.ts"
export type { Today } from "./input/card.ts"
export { type Codec, type Reader, type Refused, readBody } from "./input/codec.ts"
export {
  Fault,
  fault,
  faultsOf,
  InvalidFields,
  invalid,
  invalidBody,
  invalidFields,
  invalidFromIssue,
  isMissing,
  unknownReference,
} from "./input/fault.ts"
export * from "./input/idempotency-key.ts"
export * from "./message-response.ts"
export * from "./order/above-method-max.ts"
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
export * from "./payer/postal-code-view.ts"
export * from "./payer/quote-view.ts"
export * from "./payer/slip-parties.ts"
export * from "./payer/why-not-payable.ts"
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
export * from "./subscription/subscriber-api.ts"
export * from "./subscription/subscriber-list.ts"
export * from "./subscription/subscriber-status.ts"
export * from "./subscription/subscriber-view.ts"
export * from "./webhook/webhook-payload.ts"
