/**
 * Sends invitations, links for resetting a password, and letters about changes to an account. The adapter decides their
 * look.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Instant } from "../../calendar/instant.ts"
import type { PageLanguage } from "../../company/page-settings.ts"
import type { Email } from "../../customer/email.ts"
import type { FullName } from "../../customer/full-name.ts"
import type { MailNotSent } from "../mail/mailer.ts"

/** A letter with a link that works once. */
export interface AccessLetter {
  readonly about: "Invitation" | "PasswordReset"
  /** Identifies this letter. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  /** Null if it is not known yet. */
  readonly name: FullName | null
  readonly language: PageLanguage
  /** The company of the invitation. Null on the platform, and for a reset. */
  readonly company: string | null
  /** The secret in the link. It is in no log. */
  readonly token: Redacted.Redacted<string>
  readonly expiresAt: Instant
}

/** A letter to an account's owner about a change: somebody else may have made it. */
export interface AccessNotice {
  readonly about: "PasswordChanged" | "SecondFactorOn" | "SecondFactorOff"
  /** Identifies this letter. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  readonly name: FullName
  readonly language: PageLanguage
  /** When it was changed. */
  readonly at: Instant
}

/** Writes to people who are invited or forgot a password. */
export class AccessMailer extends Context.Service<
  AccessMailer,
  {
    /** False if no letters are sent. Then the inviter sees the link, once. */
    readonly isSending: boolean
    /** Sends a letter, once for each call. Does nothing if none are sent. */
    readonly send: (letter: AccessLetter) => Effect.Effect<void, MailNotSent>
    /** Sends a letter about a change to an account. */
    readonly notify: (notice: AccessNotice) => Effect.Effect<void, MailNotSent>
  }
>()("@vintem/domain/ports/AccessMailer") {}
