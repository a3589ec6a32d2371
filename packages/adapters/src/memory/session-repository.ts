/**
 * Sessions in memory, by the hashes of their tokens.
 */
import { type Session, SessionId } from "@vintem/domain/access"
import { SessionRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { oldestBefore } from "./oldest-before.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  SessionRepository,
  Effect.gen(function* () {
    const { sessionByHash, sessions, users } = yield* Tables

    const end = (session: Session): void => {
      sessions.remove(session.id)
      sessionByHash.forget(session.hash)
      if (session.previous !== null) sessionByHash.forget(session.previous.hash)
    }

    return SessionRepository.of({
      add: (details) =>
        Effect.sync(() => {
          requireAll([
            ["user_session.user exists", users.has(details.user)],
            ["user_session.hash is unique", !sessionByHash.has(details.hash)],
          ])
          const session = { id: SessionId.make(sessions.size + 1), ...details }
          sessions.put(session.id, session)
          sessionByHash.put(session.hash, session.id)
          return session
        }),

      find: (hash) =>
        Effect.sync(() => {
          const id = sessionByHash.get(hash)
          return Option.fromUndefinedOr(id === undefined ? undefined : sessions.get(id))
        }),

      touch: (id, seenAt, expiresAt) =>
        Effect.sync(() => {
          const session = sessions.get(id)
          if (session !== undefined && session.seenAt < seenAt) sessions.put(id, { ...session, seenAt, expiresAt })
        }),

      prove: (id, at) =>
        Effect.sync(() => {
          const session = sessions.get(id)
          if (session !== undefined) sessions.put(id, { ...session, provedAt: at })
        }),

      rotate: ({ at, from, graceUntil, id, to }) =>
        Effect.sync(() => {
          const session = sessions.get(id)
          if (session === undefined || session.hash !== from) return false
          requireAll([["user_session.hash is unique", !sessionByHash.has(to)]])
          if (session.previous !== null) sessionByHash.forget(session.previous.hash)
          sessions.put(id, { ...session, hash: to, previous: { hash: from, until: graceUntil }, rotatedAt: at })
          sessionByHash.put(to, id)
          return true
        }),

      list: (user, now, page) =>
        Effect.sync(() =>
          pageOf(
            sessions.newestFirst().filter((session) => session.user === user && now < session.expiresAt),
            page,
          ),
        ),

      end: (user, id) =>
        Effect.sync(() => {
          const session = sessions.get(id)
          if (session === undefined || session.user !== user) return false
          end(session)
          return true
        }),

      endAll: (user, kept) =>
        Effect.sync(() => {
          const ended = sessions.newestFirst().filter((session) => session.user === user && session.id !== kept)
          for (const session of ended) end(session)
          return ended.length
        }),

      forget: (before, limit) =>
        Effect.sync(() => {
          const old = oldestBefore(sessions, ({ expiresAt }) => expiresAt, before, limit)
          for (const session of old) end(session)
          return old.length
        }),
    })
  }),
)
