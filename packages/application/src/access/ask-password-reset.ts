/**
 * Sends a user who forgot their password a link to choose a new one.
 */
import { platform, type Ticket, type TooManyGuesses, type User } from "@vintem/domain/access"
import { parseEmail } from "@vintem/domain/customer"
import {
  type AccessMailer,
  type AccessSecrets,
  type AuditLog,
  type GuessLog,
  type Secrets,
  type StorageUnavailable,
  type TicketRepository,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { Acting } from "../audit/acting.ts"
import { recordChange } from "../audit/record-change.ts"
import { countGuesses, guessedReset } from "./guesses.ts"
import { type HandedOver, handOver } from "./hand-over.ts"
import { issueTicket } from "./issue-ticket.ts"
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

/** What became of the link to choose a new password. */
interface PasswordLink {
  readonly ticket: Ticket
  readonly handedOver: HandedOver
}

/** Makes a link with which a user chooses a password, in place of any that was made before, and sends it where letters are sent. @returns as `invite` */
export const passwordLink = Effect.fn("passwordLink")(function* (
  user: User,
): Effect.fn.Return<
  PasswordLink,
  StorageUnavailable,
  AccessMailer | AccessSecrets | AuditLog | TicketRepository | UnitOfWork
> {
  const { commit } = yield* UnitOfWork
  const actor = yield* Acting
  const { ticket, token } = yield* commit(
    Effect.gen(function* () {
      const issued = yield* issueTicket({ _tag: "PasswordReset", user: user.id })
      // The caller is not authenticated, and anybody can make this request. So only a known user's request has an entry in the audit log.
      if (actor._tag !== "System") {
        yield* recordChange({
          realm: platform,
          action: "user.password_link",
          subject: user.id,
          before: null,
          after: {},
        })
      }
      return issued
    }),
  )
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
