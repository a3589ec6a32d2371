/** A person's data: how to recognise it, and what replaces it after erasure. */
export * from "./erase-places.ts"
export * from "./erased-person.ts"
export * from "./known-person.ts"
export * from "./why-not-erased.ts"
