/**
 * Users and their rights: roles, grants, sessions, passwords, second factors, tickets; and API keys with their scopes.
 */
export * from "./api-key.ts"
export * from "./api-key-scope.ts"
export * from "./device.ts"
export * from "./grant.ts"
export * from "./guessing.ts"
export * from "./membership-change.ts"
export * from "./password.ts"
export * from "./permission.ts"
export * from "./role.ts"
export * from "./second-factor.ts"
export * from "./session.ts"
export * from "./ticket.ts"
export * from "./token-hash.ts"
export * from "./user.ts"
