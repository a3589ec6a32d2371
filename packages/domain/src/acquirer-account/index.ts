/**
 * Accounts at institutions: their terms, and the credentials that are stored sealed.
 */
export * from "./account-credentials.ts"
export * from "./account-refused.ts"
export * from "./acquirer-account.ts"
