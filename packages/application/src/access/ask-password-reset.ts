/**
 * Sends a user who forgot their password a link to choose a new one.
 */
import type { TooManyGuesses } from "@vintem/domain/access"
import { parseEmail } from "@vintem/domain/customer"
import {
  type AccessMailer,
  type AccessSecrets,
  type AuditLog,
  type GuessLog,
  type Secrets,
  type StorageUnavailable,
  type TicketRepository,
  type UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { countGuesses, guessedReset } from "./guesses.ts"
import { passwordLink } from "./password-link.ts"
import type { Visitor } from "./visitor.ts"

/**
 * Neither the answer nor its duration shows whether the account exists: the letter is written and sent in the background. Fails with
 * `TooManyGuesses`, also for addresses without an account.
 */
export const askPasswordReset = Effect.fn("askPasswordReset")(function* (
  email: string,
  visitor: Visitor,
): Effect.fn.Return<
  void,
  StorageUnavailable | TooManyGuesses,
  AccessMailer | AccessSecrets | AuditLog | GuessLog | Secrets | TicketRepository | UnitOfWork | UserRepository
> {
  const address = Result.getOrElse(parseEmail(email), () => "")
  yield* countGuesses([yield* guessedReset(address), yield* guessedReset(visitor.network)])
  yield* Effect.forkDetach(
    sendReset(address).pipe(
      Effect.catchCause((cause) => Effect.logError("a link to choose a new password was not sent", cause)),
    ),
  )
})

const sendReset = Effect.fnUntraced(function* (address: string) {
  const users = yield* UserRepository
  const user = Option.getOrNull(yield* users.findByEmail(address))
  if (user === null) return
  const { handedOver } = yield* passwordLink(user)
  if (handedOver._tag === "Shown") {
    yield* Effect.logWarning(
      "somebody asked for a new password and no letter was sent: vintem user reset makes a link",
      {
        user: user.id,
      },
    )
  }
})
