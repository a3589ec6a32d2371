/**
 * A company, and how its pages look.
 */
export * from "./company.ts"
export * from "./hex-color.ts"
export * from "./page-settings.ts"
