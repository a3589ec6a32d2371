/**
 * A ticket: it allows one thing, once, within a time. An invitation, a reset of a password, and the step between password and second
 * factor.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { PageLanguage } from "../company/page-settings.ts"
import { Email, emailKey } from "../customer/email.ts"
import { Grant, type Realm, realmOf } from "./grant.ts"
import { TokenHash } from "./token-hash.ts"
import { UserId } from "./user.ts"

/** Counted from 1 over all tickets. */
export const TicketId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("TicketId"))
export type TicketId = typeof TicketId.Type

/** What a ticket is worth. */
export const TicketPurpose = Schema.TaggedUnion({
  /**
   * The holder becomes a member or an operator, if the inviter still has the right to give that role. `by` is null if the command line
   * invited.
   */
  Invitation: { email: Email, language: PageLanguage, grant: Grant, by: Schema.NullOr(UserId) },
  /** Chooses a new password. */
  PasswordReset: { user: UserId },
  /**
   * Has given the right password, and is to give a code. `generation` is that of the credentials; `from` names the browser or the network that gave
   * the password, as a keyed hash: another one that knows the password withdraws nothing.
   */
  SecondFactor: { user: UserId, generation: Schema.Int, from: Schema.String },
})
export type TicketPurpose = typeof TicketPurpose.Type
/** An invitation. */
export type Invitation = Extract<TicketPurpose, { _tag: "Invitation" }>

/** A ticket as it is kept. */
export const Ticket = Schema.Struct({
  id: TicketId,
  hash: TokenHash,
  purpose: TicketPurpose,
  createdAt: Instant,
  /** From this instant on it is worth nothing. */
  expiresAt: Instant,
})
export type Ticket = typeof Ticket.Type

/** How long a ticket is good for, milliseconds: seven days, an hour, ten minutes. */
export const ticketMillis: Readonly<Record<TicketPurpose["_tag"], number>> = {
  Invitation: 604_800_000,
  PasswordReset: 3_600_000,
  SecondFactor: 600_000,
}

/** What tickets have in common that are withdrawn together: all resets of one user, all invitations of an address into a realm, all steps of one user's sign-in from one place. */
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

/** A realm in a word: `platform`, `company 7`. */
export const realmName = (realm: Realm): string => (realm._tag === "platform" ? "platform" : `company ${realm.company}`)
