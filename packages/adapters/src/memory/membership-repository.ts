/** Roles of users, in memory. */
import { headRole, isSameRealm, type Member, type Realm, realmName, realmOf, type UserId } from "@vintem/domain/access"
import { grantsReadMax, MembershipRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, type MembershipRow, Tables } from "./tables.ts"

export const layer = Layer.effect(
  MembershipRepository,
  Effect.gen(function* () {
    const { companies, memberships, users } = yield* Tables

    const keyOf = (user: UserId, realm: Realm): string => compositeKey(user, realmName(realm))
    const inRealm = (realm: Realm) =>
      memberships.newestFirst().filter(({ grant }) => isSameRealm(realmOf(grant), realm))
    const memberOf = ({ grant, since, user }: MembershipRow): ReadonlyArray<Member> => {
      const found = users.get(user)
      return found === undefined ? [] : [{ user: found, grant, since }]
    }

    return MembershipRepository.of({
      grantsOf: (user) =>
        Effect.sync(() =>
          memberships
            .newestFirst()
            .reverse()
            .filter((row) => row.user === user)
            .slice(0, grantsReadMax)
            .map(({ grant }) => grant),
        ),

      heads: (realm) =>
        Effect.sync(() => inRealm(realm).filter(({ grant }) => grant.role === headRole[realm._tag]).length),

      put: (user, grant, since) =>
        Effect.sync(() => {
          requireAll([
            ["membership.user exists", users.has(user)],
            ["membership.company exists", grant._tag === "platform" || companies.has(grant.company)],
          ])
          const key = keyOf(user, realmOf(grant))
          memberships.put(key, { user, grant, since: memberships.get(key)?.since ?? since })
        }),

      remove: (user, realm) =>
        Effect.sync(() => {
          const key = keyOf(user, realm)
          const isHeld = memberships.has(key)
          memberships.forget(key)
          return isHeld
        }),

      list: (realm, page) => Effect.sync(() => pageOf(inRealm(realm).flatMap(memberOf), page)),
    })
  }),
)
