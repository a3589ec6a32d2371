/**
 * The second factor: codes of an authenticator, new every 30 seconds (TOTP, RFC 6238), and recovery codes for users who lost theirs.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import type { Email } from "../customer/email.ts"
import { TokenHash } from "./token-hash.ts"

/** The secret of an authenticator, encrypted under a key that is not in the database, with that key's id. */
export const SealedSecret = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.-]{40,200}$/u)).pipe(
  Schema.brand("SealedSecret"),
)
export type SealedSecret = typeof SealedSecret.Type

/** The number of recovery codes made at once. Each is worth one sign-in. */
export const recoveryCodeCount = 10

/** The stored part of a user's second factor. */
export const SecondFactor = Schema.Struct({
  secret: SealedSecret,
  /** The step whose code was used last. Codes of this step and earlier ones are refused. */
  lastStep: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** Hashes of the unused recovery codes. */
  recovery: Schema.Array(TokenHash).check(Schema.isMaxLength(recoveryCodeCount)),
})
export type SecondFactor = typeof SecondFactor.Type

/** A code is shown for 30 seconds. In milliseconds. */
export const totpStepMillis = 30_000

/** Digits of a code. */
export const totpDigits = 6

/** The step of an instant, counted from the beginning of 1970. */
export const totpStep = (at: Instant): number => Math.floor(at / totpStepMillis)

/**
 * The steps whose codes are accepted at an instant, the latest first: the current one, the one before (the user was
 * still typing) and the one after (the authenticator's clock is fast). Steps up to the last used one are left out.
 */
export const openSteps = (at: Instant, lastStep: number): ReadonlyArray<number> => {
  const now = totpStep(at)
  return [now + 1, now, now - 1].filter((step) => step > lastStep && step >= 0)
}

/** The content of the QR code that authenticators read. @param secret - in base32 */
export const authenticatorUri = (issuer: string, email: Email, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
