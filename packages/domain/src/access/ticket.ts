/**
 * A ticket allows one thing, once, within a time: an invitation, a password reset, or the step between password and
 * second factor.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { PageLanguage } from "../company/page-settings.ts"
import { Email, emailKey } from "../customer/email.ts"
import { Grant, type Realm, realmOf } from "./grant.ts"
import { TokenHash } from "./token-hash.ts"
import { UserId } from "./user.ts"

/** Numbered from 1 across all tickets. */
export const TicketId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("TicketId"))
export type TicketId = typeof TicketId.Type

/** The action that a ticket allows. */
export const TicketPurpose = Schema.TaggedUnion({
  /**
   * The holder becomes a member or an operator, if the inviter still has the right to give that role. `by` is null if
   * the invitation came from the command line.
   */
  Invitation: { email: Email, language: PageLanguage, grant: Grant, by: Schema.NullOr(UserId) },
  /** The holder may choose a new password. */
  PasswordReset: { user: UserId },
  /**
   * The holder entered the right password and still has to enter a code. `generation` is that of the credentials.
   * `from` is a keyed hash of the browser or network that sent the password, so that another caller who knows the
   * password withdraws nothing.
   */
  SecondFactor: { user: UserId, generation: Schema.Int, from: Schema.String },
})
export type TicketPurpose = typeof TicketPurpose.Type
/** The purpose of an invitation's ticket. */
export type Invitation = Extract<TicketPurpose, { _tag: "Invitation" }>

/** A ticket as it is stored. */
export const Ticket = Schema.Struct({
  id: TicketId,
  hash: TokenHash,
  purpose: TicketPurpose,
  createdAt: Instant,
  /** The ticket is void from this instant on. */
  expiresAt: Instant,
})
export type Ticket = typeof Ticket.Type

/** How long a ticket is valid, in milliseconds: seven days, an hour, ten minutes. */
export const ticketMillis: Readonly<Record<TicketPurpose["_tag"], number>> = {
  Invitation: 604_800_000,
  PasswordReset: 3_600_000,
  SecondFactor: 600_000,
}

/**
 * A key shared by tickets that are withdrawn together: all resets of one user, all invitations of an address into a
 * realm, all sign-in steps of one user from one place.
 */
export const ticketSubject = (purpose: TicketPurpose): string => {
  switch (purpose._tag) {
    case "Invitation":
      return `Invitation ${realmName(realmOf(purpose.grant))} ${emailKey(purpose.email)}`
    case "PasswordReset":
      return `PasswordReset ${purpose.user}`
    case "SecondFactor":
      return `SecondFactor ${purpose.user} ${purpose.from}`
  }
}

/** A realm as text: `platform`, `company 7`. */
export const realmName = (realm: Realm): string => (realm._tag === "platform" ? "platform" : `company ${realm.company}`)
