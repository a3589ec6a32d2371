/**
 * Cards as they are typed: number, brand, holder, expiration, security code.
 */
export * from "./brand.ts"
export * from "./card-details.ts"
export * from "./card-number.ts"
export * from "./expiration.ts"
export * from "./held-card-number.ts"
export * from "./holder.ts"
export * from "./luhn.ts"
export * from "./security-code.ts"
export * from "./typed-holder.ts"
