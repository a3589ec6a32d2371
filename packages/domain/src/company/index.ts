/** A company, and the look of its pages. */
export * from "./company.ts"
export * from "./hex-color.ts"
export * from "./page-settings.ts"
