/**
 * Instants, the dates of São Paulo, and banking days.
 */
export * from "./banking-days.ts"
export * from "./easter.ts"
export * from "./instant.ts"
export * from "./local-date.ts"
export * from "./sao-paulo.ts"
