/**
 * What an API key may do: the same words as for people, but for what only people do.
 *
 * A key is no way around a role: its maker can give it only permissions of their own.
 */
import * as Schema from "effect/Schema"
import { type Grant, isAllowed, permissionsIn, type Realm } from "./grant.ts"

/** What can be allowed to a key. Keys, members and the company itself are changed by people alone. */
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

/** What every key could do before keys had scopes. Those keep it; more is given explicitly. */
export const scopesOfEarlierKeys: ReadonlyArray<ApiKeyScope> = [
  "orders:read",
  "orders:write",
  "links:read",
  "links:write",
  "subscriptions:read",
  "subscriptions:write",
]

/**
 * The scopes that a user with these grants can give a key of this realm: none if they may make no keys. In the order of `ApiKeyScope`.
 */
export const grantableScopes = (grants: ReadonlyArray<Grant>, realm: Realm): ReadonlyArray<ApiKeyScope> => {
  if (!isAllowed(grants, "keys:write", realm)) return []
  const own = permissionsIn(grants, realm)
  return ApiKeyScope.literals.filter((scope) => own.has(scope))
}
