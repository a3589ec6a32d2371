/**
 * State machines as values: deciding, folding, checking.
 */

export * from "./decide.ts"
export { shown } from "./differences.ts"
export { fold, isCreation } from "./fold.ts"
export * from "./log.ts"
export * from "./machine.ts"
