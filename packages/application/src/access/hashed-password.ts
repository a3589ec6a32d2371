/** The hash of a newly chosen password. */
import { type PasswordHash, type PasswordRefused, parsePassword } from "@vintem/domain/access"
import { PasswordHasher, type PasswordsBusy } from "@vintem/domain/ports"
import { Effect, Redacted } from "effect"

/** Fails with `PasswordRefused` if the account of this address may not have the password, or with `PasswordsBusy`. */
export const hashedPassword = Effect.fnUntraced(function* (
  password: Redacted.Redacted<string>,
  email: string,
): Effect.fn.Return<PasswordHash, PasswordRefused | PasswordsBusy, PasswordHasher> {
  const hasher = yield* PasswordHasher
  const text = yield* Effect.fromResult(parsePassword(Redacted.value(password), email))
  return yield* hasher.hash(Redacted.make(text, { label: "password" }), email)
})
