/**
 * Makes a ticket. Only the answer has its token.
 */
import { type Ticket, type TicketPurpose, ticketMillis, ticketSubject } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, type StorageUnavailable, TicketRepository } from "@vintem/domain/ports"
import { Clock, Effect, type Redacted } from "effect"

/** A ticket, with the token that finds it. */
export interface IssuedTicket {
  readonly ticket: Ticket
  readonly token: Redacted.Redacted<string>
}

/** Part of a unit. Withdraws the earlier tickets of the same subject. */
export const issueTicket = Effect.fnUntraced(function* (
  purpose: TicketPurpose,
): Effect.fn.Return<IssuedTicket, StorageUnavailable, AccessSecrets | TicketRepository> {
  const secrets = yield* AccessSecrets
  const tickets = yield* TicketRepository
  const token = yield* secrets.newToken
  const now = instant(yield* Clock.currentTimeMillis)
  yield* tickets.withdraw(ticketSubject(purpose))
  const ticket = yield* tickets.add({
    hash: secrets.hashToken(token),
    purpose,
    createdAt: now,
    expiresAt: instant(now + ticketMillis[purpose._tag]),
  })
  return { ticket, token }
})
