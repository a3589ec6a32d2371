/**
 * Users sign in to work here: operators, and members of companies. Payers are not users.
 *
 * Credentials are stored apart from the user, so that a user can be shown and logged in full.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { PageLanguage } from "../company/page-settings.ts"
import { Email } from "../customer/email.ts"
import { FullName } from "../customer/full-name.ts"
import { Grant } from "./grant.ts"
import { SecondFactor } from "./second-factor.ts"

/** Numbered from 1 across all users. */
export const UserId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** A user's data, without their identifier. */
export const UserDetails = Schema.Struct({
  /** No two users share an address, however it is spelled: see `emailKey`. */
  email: Email,
  name: FullName,
  /** The language of the user's e-mails. */
  language: PageLanguage,
  createdAt: Instant,
})
export type UserDetails = typeof UserDetails.Type

export const User = Schema.Struct({ id: UserId, ...UserDetails.fields })
export type User = typeof User.Type

/**
 * A stored password: Argon2id (RFC 9106) in the PHC string format, with its parameters, a salt of 8 bytes or more, and
 * 32 bytes of hash.
 */
export const PasswordHash = Schema.String.check(
  Schema.isPattern(/^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{43}$/u),
).pipe(Schema.brand("PasswordHash"))
export type PasswordHash = typeof PasswordHash.Type

/** A user's credentials. */
export const Credentials = Schema.Struct({
  /** Null until the user has chosen a password with the link of an invitation or a reset. */
  password: Schema.NullOr(PasswordHash),
  /** Null if the password is enough. */
  secondFactor: Schema.NullOr(SecondFactor),
  /**
   * Increases if the user changes the password or second factor, or signs out everywhere else. It makes everything from
   * an earlier generation void: marks of browsers, and sign-ins that wait for a code.
   */
  generation: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
})
export type Credentials = typeof Credentials.Type

/** The credentials of a user without a password, who cannot sign in yet. */
export const noCredentials: Credentials = { password: null, secondFactor: null, generation: 0 }

/** A user with a role in a realm, as the realm's list of members shows it. */
export const Member = Schema.Struct({ user: User, grant: Grant, since: Instant })
export type Member = typeof Member.Type
