/** The contract of every store of users. */

import { type Credentials, noCredentials, SealedSecret, UserId } from "@vintem/domain/access"
import { Email, FullName } from "@vintem/domain/customer"
import { UnitOfWork, UserRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { hidesRunningUnits, joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { examplePasswordHash, exampleTokenHash, exampleUser, found, storeUser } from "./people-examples.ts"
import { later, page, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const userRepositoryContract = (
  name: string,
  layer: Layer.Layer<UserRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`UserRepository: ${name}`, () => {
    it(
      "returns every field of a user as it was added",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const details = exampleUser(1, {
          email: Email.make("Dona.MARIA+loja@Example.com"),
          name: FullName.make('Maria "Água" D\'Ávila 🥖'),
          language: "en",
          createdAt: later(1),
        })
        const user = found(yield* users.add(details))
        expect(user).toStrictEqual({ id: user.id, ...details })
        expect(found(yield* users.find(user.id))).toStrictEqual(user)
      }),
    )

    it(
      "finds a user by the address, however it is spelled",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const user = yield* storeUser(1, { email: Email.make("Maria@Example.com") })
        yield* storeUser(2)
        for (const email of ["maria@example.com", "MARIA@EXAMPLE.COM"]) {
          expect(found(yield* users.findByEmail(email))).toStrictEqual(user)
        }
        expect(Option.isNone(yield* users.findByEmail("maria@example.org"))).toBe(true)
      }),
    )

    it(
      "gives an address to one user, however it is spelled and however many ask concurrently",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const spelled = (email: string) => exampleUser(1, { email: Email.make(email) })
        const asked = ["maria@example.com", "Maria@example.com", "MARIA@example.com", "maria@EXAMPLE.com"]
        const added = yield* Effect.forEach(asked, (email) => users.add(spelled(email)), { concurrency: "unbounded" })
        expect(added.filter(Option.isSome)).toHaveLength(1)
        expect(yield* users.list(wholeList)).toMatchObject({ total: 1 })
      }),
    )

    it(
      "finds no unknown user",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const { id } = yield* storeUser(1)
        const nobody = UserId.make(id + 1)
        expect(Option.isNone(yield* users.find(nobody))).toBe(true)
        expect(Option.isNone(yield* users.credentials(nobody))).toBe(true)
        expect(yield* users.saveCredentials(nobody, full(1))).toBe(false)
      }),
    )

    it(
      "stores each user's credentials separately",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const { id } = yield* storeUser(1)
        const other = yield* storeUser(2)
        expect(found(yield* users.credentials(id))).toStrictEqual(noCredentials)
        for (const next of [full(1), { ...full(2), secondFactor: null }, noCredentials, full(3)]) {
          expect(yield* users.saveCredentials(id, next)).toBe(true)
          expect(found(yield* users.credentials(id))).toStrictEqual(next)
        }
        expect(found(yield* users.credentials(other.id))).toStrictEqual(noCredentials)
      }),
    )

    it(
      "no lost update: of units that read and change credentials concurrently, none undoes another's change",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const units = yield* UnitOfWork
        const { id } = yield* storeUser(1)
        yield* users.saveCredentials(id, full(1))
        const useOne = Effect.gen(function* () {
          const credentials = found(yield* users.credentials(id))
          const { secondFactor } = credentials
          if (secondFactor === null) return yield* Effect.die(new Error("There is a second factor."))
          const recovery = secondFactor.recovery.slice(1)
          return yield* users.saveCredentials(id, { ...credentials, secondFactor: { ...secondFactor, recovery } })
        })
        yield* Effect.replicateEffect(units.commit(useOne), 8, { concurrency: "unbounded" })
        expect(found(yield* users.credentials(id)).secondFactor?.recovery).toHaveLength(2)
      }),
    )

    it(
      "lists users with a second factor in the order of their ids, up to a limit",
      Effect.gen(function* () {
        const users = yield* UserRepository
        expect(yield* users.withSecondFactor(0, 10)).toStrictEqual([])
        const ids = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => Effect.map(storeUser(n), ({ id }) => id))
        const [one, two, three, , five] = ids
        for (const id of [five, two, one, three]) if (id !== undefined) yield* users.saveCredentials(id, full(id))
        if (two !== undefined) yield* users.saveCredentials(two, { ...full(2), secondFactor: null })
        expect(yield* users.withSecondFactor(0, 2)).toStrictEqual([one, three])
        expect(yield* users.withSecondFactor(three ?? 0, 2)).toStrictEqual([five])
        expect(yield* users.withSecondFactor(five ?? 0, 2)).toStrictEqual([])
      }),
    )

    it(
      "lists the newest first, page by page",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const [a, b, c] = [yield* storeUser(1), yield* storeUser(2), yield* storeUser(3)]
        expect(yield* users.list(page(1, 2))).toStrictEqual({ entries: [c, b], total: 3 })
        expect(yield* users.list(page(2, 2))).toStrictEqual({ entries: [a], total: 3 })
        expect(yield* users.list(page(3, 2))).toStrictEqual({ entries: [], total: 3 })
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const users = yield* UserRepository
        const units = yield* UnitOfWork
        const user = yield* storeUser(1)
        const unit = Effect.gen(function* () {
          yield* users.saveCredentials(user.id, full(1))
          yield* storeUser(2)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(yield* users.list(wholeList)).toStrictEqual({ entries: [user], total: 1 })
        expect(found(yield* users.credentials(user.id))).toStrictEqual(noCredentials)
        expect(Option.isSome(yield* users.add(exampleUser(2)))).toBe(true)
      }),
    )

    joinsUnits(store, {
      write: (n) => storeUser(n),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(UserRepository, (users) => users.add(exampleUser(n))),
          Option.isNone,
        ),
    })

    hidesRunningUnits(store, Effect.void, () => ({
      write: (n) => storeUser(n),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(UserRepository, (all) => all.list(wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

const full = (n: number): Credentials => ({
  password: examplePasswordHash(n),
  generation: n,
  secondFactor: {
    secret: SealedSecret.make(`segredo_${String(n).padStart(40, "0")}`),
    lastStep: 58_000_000 + n,
    recovery: Array.from({ length: 10 }, (_, at) => exampleTokenHash(100 * n + at)),
  },
})
