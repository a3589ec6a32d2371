/** An invitation, for the holder of its link. */
import type { Ticket, TicketPurpose } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  AccessSecrets,
  CompanyRepository,
  type StorageUnavailable,
  TicketRepository,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted } from "effect"
import { TicketInvalid } from "./tickets.ts"

/** The contents of an invitation. */
interface SeenInvitation {
  readonly ticket: Ticket
  readonly invitation: Extract<TicketPurpose, { readonly _tag: "Invitation" }>
  /** The company's name. Null for a role of the platform. */
  readonly company: string | null
  readonly hasAccount: boolean
}

/** The invitation stays valid. Fails with `TicketInvalid`. */
export const seeInvitation = Effect.fn("seeInvitation")(function* (
  token: Redacted.Redacted<string>,
): Effect.fn.Return<
  SeenInvitation,
  StorageUnavailable | TicketInvalid,
  AccessSecrets | CompanyRepository | TicketRepository | UserRepository
> {
  const secrets = yield* AccessSecrets
  const tickets = yield* TicketRepository
  const companies = yield* CompanyRepository
  const users = yield* UserRepository
  const now = instant(yield* Clock.currentTimeMillis)
  const ticket = Option.getOrNull(yield* tickets.find(secrets.hashToken(token), now))
  if (ticket === null || ticket.purpose._tag !== "Invitation") return yield* new TicketInvalid()
  const { purpose: invitation } = ticket
  const company =
    invitation.grant._tag === "company" ? Option.getOrNull(yield* companies.find(invitation.grant.company)) : null
  return {
    ticket,
    invitation,
    company: company?.name ?? null,
    hasAccount: Option.isSome(yield* users.findByEmail(invitation.email)),
  }
})
