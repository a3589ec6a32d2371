/**
 * The roles given to a user, and the one question that every endpoint asks.
 */
import * as Schema from "effect/Schema"
import { CompanyId } from "../identifiers/company.ts"
import { CompanyPermission, type Permission, PlatformPermission } from "./permission.ts"
import { CompanyRole, PlatformRole, type RoleTable, roles } from "./role.ts"

/** Where something is done: in one company, or on the platform. */
export const Realm = Schema.TaggedUnion({ company: { company: CompanyId }, platform: {} })
export type Realm = typeof Realm.Type

/** A role in its realm. A role of the platform cannot be had in a company, nor the other way round. */
export const Grant = Schema.TaggedUnion({
  company: { company: CompanyId, role: CompanyRole },
  platform: { role: PlatformRole },
})
export type Grant = typeof Grant.Type

/** The realm of the platform. */
export const platform: Realm = { _tag: "platform" }

/** The realm of one company. */
export const inCompany = (company: CompanyId): Realm => ({ _tag: "company", company })

/** Where a grant was made. */
export const realmOf = (grant: Grant): Realm => (grant._tag === "platform" ? platform : inCompany(grant.company))

/** Whether two realms are one: the platform is one, and so is each company. */
export const isSameRealm = (left: Realm, right: Realm): boolean =>
  left._tag === "company" && right._tag === "company" ? left.company === right.company : left._tag === right._tag

/**
 * The permissions that these grants give in a realm: in a company those of the role there, and those that a role of the platform has in
 * every company; on the platform those of a role of the platform.
 *
 * @param table - the service's own; the laws hold for any
 */
export const permissionsIn = (
  grants: ReadonlyArray<Grant>,
  realm: Realm,
  table: RoleTable = roles,
): ReadonlySet<Permission> => {
  const asked = new Set<Permission>(realm._tag === "company" ? CompanyPermission.literals : PlatformPermission.literals)
  const counting = grants.filter((grant) => grant._tag === "platform" || isSameRealm(realmOf(grant), realm))
  return new Set(counting.flatMap(({ role }) => table[role].may).filter((permission) => asked.has(permission)))
}

/** Whether these grants allow this here. No grant, no permission. */
export const isAllowed = (
  grants: ReadonlyArray<Grant>,
  permission: Permission,
  realm: Realm,
  table: RoleTable = roles,
): boolean => permissionsIn(grants, realm, table).has(permission)
