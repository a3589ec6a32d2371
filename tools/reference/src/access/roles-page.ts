/** The roles and their permissions: the table that checks requests. */
import {
  ApiKeyScope,
  CompanyPermission,
  CompanyRole,
  MembershipRefusal,
  membershipRefusalMeaning,
  Permission,
  PlatformRole,
  permissionMeaning,
  Role,
  roles,
  scopesOfEarlierKeys,
} from "@vintem/domain/access"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"

export const rolesPage = (): ReferencePage => ({
  name: "roles.md",
  title: "Roles and permissions",
  about: "Who may do what: people by their role, API keys by their scopes.",
  body: `A role of a company (${named(CompanyRole.literals)}) counts in that company and nowhere else. A role of the platform (${named(PlatformRole.literals)})
counts for the service and in every company. A user can have one role in each.

${markdownTable(
  ["role", "for"],
  Role.literals.map((role) => [code(role), roles[role].about]),
)}
## Permissions

${markdownTable(
  ["permission", "allows its holder to", ...Role.literals],
  Permission.literals.map((permission) => [
    code(permission),
    permissionMeaning[permission],
    ...Role.literals.map((role) => (roles[role].may.includes(permission) ? "yes" : "")),
  ]),
)}
The first ${CompanyPermission.literals.length} are asked for within a company, the others on the platform.

## Scopes of API keys

A key can be given ${named(ApiKeyScope.literals)}: of these, those that its maker has in that company.
Keys of before there were scopes can do ${named(scopesOfEarlierKeys)}.

## Why a change of members is refused

Where several reasons hold, the first is told.

${markdownTable(
  ["refusal", "because"],
  MembershipRefusal.literals.map((reason) => [code(reason), membershipRefusalMeaning[reason]]),
)}`,
})

const named = (names: ReadonlyArray<string>): string => names.map(code).join(", ")
