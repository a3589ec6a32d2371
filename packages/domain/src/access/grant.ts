/** The roles given to a user, and the check that every endpoint makes. */
import * as Schema from "effect/Schema"
import { CompanyId } from "../identifiers/company.ts"
import { CompanyPermission, type Permission, PlatformPermission } from "./permission.ts"
import { CompanyRole, PlatformRole, type RoleTable, roles } from "./role.ts"

/** The place of an action: one company, or the platform. */
export const Realm = Schema.TaggedUnion({ company: { company: CompanyId }, platform: {} })
export type Realm = typeof Realm.Type

/** A role in its realm. A role of the platform cannot be given in a company, nor the other way round. */
export const Grant = Schema.TaggedUnion({
  company: { company: CompanyId, role: CompanyRole },
  platform: { role: PlatformRole },
})
export type Grant = typeof Grant.Type

/** The platform's realm. */
export const platform: Realm = { _tag: "platform" }

/** A company's realm. */
export const inCompany = (company: CompanyId): Realm => ({ _tag: "company", company })

/** The realm of a grant. */
export const realmOf = (grant: Grant): Realm => (grant._tag === "platform" ? platform : inCompany(grant.company))

/** True if both are the platform, or both are the same company. */
export const isSameRealm = (left: Realm, right: Realm): boolean =>
  left._tag === "company" && right._tag === "company" ? left.company === right.company : left._tag === right._tag

/**
 * The permissions that these grants give in a realm. In a company they come from the role there and from a role of the
 * platform; on the platform, from a role of the platform only.
 *
 * @param table - the service's table if missing; the tests of laws try others
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

/** True if these grants allow this in this realm. Without a grant, nothing is allowed. */
export const isAllowed = (
  grants: ReadonlyArray<Grant>,
  permission: Permission,
  realm: Realm,
  table: RoleTable = roles,
): boolean => permissionsIn(grants, realm, table).has(permission)
