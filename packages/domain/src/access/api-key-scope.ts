/**
 * The scopes of API keys. They use the words of people's permissions, except for those that only people have.
 *
 * A key cannot extend a role: its maker can only give it permissions they have themselves.
 */
import * as Schema from "effect/Schema"
import { type Grant, isAllowed, permissionsIn, type Realm } from "./grant.ts"

/** The permissions that a key can have. Only people change keys, members and the company itself. */
export const ApiKeyScope = Schema.Literals([
  "orders:read",
  "orders:write",
  "orders:refund",
  "orders:resolve",
  "links:read",
  "links:write",
  "subscriptions:read",
  "subscriptions:write",
  "customers:read",
  "catalogue:read",
  "catalogue:write",
  "webhooks:read",
  "webhooks:write",
  "company:read",
])
export type ApiKeyScope = typeof ApiKeyScope.Type

/** The scopes of keys that are older than scopes. New ones have to be given explicitly. */
export const scopesOfEarlierKeys: ReadonlyArray<ApiKeyScope> = [
  "orders:read",
  "orders:write",
  "links:read",
  "links:write",
  "subscriptions:read",
  "subscriptions:write",
]

/**
 * The scopes that a user with these grants can give a key of this realm, in the order of `ApiKeyScope`. Empty if the
 * user may not make keys.
 */
export const grantableScopes = (grants: ReadonlyArray<Grant>, realm: Realm): ReadonlyArray<ApiKeyScope> => {
  if (!isAllowed(grants, "keys:write", realm)) return []
  const own = permissionsIn(grants, realm)
  return ApiKeyScope.literals.filter((scope) => own.has(scope))
}
