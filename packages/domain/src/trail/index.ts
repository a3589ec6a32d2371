/**
 * The log of who changed what: who acts, which changes are worth an entry, and what an entry says.
 */
export * from "./trail-action.ts"
export * from "./trail-actor.ts"
export * from "./trail-breach.ts"
export * from "./trail-entry.ts"
export * from "./trail-field-name.ts"
export * from "./trail-fields.ts"
