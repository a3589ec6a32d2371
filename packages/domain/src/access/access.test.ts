// Permissions by the table of roles, the order of refusals, and the scopes that a key may get.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { CompanyId } from "../identifiers/company.ts"
import { ApiKeyScope, grantableScopes, scopesOfEarlierKeys } from "./api-key-scope.ts"
import { type Grant, inCompany, isAllowed, permissionsIn, platform } from "./grant.ts"
import { type AskedChange, decideMembership, MembershipRefusal } from "./membership-change.ts"
import { CompanyPermission, Permission, PlatformPermission, permissionMeaning } from "./permission.ts"
import { CompanyRole, PlatformRole, Role, type RoleTable, roles } from "./role.ts"

const own = CompanyId.make(1)
const other = CompanyId.make(2)
const member = (role: CompanyRole, company = own): Grant => ({ _tag: "company", company, role })
const operator: Grant = { _tag: "platform", role: "operator" }
const auditor: Grant = { _tag: "platform", role: "auditor" }

/** A table that lets a weak role manage the members of a company. */
const viewerInvites: RoleTable = {
  ...roles,
  viewer: { ...roles.viewer, may: [...roles.viewer.may, "members:read", "members:write"] },
}

describe("the table of roles", () => {
  it("has a row for each role and a meaning for each permission, in order", () => {
    expect(Object.keys(roles)).toEqual([...Role.literals])
    expect(Object.keys(permissionMeaning)).toEqual([...Permission.literals])
    for (const { may } of Object.values(roles)) {
      expect(may).toEqual(Permission.literals.filter((permission) => may.includes(permission)))
    }
  })

  it("gives no role of a company a permission of the platform", () => {
    const ofPlatform: ReadonlyArray<string> = PlatformPermission.literals
    for (const role of CompanyRole.literals) {
      expect(roles[role].may.filter((permission) => ofPlatform.includes(permission))).toEqual([])
    }
  })

  it("gives every permission to some role, in a company and on the platform", () => {
    expect(roles.owner.may).toEqual(CompanyPermission.literals)
    expect(roles.operator.may).toEqual(Permission.literals)
  })

  it.each(["viewer", "auditor"] as const)("lets %s read and do nothing else", (role) => {
    expect(roles[role].may.filter((permission) => !permission.endsWith(":read"))).toEqual([])
  })

  it("lets no role write without reading", () => {
    for (const role of Role.literals) {
      const { may } = roles[role]
      const subjects = may.map((permission) => permission.split(":")[0])
      expect(subjects.filter((subject) => !may.some((permission) => permission === `${subject}:read`))).toEqual([])
    }
  })

  it.each([
    ["owner", true, true, true],
    ["finance", true, true, false],
    ["support", false, true, false],
    ["developer", false, true, true],
    ["viewer", false, false, false],
  ] as const)("%s: refunds %s, sees customers %s, makes keys %s", (role, refunds, customers, keys) => {
    const may = permissionsIn([member(role)], inCompany(own))
    expect([may.has("orders:refund"), may.has("customers:read"), may.has("keys:write")]).toEqual([
      refunds,
      customers,
      keys,
    ])
  })
})

describe("isAllowed", () => {
  it("allows nothing without a grant", () => {
    expect(permissionsIn([], inCompany(own)).size + permissionsIn([], platform).size).toBe(0)
  })

  it("counts a role of a company in that company only", () => {
    expect(isAllowed([member("owner")], "orders:read", inCompany(own))).toBe(true)
    expect(isAllowed([member("owner")], "orders:read", inCompany(other))).toBe(false)
    expect(permissionsIn([member("owner")], platform).size).toBe(0)
  })

  it("counts each of a user's roles in the realm where it was given", () => {
    const both = [member("owner"), member("viewer", other)]
    expect(isAllowed(both, "orders:refund", inCompany(own))).toBe(true)
    expect(isAllowed(both, "orders:refund", inCompany(other))).toBe(false)
    expect(isAllowed(both, "orders:read", inCompany(other))).toBe(true)
  })

  it("counts a role of the platform in every company and on the platform", () => {
    for (const company of [own, other]) {
      expect(isAllowed([operator], "orders:refund", inCompany(company))).toBe(true)
      expect(isAllowed([auditor], "orders:read", inCompany(company))).toBe(true)
      expect(isAllowed([auditor], "orders:refund", inCompany(company))).toBe(false)
    }
    expect(isAllowed([operator], "companies:write", platform)).toBe(true)
    expect(isAllowed([auditor], "companies:write", platform)).toBe(false)
  })

  it("keeps realms apart: a permission of the platform never counts in a company, nor the other way round", () => {
    expect(isAllowed([operator], "companies:write", inCompany(own))).toBe(false)
    expect(isAllowed([operator], "orders:read", platform)).toBe(false)
  })
})

describe("decideMembership", () => {
  const asked: AskedChange = {
    actor: [member("viewer")],
    target: [member("owner")],
    isSelf: false,
    change: { _tag: "Add", grant: member("owner") },
    heads: 1,
  }
  type Row = readonly [string, Partial<AskedChange>, MembershipRefusal | null, RoleTable?]
  const rows: ReadonlyArray<Row> = [
    ["a caller without the permission", {}, "NotAllowed"],
    [
      "an owner who is an auditor, adding an operator",
      { actor: [member("owner"), auditor], target: [], change: { _tag: "Add", grant: operator } },
      "NotAllowed",
    ],
    ["an owner adding who is there", { actor: [member("owner")] }, "AlreadyMember"],
    [
      "an owner changing who is not there",
      { actor: [member("owner")], target: [], change: { _tag: "Change", grant: member("viewer") } },
      "NotMember",
    ],
    [
      "a viewer who may change members, and wants to be an owner",
      { isSelf: true, target: [member("viewer")], change: { _tag: "Change", grant: member("owner") } },
      "AboveOwn",
      viewerInvites,
    ],
    [
      "a viewer who may change members, removing an owner",
      { change: { _tag: "Remove", realm: inCompany(own) } },
      "AboveOwn",
      viewerInvites,
    ],
    [
      "a viewer who may change members, adding a viewer",
      { target: [], change: { _tag: "Add", grant: member("viewer") } },
      null,
      viewerInvites,
    ],
    [
      "an owner making the last owner a viewer",
      { actor: [member("owner")], change: { _tag: "Change", grant: member("viewer") } },
      "LastHead",
    ],
    [
      "the last owner staying an owner",
      { actor: [member("owner")], change: { _tag: "Change", grant: member("owner") } },
      null,
    ],
    [
      "the last owner going",
      { actor: [member("owner")], isSelf: true, change: { _tag: "Remove", realm: inCompany(own) } },
      "LastHead",
    ],
    [
      "one of two owners going",
      { actor: [member("owner")], isSelf: true, heads: 2, change: { _tag: "Remove", realm: inCompany(own) } },
      null,
    ],
    [
      "a viewer going",
      { target: [member("viewer")], isSelf: true, change: { _tag: "Remove", realm: inCompany(own) } },
      null,
    ],
    [
      "an operator giving a company its first owner",
      { actor: [operator], target: [], heads: 0, change: { _tag: "Add", grant: member("owner") } },
      null,
    ],
    ["an operator adding an auditor", { actor: [operator], target: [], change: { _tag: "Add", grant: auditor } }, null],
    [
      "the last operator becoming an auditor",
      { actor: [operator], target: [operator], isSelf: true, change: { _tag: "Change", grant: auditor } },
      "LastHead",
    ],
    [
      "an owner of another company",
      { actor: [member("owner", other)], target: [], change: { _tag: "Add", grant: member("viewer") } },
      "NotAllowed",
    ],
  ]

  const cases = rows.map(([story, overrides, reason, table = roles]) => ({ story, overrides, reason, table }))
  it.each(cases)("$story", ({ overrides, reason, table }) => {
    const decided = decideMembership({ ...asked, ...overrides }, table)
    expect(Result.isFailure(decided) ? decided.failure.reason : null).toBe(reason)
  })

  it("returns the target's new role", () => {
    const viewer = member("viewer")
    const owner = { ...asked, actor: [member("owner")], target: [] }
    expect(Result.getOrThrow(decideMembership({ ...owner, change: { _tag: "Add", grant: viewer } }))).toEqual(viewer)
    const gone = { ...owner, target: [viewer], change: { _tag: "Remove", realm: inCompany(own) } } as const
    expect(Result.getOrThrow(decideMembership(gone))).toBeNull()
  })

  it("has a row for every refusal, in order of precedence", () => {
    const told = new Set(rows.flatMap(([, , reason]) => reason ?? []))
    expect(Array.from(told)).toEqual(MembershipRefusal.literals)
  })
})

describe("API key scopes", () => {
  it("are permissions of a company", () => {
    const known: ReadonlyArray<string> = CompanyPermission.literals
    expect(ApiKeyScope.literals.filter((scope) => !known.includes(scope))).toEqual([])
  })

  it("exclude what only people may do", () => {
    expect(ApiKeyScope.literals.filter((scope) => /^(keys|members|audit):|^company:write$/u.test(scope))).toEqual([])
  })

  it("leave older keys without refunds", () => {
    expect(scopesOfEarlierKeys).not.toContain("orders:refund")
    expect(scopesOfEarlierKeys).toContain("orders:write")
  })

  it.each(Role.literals)("do not let %s give a key more than the role itself allows", (role) => {
    const grant: Grant = PlatformRole.literals.some((one) => one === role)
      ? { _tag: "platform", role: role === "operator" ? "operator" : "auditor" }
      : member(CompanyRole.literals.find((one) => one === role) ?? "viewer")
    const given = grantableScopes([grant], inCompany(own))
    expect(given.filter((scope) => !roles[role].may.includes(scope))).toEqual([])
    expect(given.length > 0).toBe(roles[role].may.includes("keys:write"))
    expect(given.includes("orders:refund")).toBe(role === "owner" || role === "operator")
  })
})
