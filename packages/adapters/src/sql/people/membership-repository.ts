/**
 * Who has which role where, in SQL. On the platform there is no company.
 */
import { Grant, headRole, type Realm, realmName } from "@vintem/domain/access"
import { Instant } from "@vintem/domain/calendar"
import { grantsReadMax, MembershipRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { hold } from "../engine/procedure.ts"
import { readerOf } from "../engine/stored-value.ts"
import { type UserRow, userFromRow } from "./user-row.ts"

export const layer = Layer.effect(
  MembershipRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    /** Every request of a person reads this. */
    const selectGrants = preparedQuery<{ user: number }, GrantRow>((value) =>
      build
        .selectFrom("membership")
        .select(["company_id", "role"])
        .where("user_id", "=", value("user"))
        .orderBy("id")
        .limit(grantsReadMax),
    )

    const inRealm = (realm: Realm) => {
      const members = build.selectFrom("membership")
      return realm._tag === "company"
        ? members.where("company_id", "=", realm.company)
        : members.where("company_id", "is", null)
    }

    return MembershipRepository.of({
      grantsOf: (user) =>
        Effect.flatMap(executor.read("memberships.grantsOf", selectGrants({ user })), (rows) =>
          Effect.forEach(rows, (row) => grantFromRow("memberships.grantsOf", row)),
        ),
      heads: Effect.fnUntraced(function* (realm) {
        const operation = "memberships.heads"
        yield* executor.run(operation, () => hold(`members of ${realmName(realm)}`))
        const [row] = yield* executor.read(
          operation,
          inRealm(realm)
            .where("role", "=", headRole[realm._tag])
            .select((e) => e.fn.countAll<number>().as("heads"))
            .compile(),
        )
        return Number(row?.heads ?? 0)
      }, commit),
      put: (user, grant, since) =>
        Effect.asVoid(
          executor.write(
            "memberships.put",
            build
              .insertInto("membership")
              .values({
                user_id: user,
                company_id: grant._tag === "company" ? grant.company : null,
                role: grant.role,
                since,
              })
              .onConflict((conflict) =>
                (grant._tag === "company"
                  ? conflict.columns(["user_id", "company_id"]).where(sql<boolean>`company_id is not null`)
                  : conflict.column("user_id").where(sql<boolean>`company_id is null`)
                ).doUpdateSet((e) => ({ role: e.ref("excluded.role") })),
              )
              .compile(),
          ),
        ),
      remove: (user, realm) => {
        const ofUser = build.deleteFrom("membership").where("user_id", "=", user)
        return Effect.map(
          executor.write(
            "memberships.remove",
            (realm._tag === "company"
              ? ofUser.where("company_id", "=", realm.company)
              : ofUser.where("company_id", "is", null)
            ).compile(),
          ),
          ({ changes }) => changes === 1,
        )
      },
      list: (realm, page) => {
        const operation = "memberships.list"
        return readUncountedPage(
          executor,
          realm,
          operation,
          {
            count: inRealm(realm)
              .select((e) => e.fn.countAll<number>().as("total"))
              .compile(),
            rows: ({ limit, offset }) =>
              inRealm(realm)
                .innerJoin("users", "users.id", "membership.user_id")
                .select(["users.id", "users.email", "users.name", "users.language", "users.created_at"])
                .select(["membership.company_id", "membership.role", "membership.since"])
                .orderBy("membership.id", "desc")
                .limit(limit)
                .offset(offset)
                .compile(),
          },
          page,
          (row: MemberRow) =>
            Effect.all({
              user: userFromRow(operation, row),
              grant: grantFromRow(operation, row),
              since: readInstant(operation, "Since when a user is a member", row.since),
            }),
        )
      },
    })
  }),
)

interface GrantRow {
  readonly company_id: number | null
  readonly role: string
}

interface MemberRow extends UserRow, GrantRow {
  readonly since: number
}

const readGrant = readerOf(Grant)
const readInstant = readerOf(Instant)

const grantFromRow = (operation: string, { company_id, role }: GrantRow) =>
  readGrant(
    operation,
    "A role",
    company_id === null ? { _tag: "platform", role } : { _tag: "company", company: company_id, role },
  )
