/**
 * A person's data: whose it is, and what replaces it once it is erased.
 */
export * from "./erase-places.ts"
export * from "./erased-person.ts"
export * from "./known-person.ts"
export * from "./why-not-erased.ts"
