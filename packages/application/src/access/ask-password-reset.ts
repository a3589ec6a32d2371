/**
 * Sends somebody who forgot their password a link to choose another.
 */
import { parseEmail, UnitOfWork, type User, UserRepository } from "@vintem/domain"
import { Effect, Option, Result } from "effect"
import { countGuesses, guessedReset } from "./guesses.ts"
import { handOver } from "./hand-over.ts"
import { issueTicket } from "./issue-ticket.ts"
import type { Visitor } from "./visitor.ts"

/**
 * Says nothing of whether there is such an account, nor by how long it takes: the letter is written and sent in the background. Fails with
 * `TooManyGuesses`, for addresses that nobody has as for others.
 */
export const askPasswordReset = Effect.fn("askPasswordReset")(function* (email: string, visitor: Visitor) {
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

/** Makes a link with which a user chooses a password, in place of any that was made before, and sends it where letters are sent. @returns as `invite` */
export const passwordLink = Effect.fn("passwordLink")(function* (user: User) {
  const { commit } = yield* UnitOfWork
  const { ticket, token } = yield* commit(issueTicket({ _tag: "PasswordReset", user: user.id }))
  const handedOver = yield* handOver({
    about: "PasswordReset",
    id: `senha-${ticket.id}`,
    to: user.email,
    name: user.name,
    language: user.language,
    company: null,
    token,
    expiresAt: ticket.expiresAt,
  })
  return { ticket, handedOver }
})
