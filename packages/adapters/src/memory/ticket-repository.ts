/**
 * Tickets in memory, as hashes.
 */
import {
  isSameRealm,
  type Realm,
  realmOf,
  type Ticket,
  TicketId,
  type TokenHash,
  ticketSubject,
} from "@vintem/domain/access"
import type { Instant } from "@vintem/domain/calendar"
import { TicketRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { oldestBefore } from "./oldest-before.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  TicketRepository,
  Effect.gen(function* () {
    const { ticketByHash, tickets } = yield* Tables

    const good = (hash: TokenHash, now: Instant): Ticket | undefined => {
      const id = ticketByHash.get(hash)
      const ticket = id === undefined ? undefined : tickets.get(id)
      return ticket !== undefined && now < ticket.expiresAt ? ticket : undefined
    }

    const remove = (ticket: Ticket): void => {
      tickets.remove(ticket.id)
      ticketByHash.forget(ticket.hash)
    }

    const isInto = ({ purpose }: Ticket, realm: Realm): boolean =>
      purpose._tag === "Invitation" && isSameRealm(realmOf(purpose.grant), realm)

    return TicketRepository.of({
      add: (details) =>
        Effect.sync(() => {
          requireAll([["access_ticket.hash is unique", !ticketByHash.has(details.hash)]])
          const ticket = { id: TicketId.make(tickets.size + 1), ...details }
          tickets.put(ticket.id, ticket)
          ticketByHash.put(ticket.hash, ticket.id)
          return ticket
        }),

      find: (hash, now) => Effect.sync(() => Option.fromUndefinedOr(good(hash, now))),

      take: (hash, now) =>
        Effect.sync(() => {
          const ticket = good(hash, now)
          if (ticket !== undefined) remove(ticket)
          return Option.fromUndefinedOr(ticket)
        }),

      withdraw: (subject) =>
        Effect.sync(() => {
          const withdrawn = tickets.newestFirst().filter(({ purpose }) => ticketSubject(purpose) === subject)
          for (const ticket of withdrawn) remove(ticket)
          return withdrawn.length
        }),

      invitations: (realm, now, page) =>
        Effect.sync(() =>
          pageOf(
            tickets.newestFirst().filter((ticket) => isInto(ticket, realm) && now < ticket.expiresAt),
            page,
          ),
        ),

      withdrawInvitation: (realm, id) =>
        Effect.sync(() => {
          const ticket = tickets.get(id)
          if (ticket === undefined || !isInto(ticket, realm)) return Option.none()
          remove(ticket)
          return Option.some(ticket)
        }),

      forget: (before, limit) =>
        Effect.sync(() => {
          const old = oldestBefore(tickets, ({ expiresAt }) => expiresAt, before, limit)
          for (const ticket of old) remove(ticket)
          return old.length
        }),
    })
  }),
)
