// Laws that hold for every sequence of grants: nobody gains more than the givers had, and no realm loses its head.
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CompanyId } from "../identifiers/company.ts"
import { type Grant, inCompany, isSameRealm, permissionsIn, platform, type Realm, realmOf } from "./grant.ts"
import { decideMembership, headRole, type MembershipChange, realmOfChange } from "./membership-change.ts"
import { Permission } from "./permission.ts"
import { CompanyRole, PlatformRole, Role, type RoleTable, roles } from "./role.ts"

const people = 5
const companies = [1, 2].map((id) => CompanyId.make(id))
const realms: ReadonlyArray<Realm> = [platform, ...companies.map(inCompany)]

/** Each person's roles in all realms: at most one role in each. */
type World = ReadonlyArray<ReadonlyArray<Grant>>

interface Move {
  readonly actor: number
  readonly target: number
  readonly change: MembershipChange
}

const companyGrant = fc
  .tuple(fc.constantFrom(...companies), fc.constantFrom(...CompanyRole.literals))
  .map(([company, role]): Grant => ({ _tag: "company", company, role }))
const platformGrant = fc.constantFrom(...PlatformRole.literals).map((role): Grant => ({ _tag: "platform", role }))
const grant = fc.oneof({ weight: 4, arbitrary: companyGrant }, { weight: 1, arbitrary: platformGrant })

const onePerRealm = (grants: ReadonlyArray<Grant>): ReadonlyArray<Grant> =>
  grants.filter((one, at) => grants.findIndex((earlier) => isSameRealm(realmOf(earlier), realmOf(one))) === at)

const world: fc.Arbitrary<World> = fc.array(fc.array(grant, { maxLength: 3 }).map(onePerRealm), {
  minLength: people,
  maxLength: people,
})

const change: fc.Arbitrary<MembershipChange> = fc.oneof(
  grant.map((one): MembershipChange => ({ _tag: "Add", grant: one })),
  grant.map((one): MembershipChange => ({ _tag: "Change", grant: one })),
  fc.constantFrom(...realms).map((realm): MembershipChange => ({ _tag: "Remove", realm })),
)
/** The service's own table or any other, including tables that let weak roles manage members. */
const tables: fc.Arbitrary<RoleTable> = fc.oneof(
  fc.constant(roles),
  fc
    .array(fc.subarray([...Permission.literals]), { minLength: Role.literals.length, maxLength: Role.literals.length })
    .map((lists): RoleTable => {
      const row = (role: Role) => {
        const drawn = lists[Role.literals.indexOf(role)] ?? []
        return { about: role, may: [...drawn, "members:write", "operators:write"] as const }
      }
      return {
        owner: row("owner"),
        finance: row("finance"),
        support: row("support"),
        developer: row("developer"),
        viewer: row("viewer"),
        operator: row("operator"),
        auditor: row("auditor"),
      }
    }),
)
const person = fc.nat({ max: people - 1 })
const moves = fc.array(fc.record({ actor: person, target: person, change }), { maxLength: 30 })

const headsOf = (all: World, realm: Realm): number =>
  all.flat().filter((one) => isSameRealm(realmOf(one), realm) && one.role === headRole[realm._tag]).length

const grantsOf = (all: World, who: number): ReadonlyArray<Grant> => all[who] ?? []

/** The world after a move. It stays unchanged if the move is refused. */
const moved =
  (table: RoleTable) =>
  (all: World, { actor, change: asked, target }: Move): World => {
    const realm = realmOfChange(asked)
    const decided = decideMembership(
      {
        actor: grantsOf(all, actor),
        target: grantsOf(all, target),
        isSelf: actor === target,
        change: asked,
        heads: headsOf(all, realm),
      },
      table,
    )
    if (Result.isFailure(decided)) return all
    return all.map((grants, who) =>
      who === target
        ? [
            ...grants.filter((one) => !isSameRealm(realmOf(one), realm)),
            ...(decided.success === null ? [] : [decided.success]),
          ]
        : grants,
    )
  }

/** The permissions a user has, each with its realm. */
const reachOf =
  (table: RoleTable) =>
  (grants: ReadonlyArray<Grant>): ReadonlySet<string> =>
    new Set(
      realms.flatMap((realm) =>
        Array.from(
          permissionsIn(grants, realm, table),
          (permission) => `${realm._tag === "company" ? realm.company : "platform"} ${permission}`,
        ),
      ),
    )

describe("any sequence of grants", () => {
  it("no escalation: a member and those it brings in never give anybody more than that member had", () => {
    fc.assert(
      fc.property(tables, world, person, moves, (table, start, member, asked) => {
        const reaches = reachOf(table)
        const givers = new Set([member])
        let now = start
        for (const move of asked) {
          if (!givers.has(move.actor)) continue
          const next = moved(table)(now, move)
          // A user who had no role and was let in now acts for the member, too.
          if (next !== now && grantsOf(start, move.target).length === 0) givers.add(move.target)
          now = next
        }
        const reach = reaches(grantsOf(start, member))
        now.forEach((grants, who) => {
          const before = reaches(grantsOf(start, who))
          const gained = Array.from(reaches(grants)).filter((one) => !before.has(one))
          expect(gained.filter((one) => !reach.has(one))).toEqual([])
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it("no lockout: a company that has an owner keeps one, and the platform its operator", () => {
    fc.assert(
      fc.property(tables, world, moves, (table, start, asked) => {
        const end = asked.reduce(moved(table), start)
        for (const realm of realms) {
          if (headsOf(start, realm) > 0) expect(headsOf(end, realm)).toBeGreaterThan(0)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it("walls: without a role of the platform, a member of one company changes nothing in another", () => {
    fc.assert(
      fc.property(tables, world, person, moves, (table, start, member, asked) => {
        const before = grantsOf(start, member)
        fc.pre(before.every(({ _tag }) => _tag === "company"))
        const own = before.map(realmOf)
        const end = asked.filter(({ actor }) => actor === member).reduce(moved(table), start)
        const elsewhere = (all: World) =>
          all.map((grants) => grants.filter((one) => !own.some((realm) => isSameRealm(realm, realmOf(one)))))
        expect(elsewhere(end)).toEqual(elsewhere(start))
      }),
      { numRuns: 1_000 },
    )
  })

  it("walls: no role of a company allows anything in another company or on the platform", () => {
    fc.assert(
      fc.property(
        tables,
        fc.array(companyGrant, { maxLength: 5 }),
        fc.constantFrom(...realms),
        (table, grants, realm) => {
          fc.pre(!grants.some((one) => isSameRealm(realmOf(one), realm)))
          expect(permissionsIn(grants, realm, table).size).toBe(0)
        },
      ),
    )
  })

  it("one role: nobody ever has two roles in one realm", () => {
    fc.assert(
      fc.property(tables, world, moves, (table, start, asked) => {
        for (const grants of asked.reduce(moved(table), start)) expect(onePerRealm(grants)).toEqual(grants)
      }),
    )
  })
})
