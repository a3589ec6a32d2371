/**
 * A customer: name, address, e-mail address, telephone.
 */
export * from "./address.ts"
export * from "./country.ts"
export * from "./customer.ts"
export * from "./email.ts"
export * from "./found-address.ts"
export * from "./full-name.ts"
export * from "./mail-caps.ts"
export * from "./postal-code.ts"
export * from "./region.ts"
export * from "./telephone.ts"
