/** The contract of every store of memberships. */

import { type CompanyRole, type Grant, inCompany, platform, UserId } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type CompanyRepository, MembershipRepository, UnitOfWork, type UserRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { storeUser } from "./people-examples.ts"
import { later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const membershipRepositoryContract = (
  name: string,
  layer: Layer.Layer<CompanyRepository | MembershipRepository | UnitOfWork | UserRepository, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`MembershipRepository: ${name}`, () => {
    it(
      "returns a user's roles in all realms, the oldest first, and no other user's",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const [a, b] = [yield* storeCompany(), yield* storeCompany()]
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        const grants = [as(b.id, "viewer"), operator, as(a.id, "owner")]
        for (const grant of grants) yield* members.put(maria.id, grant, later(0))
        yield* members.put(joao.id, as(a.id, "support"), later(0))
        expect(yield* members.grantsOf(maria.id)).toStrictEqual(grants)
        expect(yield* members.grantsOf(joao.id)).toStrictEqual([as(a.id, "support")])
        expect(yield* members.grantsOf(UserId.make(joao.id + 1))).toStrictEqual([])
      }),
    )

    it(
      "gives a user one role in each realm: another one replaces it, and keeps when it began",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const { id: company } = yield* storeCompany()
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        for (const [realm, before, after] of [
          [inCompany(company), as(company, "viewer"), as(company, "owner")],
          [platform, auditor, operator],
        ] as const) {
          yield* members.put(maria.id, before, later(1))
          yield* members.put(joao.id, before, later(2))
          yield* members.put(maria.id, after, later(3))
          expect(yield* members.list(realm, wholeList)).toStrictEqual({
            entries: [
              { user: joao, grant: before, since: later(2) },
              { user: maria, grant: after, since: later(1) },
            ],
            total: 2,
          })
        }
        expect(yield* members.grantsOf(maria.id)).toStrictEqual([as(company, "owner"), operator])
      }),
    )

    it(
      "removes a role in its realm, once, and no other",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const [a, b] = [yield* storeCompany(), yield* storeCompany()]
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        for (const user of [maria, joao]) {
          for (const grant of [as(a.id, "owner"), as(b.id, "viewer"), auditor]) {
            yield* members.put(user.id, grant, later(0))
          }
        }
        expect(yield* members.remove(maria.id, inCompany(a.id))).toBe(true)
        expect(yield* members.remove(maria.id, inCompany(a.id))).toBe(false)
        expect(yield* members.grantsOf(maria.id)).toStrictEqual([as(b.id, "viewer"), auditor])
        expect(yield* members.remove(maria.id, platform)).toBe(true)
        expect(yield* members.remove(maria.id, platform)).toBe(false)
        expect(yield* members.grantsOf(maria.id)).toStrictEqual([as(b.id, "viewer")])
        expect(yield* members.grantsOf(joao.id)).toHaveLength(3)
      }),
    )

    it(
      "counts the owners of a company, and the operators of the platform, each in their realm",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const [a, b] = [yield* storeCompany(), yield* storeCompany()]
        const users = [yield* storeUser(1), yield* storeUser(2), yield* storeUser(3)]
        const roles = [as(a.id, "owner"), as(a.id, "owner"), as(a.id, "finance")]
        for (const [at, user] of users.entries()) {
          yield* members.put(user.id, roles[at] ?? operator, later(0))
          yield* members.put(user.id, as(b.id, "viewer"), later(0))
          yield* members.put(user.id, at === 0 ? operator : auditor, later(0))
        }
        expect(yield* members.heads(inCompany(a.id))).toBe(2)
        expect(yield* members.heads(inCompany(b.id))).toBe(0)
        expect(yield* members.heads(platform)).toBe(1)
      }),
    )

    it(
      "counts right: if all owners leave concurrently, one of them stays",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const users = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => storeUser(n))
        for (const { id } of users) yield* members.put(id, as(company, "owner"), later(0))
        const go = (user: UserId) =>
          Effect.gen(function* () {
            if ((yield* members.heads(inCompany(company))) < 2) return false
            return yield* members.remove(user, inCompany(company))
          })
        const gone = yield* Effect.forEach(users, ({ id }) => units.commit(go(id)), { concurrency: "unbounded" })
        expect(gone.filter((isGone) => isGone)).toHaveLength(4)
        expect(yield* members.heads(inCompany(company))).toBe(1)
      }),
    )

    it(
      "lists the members of a realm, page by page, the latest first",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const [a, b] = [yield* storeCompany(), yield* storeCompany()]
        const users = [yield* storeUser(1), yield* storeUser(2), yield* storeUser(3)]
        for (const [at, { id }] of users.toReversed().entries()) {
          yield* members.put(id, as(a.id, "viewer"), later(at))
          yield* members.put(id, auditor, later(at))
        }
        for (const realm of [inCompany(a.id), platform]) {
          const list = (number: number) =>
            Effect.map(members.list(realm, page(number, 2)), ({ entries, total }) => [
              ...entries.map(({ user }) => user.id),
              `of ${total}`,
            ])
          expect(yield* list(1)).toStrictEqual([users[0]?.id, users[1]?.id, "of 3"])
          expect(yield* list(2)).toStrictEqual([users[2]?.id, "of 3"])
        }
        expect(yield* members.list(inCompany(b.id), wholeList)).toStrictEqual({ entries: [], total: 0 })
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const members = yield* MembershipRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        yield* members.put(maria.id, as(company, "owner"), later(0))
        const unit = Effect.gen(function* () {
          yield* members.remove(maria.id, inCompany(company))
          yield* members.put(joao.id, operator, later(0))
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(yield* members.grantsOf(maria.id)).toStrictEqual([as(company, "owner")])
        expect(yield* members.grantsOf(joao.id)).toStrictEqual([])
      }),
    )

    hidesRunningUnits(store, Effect.all([storeUser(1), storeUser(2)]), (users) => ({
      write: (n) =>
        Effect.flatMap(MembershipRepository, (all) => all.put(users[n - 1]?.id ?? users[0].id, operator, later(n))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(MembershipRepository, (all) => all.grantsOf(users[n - 1]?.id ?? users[0].id)),
          (grants) => grants.length > 0,
        ),
    }))
  })
}

const as = (company: CompanyId, role: CompanyRole): Grant => ({ _tag: "company", company, role })
const operator: Grant = { _tag: "platform", role: "operator" }
const auditor: Grant = { _tag: "platform", role: "auditor" }
