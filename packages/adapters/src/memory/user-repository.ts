/** Users in memory, and their credentials. */
import { noCredentials, UserId } from "@vintem/domain/access"
import { emailKey } from "@vintem/domain/customer"
import { UserRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    const { credentials, userByEmail, users } = yield* Tables

    return UserRepository.of({
      add: (details) =>
        Effect.sync(() => {
          const key = emailKey(details.email)
          if (userByEmail.has(key)) return Option.none()
          const user = { id: UserId.make(users.size + 1), ...details }
          users.put(user.id, user)
          userByEmail.put(key, user.id)
          credentials.put(user.id, noCredentials)
          return Option.some(user)
        }),

      find: (id) => Effect.sync(() => Option.fromUndefinedOr(users.get(id))),

      findByEmail: (email) =>
        Effect.sync(() => {
          const id = userByEmail.get(emailKey(email))
          return Option.fromUndefinedOr(id === undefined ? undefined : users.get(id))
        }),

      list: (page) => Effect.sync(() => pageOf(users.newestFirst(), page)),

      credentials: (id) => Effect.sync(() => Option.fromUndefinedOr(credentials.get(id))),

      saveCredentials: (id, next) =>
        Effect.sync(() => {
          const isHeld = credentials.has(id)
          if (isHeld) credentials.put(id, next)
          return isHeld
        }),

      withSecondFactor: (after, limit) =>
        Effect.sync(() =>
          credentials
            .entries()
            .flatMap(([id, { secondFactor }]) => (id > after && secondFactor !== null ? [id] : []))
            .toSorted((one, other) => one - other)
            .slice(0, limit),
        ),
    })
  }),
)
