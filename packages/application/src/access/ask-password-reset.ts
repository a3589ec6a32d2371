/**
 * Sends a user who forgot their password a link to choose a new one.
 */
import type { TooManyGuesses } from "@vintem/domain/access"
import type { Email } from "@vintem/domain/customer"
import {
  type AccessMailer,
  type AccessSecrets,
  type GuessLog,
  type Secrets,
  type StorageUnavailable,
  type TicketRepository,
  type Trail,
  type UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { countAttempt, guessedReset, guessedResetAddress, guessedResetFrom, placeOf } from "./guesses.ts"
import { soughtAccount } from "./marks.ts"
import { passwordLink } from "./password-link.ts"
import type { Visitor } from "./visitor.ts"

/**
 * Neither the answer nor its duration shows whether the account exists: the letter is written and sent in the background. Fails with
 * `TooManyGuesses` if the visitor's network has asked too often for this e-mail, or for many e-mails, with an account or without. A browser
 * with a mark of the account is counted by itself.
 *
 * Requests of other networks for the same e-mail limit only the letters. Beyond that limit no letter is sent, and the answer does not say
 * so. The owner then has an earlier letter whose link is still valid: the wait for the next letter is never longer than a link is valid.
 */
export const askPasswordReset = Effect.fn("askPasswordReset")(function* (
  email: Email,
  visitor: Visitor,
): Effect.fn.Return<
  void,
  StorageUnavailable | TooManyGuesses,
  AccessMailer | AccessSecrets | Trail | GuessLog | Secrets | TicketRepository | UnitOfWork | UserRepository
> {
  const { network } = visitor
  const { mark } = yield* soughtAccount(email, visitor)
  yield* countAttempt(
    mark === null
      ? { at: yield* guessedResetFrom(email, network), from: yield* guessedResetAddress(network) }
      : { at: yield* guessedResetFrom(email, placeOf(mark)), from: null },
  )
  yield* Effect.forkDetach(
    sendReset(email).pipe(
      Effect.catchTag("TooManyGuesses", () => Effect.void),
      Effect.catchCause((cause) => Effect.logError("a link to choose a new password was not sent", cause)),
    ),
  )
})

const sendReset = Effect.fnUntraced(function* (email: Email) {
  const users = yield* UserRepository
  yield* countAttempt({ at: yield* guessedReset(email), from: null })
  const user = Option.getOrNull(yield* users.findByEmail(email))
  if (user === null) return
  const { handedOver } = yield* passwordLink(user)
  if (handedOver._tag === "Shown") {
    yield* Effect.logWarning("a new password was requested and no e-mail was sent: vintem user reset creates a link", {
      user: user.id,
    })
  }
})
