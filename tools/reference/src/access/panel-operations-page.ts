/** The permission that each operation of the panel needs: the table that checks requests. */
import { neededBy, needsPassword, PanelApi, type PanelNeed } from "@vintem/contract"
import {
  CompanyRole,
  inCompany,
  isAllowed,
  type Permission,
  PlatformPermission,
  platform,
  Role,
} from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { HttpApi } from "effect/http-api"
import * as Schema from "effect/Schema"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"

export const panelOperationsPage = (): ReferencePage => ({
  name: "panel-operations.md",
  title: "Operations of the panel",
  about: "Which permission each operation of the panel needs, and which roles have it.",
  body: `${markdownTable(["operation", "needs", "roles"], rows())}
A company in which one has no role is answered 404, as one that is not there. What the role does not allow is answered 403. Operations that
need no session are for signing in; \`session\` needs a signed-in user, \`member\` a user with any role in the company. Where it says password, the
user has given theirs in the session in the last five minutes (\`POST /panel/v1/session/proof\`), or is answered 403 with \`x-vintem-needs: password\`.
`,
})

const rows = (): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  HttpApi.reflect(PanelApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const path = endpoint.path.replace(/:(\w+)/gu, "{$1}")
      const needed = neededBy(group.identifier, endpoint.identifier)
      if (needed !== undefined)
        found.push([
          code(`${endpoint.method} ${path}`),
          shownWith(group.identifier, endpoint.identifier, needed),
          rolesWith(needed),
        ])
    },
  })
  return found
}

const shown = (needed: PanelNeed): string => (needed === "nobody" ? "" : code(needed))

const shownWith = (group: string, operation: string, needed: PanelNeed): string =>
  needsPassword(group, operation) ? `${shown(needed)}, password` : shown(needed)

const isOfPlatform = Schema.is(PlatformPermission)
const isCompanyRole = Schema.is(CompanyRole)
const company = CompanyId.make(1)

const rolesWith = (needed: PanelNeed): string => {
  if (needed === "nobody") return "no session needed"
  if (needed === "session") return "all"
  if (needed === "member") return "all"
  return Role.literals.filter((role) => has(role, needed)).join(", ")
}

const has = (role: Role, permission: Permission): boolean =>
  isAllowed(
    [isCompanyRole(role) ? { _tag: "company", company, role } : { _tag: "platform", role }],
    permission,
    isOfPlatform(permission) ? platform : inCompany(company),
  )
