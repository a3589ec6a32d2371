/**
 * Batches: payment links made for many customers at once.
 */
export * from "./audit.ts"
export * from "./batch.ts"
export * from "./batch-name.ts"
export * from "./batch-status.ts"
export * from "./command-rules.ts"
export * from "./commands.ts"
export * from "./events.ts"
export * from "./evolve.ts"
export * from "./item-counts.ts"
export * from "./item-slug.ts"
export * from "./item-terms.ts"
export * from "./machine.ts"
export * from "./record.ts"
export * from "./refusals.ts"
export * from "./sheet-mapping.ts"
export * from "./stored-batch-progress.ts"
