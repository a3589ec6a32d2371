/** The log of who changed what: actors, actions and entries. */
export * from "./audit-action.ts"
export * from "./audit-actor.ts"
export * from "./audit-breach.ts"
export * from "./audit-entry.ts"
export * from "./audit-fact-name.ts"
export * from "./audit-facts.ts"
