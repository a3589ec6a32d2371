/** The contract of every store of sessions. */

import { newSession, SessionId } from "@vintem/domain/access"
import { SessionRepository, UnitOfWork, type UserRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleOrigin, exampleTokenHash, found, storeSession, storeUser } from "./people-examples.ts"
import { later, page, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const sessionRepositoryContract = (
  name: string,
  layer: Layer.Layer<SessionRepository | UnitOfWork | UserRepository, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`SessionRepository: ${name}`, () => {
    it(
      "finds a session by its token, with every field",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const { id } = yield* storeUser(1)
        for (const [n, origin] of [exampleOrigin, { address: null, agent: "" }].entries()) {
          const details = newSession(id, exampleTokenHash(n), origin, later(n))
          const session = yield* sessions.add(details)
          expect(session).toStrictEqual({ id: session.id, ...details })
          expect(found(yield* sessions.find(exampleTokenHash(n)))).toStrictEqual(session)
        }
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(9)))).toBe(true)
      }),
    )

    it(
      "changes a session's token, and finds it by both tokens until the next change",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const { id: user } = yield* storeUser(1)
        const session = yield* storeSession(user, 1)
        const rotate = (from: number, to: number) =>
          sessions.rotate({
            id: session.id,
            from: exampleTokenHash(from),
            to: exampleTokenHash(to),
            at: later(10 * to),
            graceUntil: later(10 * to + 5),
          })
        expect(yield* rotate(1, 2)).toBe(true)
        const rotated = {
          ...session,
          hash: exampleTokenHash(2),
          previous: { hash: exampleTokenHash(1), until: later(25) },
          rotatedAt: later(20),
        }
        for (const n of [1, 2]) expect(found(yield* sessions.find(exampleTokenHash(n)))).toStrictEqual(rotated)
        expect(yield* rotate(1, 3)).toBe(false)
        expect(yield* rotate(2, 4)).toBe(true)
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(1)))).toBe(true)
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(3)))).toBe(true)
        expect(yield* sessions.end(user, session.id)).toBe(true)
        expect(yield* rotate(4, 5)).toBe(false)
      }),
    )

    it(
      "changes a token once if several callers replace it concurrently",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const { id } = yield* storeSession((yield* storeUser(1)).id, 1)
        const rotated = yield* Effect.forEach(
          [2, 3, 4, 5, 6],
          (to) =>
            sessions.rotate({
              id,
              from: exampleTokenHash(1),
              to: exampleTokenHash(to),
              at: later(1),
              graceUntil: later(2),
            }),
          { concurrency: "unbounded" },
        )
        expect(rotated.filter((isRotated) => isRotated)).toHaveLength(1)
        expect(Option.isSome(yield* sessions.find(exampleTokenHash(1)))).toBe(true)
      }),
    )

    it(
      "records when a session was seen, never an earlier time, and not after its end",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const { id: user } = yield* storeUser(1)
        const session = yield* storeSession(user, 1)
        const other = yield* storeSession(user, 2)
        yield* sessions.touch(session.id, later(5), later(50))
        const seen = { ...session, seenAt: later(5), expiresAt: later(50) }
        expect(found(yield* sessions.find(exampleTokenHash(1)))).toStrictEqual(seen)
        expect(found(yield* sessions.find(exampleTokenHash(2)))).toStrictEqual(other)
        yield* sessions.touch(session.id, later(4), later(40))
        expect(found(yield* sessions.find(exampleTokenHash(1)))).toStrictEqual(seen)
        yield* sessions.end(user, session.id)
        yield* sessions.touch(session.id, later(6), later(60))
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(1)))).toBe(true)
      }),
    )

    it(
      "records when the password was entered in a session, and not after its end",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const { id: user } = yield* storeUser(1)
        const session = yield* storeSession(user, 1)
        const other = yield* storeSession(user, 2)
        for (const at of [later(5), later(7)]) {
          yield* sessions.prove(session.id, at)
          expect(found(yield* sessions.find(exampleTokenHash(1)))).toStrictEqual({ ...session, provedAt: at })
        }
        expect(found(yield* sessions.find(exampleTokenHash(2)))).toStrictEqual(other)
        yield* sessions.end(user, session.id)
        yield* sessions.prove(session.id, later(9))
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(1)))).toBe(true)
      }),
    )

    it(
      "ends a session of its user, once, and nobody else's",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        const session = yield* storeSession(maria.id, 1)
        yield* storeSession(maria.id, 2)
        expect(yield* sessions.end(joao.id, session.id)).toBe(false)
        expect(yield* sessions.end(maria.id, SessionId.make(session.id + 10))).toBe(false)
        expect(yield* sessions.end(maria.id, session.id)).toBe(true)
        expect(yield* sessions.end(maria.id, session.id)).toBe(false)
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(1)))).toBe(true)
        expect(Option.isSome(yield* sessions.find(exampleTokenHash(2)))).toBe(true)
      }),
    )

    it(
      "ends all sessions of a user except the given one",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        yield* storeSession(joao.id, 9)
        const [, second] = yield* Effect.forEach([1, 2, 3], (n) => storeSession(maria.id, n))
        expect(yield* sessions.endAll(maria.id, second?.id ?? null)).toBe(2)
        expect((yield* sessions.list(maria.id, later(0), wholeList)).entries).toStrictEqual([second])
        expect(yield* sessions.endAll(maria.id, null)).toBe(1)
        expect(yield* sessions.endAll(maria.id, null)).toBe(0)
        expect(Option.isSome(yield* sessions.find(exampleTokenHash(9)))).toBe(true)
      }),
    )

    it(
      "lists a user's live sessions, newest first, page by page",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const [maria, joao] = [yield* storeUser(1), yield* storeUser(2)]
        const dead = yield* storeSession(maria.id, 1)
        yield* storeSession(joao.id, 2)
        const a = yield* storeSession(maria.id, 3, later(1))
        const b = yield* storeSession(maria.id, 4, later(1))
        const list = (number: number) => sessions.list(maria.id, dead.expiresAt, page(number, 1))
        expect(yield* list(1)).toStrictEqual({ entries: [b], total: 2 })
        expect(yield* list(2)).toStrictEqual({ entries: [a], total: 2 })
      }),
    )

    it(
      "forgets sessions that expired before an instant, up to a limit",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const { id } = yield* storeUser(1)
        const [, , third] = yield* Effect.forEach([1, 2, 3], (n) => storeSession(id, n, later(n)))
        const before = third?.expiresAt ?? later(0)
        expect(yield* sessions.forget(before, 1)).toBe(1)
        expect(yield* sessions.forget(before, 10)).toBe(1)
        expect(yield* sessions.forget(before, 10)).toBe(0)
        expect((yield* sessions.list(id, later(0), wholeList)).entries).toStrictEqual([third])
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const units = yield* UnitOfWork
        const { id } = yield* storeUser(1)
        yield* storeSession(id, 1)
        const unit = Effect.gen(function* () {
          yield* sessions.endAll(id, null)
          yield* storeSession(id, 2)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(Option.isSome(yield* sessions.find(exampleTokenHash(1)))).toBe(true)
        expect(Option.isNone(yield* sessions.find(exampleTokenHash(2)))).toBe(true)
      }),
    )

    hidesRunningUnits(store, storeUser(1), ({ id }) => ({
      write: (n) => storeSession(id, n),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(SessionRepository, (all) => all.find(exampleTokenHash(n))),
          Option.isSome,
        ),
    }))
  })
}
