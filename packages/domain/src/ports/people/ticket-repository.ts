/**
 * Stores tickets, as hashes: invitations, password resets, and sign-ins that wait for a second factor.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Realm } from "../../access/grant.ts"
import type { Ticket, TicketId } from "../../access/ticket.ts"
import type { TokenHash } from "../../access/token-hash.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores tickets. Each is taken once. */
export class TicketRepository extends Context.Service<
  TicketRepository,
  {
    /** Gives the ticket its id. */
    readonly add: (ticket: Omit<Ticket, "id">) => Effect.Effect<Ticket, StorageUnavailable>
    /** A ticket that has not expired at `now`. It is kept. */
    readonly find: (hash: TokenHash, now: Instant) => Effect.Effect<Option.Option<Ticket>, StorageUnavailable>
    /** Finds a ticket and deletes it. Of several concurrent calls for one ticket, one gets it. */
    readonly take: (hash: TokenHash, now: Instant) => Effect.Effect<Option.Option<Ticket>, StorageUnavailable>
    /** Withdraws all tickets of a subject (`ticketSubject`). @returns how many there were */
    readonly withdraw: (subject: string) => Effect.Effect<number, StorageUnavailable>
    /** Invitations into a realm that have not expired at `now`, newest first. */
    readonly invitations: (
      realm: Realm,
      now: Instant,
      page: PageRequest,
    ) => Effect.Effect<Page<Ticket>, StorageUnavailable>
    /** Withdraws an invitation. @returns its contents; none if the realm has no invitation with this id */
    readonly withdrawInvitation: (
      realm: Realm,
      id: TicketId,
    ) => Effect.Effect<Option.Option<Ticket>, StorageUnavailable>
    /** Forgets tickets that expired before an instant, at most `limit`. @returns how many */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/TicketRepository") {}
