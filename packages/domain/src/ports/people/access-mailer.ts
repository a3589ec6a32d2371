/**
 * Sends invitations, links that reset a password, and letters about changes to an account. How they look is the adapter's.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Instant } from "../../calendar/instant.ts"
import type { PageLanguage } from "../../company/page-settings.ts"
import type { Email } from "../../customer/email.ts"
import type { FullName } from "../../customer/full-name.ts"
import type { MailNotSent } from "../mail/mailer.ts"

/** A letter with a link that is worth something once. */
export interface AccessLetter {
  readonly about: "Invitation" | "PasswordReset"
  /** Names this letter and no other. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  /** Null if it is not known yet. */
  readonly name: FullName | null
  readonly language: PageLanguage
  /** Into which company; null on the platform, and for a reset. */
  readonly company: string | null
  /** What the link carries. It is in no log. */
  readonly token: Redacted.Redacted<string>
  readonly expiresAt: Instant
}

/** A letter that tells of a change to an account, to its owner: it may have been somebody else. */
export interface AccessNotice {
  readonly about: "PasswordChanged" | "SecondFactorOn" | "SecondFactorOff"
  /** Names this letter and no other. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  readonly name: FullName
  readonly language: PageLanguage
  /** When it was changed. */
  readonly at: Instant
}

/** Writes to people who come in: those who are invited, and those who forgot a password. */
export class AccessMailer extends Context.Service<
  AccessMailer,
  {
    /** Whether letters are sent at all. Otherwise the inviter sees the link, once. */
    readonly isSending: boolean
    /** Sends a letter, once each time it is asked. Nothing happens if none are sent. */
    readonly send: (letter: AccessLetter) => Effect.Effect<void, MailNotSent>
    /** Sends a letter about a change to an account. */
    readonly notify: (notice: AccessNotice) => Effect.Effect<void, MailNotSent>
  }
>()("@vintem/domain/ports/AccessMailer") {}
