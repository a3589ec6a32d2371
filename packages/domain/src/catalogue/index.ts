/** The catalogue of a company: products, checkouts, coupons, recurrences, and the lines of an order. */

export * from "./checkout.ts"
export * from "./checkout-total.ts"
export * from "./coupon.ts"
export * from "./order-item.ts"
export * from "./product.ts"
export * from "./recurrence.ts"
export * from "./reminder-rule.ts"
export * from "./slug.ts"
