/** The link for choosing a password. */
import { platform, type Ticket, type User } from "@vintem/domain/access"
import {
  type AccessMailer,
  type AccessSecrets,
  type StorageUnavailable,
  type TicketRepository,
  type Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect } from "effect"
import { CurrentActor } from "../trail/current-actor.ts"
import { recordChange } from "../trail/record-change.ts"
import { type HandedOver, handOver } from "./hand-over.ts"
import { issueTicket } from "./issue-ticket.ts"

/** The link for choosing a password, and how it was handed over. */
interface PasswordLink {
  readonly ticket: Ticket
  readonly handedOver: HandedOver
}

/**
 * Makes a link for choosing a password, and sends it if the service sends letters. The user's earlier links are
 * withdrawn.
 *
 * @returns the ticket of the link, and how it was handed over
 */
export const passwordLink = Effect.fn("passwordLink")(function* (
  user: User,
): Effect.fn.Return<
  PasswordLink,
  StorageUnavailable,
  AccessMailer | AccessSecrets | Trail | TicketRepository | UnitOfWork
> {
  const { commit } = yield* UnitOfWork
  const actor = yield* CurrentActor
  const { ticket, token } = yield* commit(
    Effect.gen(function* () {
      const issued = yield* issueTicket({ _tag: "PasswordReset", user: user.id })
      // The caller is not authenticated, and anybody can make this request. So only a known user's request has an entry in the trail.
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
