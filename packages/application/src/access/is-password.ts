/** Compares a given password with the stored hash. */
import { type Credentials, passwordText, type UserId } from "@vintem/domain/access"
import { PasswordHasher, type PasswordsBusy } from "@vintem/domain/ports"
import { Effect, Redacted } from "effect"

/**
 * A password that is too long is compared with nothing, and takes as long as the others.
 *
 * @param known - see `PasswordHasher.verify`
 */
export const isPassword = Effect.fnUntraced(function* (
  given: Redacted.Redacted<string>,
  hash: Credentials["password"],
  network: string,
  known?: UserId,
): Effect.fn.Return<boolean, PasswordsBusy, PasswordHasher> {
  const hasher = yield* PasswordHasher
  const text = passwordText(Redacted.value(given))
  return (yield* hasher.verify(Redacted.make(text ?? "", { label: "password" }), hash, network, known)) && text !== null
})
