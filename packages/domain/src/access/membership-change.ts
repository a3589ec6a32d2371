/**
 * The roles of users in companies and on the platform, and who may change them.
 *
 * Two rules hold after any sequence of changes: nobody gets a permission that the giver did not have, and a company
 * that has an owner keeps one, and the platform keeps an operator.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Grant, Grant as GrantSchema, isAllowed, isSameRealm, permissionsIn, Realm, realmOf } from "./grant.ts"
import type { Permission } from "./permission.ts"
import { type Role, type RoleTable, roles } from "./role.ts"

/** The change: a user joins, gets another role, or leaves. */
export const MembershipChange = Schema.TaggedUnion({
  Add: { grant: GrantSchema },
  Change: { grant: GrantSchema },
  Remove: { realm: Realm },
})
export type MembershipChange = typeof MembershipChange.Type

/** Why a change was refused, by rank: if several reasons hold, the first in the list is given. */
export const MembershipRefusal = Schema.Literals(["NotAllowed", "AlreadyMember", "NotMember", "AboveOwn", "LastHead"])
export type MembershipRefusal = typeof MembershipRefusal.Type

/** The reason for a refusal, in words. It completes "refused, because …". */
export const membershipRefusalMeaning: Readonly<Record<MembershipRefusal, string>> = {
  NotAllowed: "the caller may not change who works here",
  AlreadyMember: "the user already has a role here, which can be changed",
  NotMember: "the user has no role here",
  AboveOwn: "the role allows something that the caller may not do",
  LastHead: "a company keeps an owner, and the platform an operator",
}

/** Nothing was changed. */
export class MembershipRefused extends Schema.TaggedError<MembershipRefused>()("MembershipRefused", {
  reason: MembershipRefusal,
  realm: Realm,
}) {}

/** A change, and the facts for deciding about it. */
export interface AskedChange {
  /** The caller's grants in all realms. */
  readonly actor: ReadonlyArray<Grant>
  /** The changed user's grants in all realms. */
  readonly target: ReadonlyArray<Grant>
  /** True if caller and target are one person. Everybody may remove themselves. */
  readonly isSelf: boolean
  readonly change: MembershipChange
  /** How many owners the company has, or operators the platform, including `target`. */
  readonly heads: number
}

/** The role that a realm needs at least once: without it no user could change the members. */
export const headRole: Readonly<Record<Realm["_tag"], Role>> = { company: "owner", platform: "operator" }

/** The permission that a change of a realm's members needs. */
export const membersPermission: Readonly<Record<Realm["_tag"], Permission>> = {
  company: "members:write",
  platform: "operators:write",
}

/** The realm that a change is made in. */
export const realmOfChange = (change: MembershipChange): Realm =>
  change._tag === "Remove" ? change.realm : realmOf(change.grant)

/**
 * @param table - the service's table if missing; the tests of laws try others
 * @returns the target's new role in the realm; null if it leaves
 */
export const decideMembership = (
  asked: AskedChange,
  table: RoleTable = roles,
): Result.Result<Grant | null, MembershipRefused> => {
  const reason = refusalOf(asked, table)
  const { change } = asked
  if (reason !== null) return Result.fail(new MembershipRefused({ reason, realm: realmOfChange(change) }))
  return Result.succeed(change._tag === "Remove" ? null : change.grant)
}

/** True if these grants allow everything that another grant allows, in each of its realms. */
const covers = (grants: ReadonlyArray<Grant>, grant: Grant, table: RoleTable): boolean => {
  // A role of the platform counts in every realm. Only another role of the platform can cover it.
  const own =
    grant._tag === "company"
      ? permissionsIn(grants, realmOf(grant), table)
      : new Set(grants.flatMap(({ _tag, role }) => (_tag === "platform" ? table[role].may : [])))
  const given = grant._tag === "company" ? permissionsIn([grant], realmOf(grant), table) : table[grant.role].may
  return Array.from(given).every((permission) => own.has(permission))
}

const refusalOf = (
  { actor, change, heads, isSelf, target }: AskedChange,
  table: RoleTable,
): MembershipRefusal | null => {
  const realm = realmOfChange(change)
  const before = target.find((grant) => isSameRealm(realmOf(grant), realm))
  const after = change._tag === "Remove" ? undefined : change.grant
  const isGoing = isSelf && after === undefined
  if (!isGoing && !isAllowed(actor, membersPermission[realm._tag], realm, table)) return "NotAllowed"
  if (change._tag === "Add" && before !== undefined) return "AlreadyMember"
  if (change._tag !== "Add" && before === undefined) return "NotMember"
  const touched = [before, after].filter((grant) => grant !== undefined)
  if (!isGoing && !touched.every((grant) => covers(actor, grant, table))) return "AboveOwn"
  const head = headRole[realm._tag]
  return before?.role === head && after?.role !== head && heads <= 1 ? "LastHead" : null
}
