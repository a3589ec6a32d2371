/** People for the contracts, by number. */

import {
  newSession,
  PasswordHash,
  type SessionOrigin,
  TokenHash,
  type UserDetails,
  type UserId,
} from "@vintem/domain/access"
import type { Instant } from "@vintem/domain/calendar"
import { Email, FullName } from "@vintem/domain/customer"
import { SessionRepository, UserRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { later } from "./stored-examples.ts"

export const exampleUser = (n: number, overrides: Partial<UserDetails> = {}): UserDetails => ({
  email: Email.make(`Pessoa.${n}@example.com`),
  name: FullName.make(`Pessoa Nº ${n}`),
  language: "pt-BR",
  createdAt: later(0),
  ...overrides,
})

export const storeUser = Effect.fnUntraced(function* (n: number, overrides: Partial<UserDetails> = {}) {
  const users = yield* UserRepository
  return yield* Effect.fromOption(yield* users.add(exampleUser(n, overrides)))
})

export const exampleTokenHash = (n: number): TokenHash => TokenHash.make(n.toString(16).padStart(64, "0"))

export const examplePasswordHash = (n: number): PasswordHash =>
  PasswordHash.make(`$argon2id$v=19$m=19456,t=2,p=1$${String(n).padStart(22, "0")}$${String(n).padStart(43, "0")}`)

export const exampleOrigin: SessionOrigin = { address: "2001:db8::1", agent: 'Navegador "Água" 1.0' }

/** Stores a session that begins at an instant, with the token of this number. */
export const storeSession = Effect.fnUntraced(function* (user: UserId, n: number, at: Instant = later(0)) {
  const sessions = yield* SessionRepository
  return yield* sessions.add(newSession(user, exampleTokenHash(n), exampleOrigin, at))
})

/** The value, which must exist. */
export const found = <A>(option: Option.Option<A>): A => Option.getOrThrow(option)
