/**
 * Batches: payment links made for many customers at once.
 */

export * from "./batch.ts"
export * from "./batch-name.ts"
export * from "./batch-status.ts"
export * from "./check.ts"
export * from "./item-counts.ts"
export * from "./item-slug.ts"
export * from "./item-terms.ts"
export * from "./machine.ts"
export * from "./sheet-mapping.ts"
export * from "./stored-batch-progress.ts"
