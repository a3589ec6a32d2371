/**
 * Which passwords are accepted, and how one is read. Only length counts: there is no rule about digits or signs (NIST
 * SP 800-63B, 3.1.1.2).
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codePointLength } from "../text/code-point-length.ts"

/** Code points, both inclusive. */
export const passwordLimits = { min: 12, max: 200 } as const

/** A password has at least this many different characters. */
export const passwordCharactersMin = 5

/** Why a password is refused. If several reasons hold, the first is given. */
export const PasswordRefusal = Schema.Literals(["too_long", "unreadable", "too_short", "repeats", "names_owner"])
export type PasswordRefusal = typeof PasswordRefusal.Type

/**
 * The password is not accepted; the user can choose another.
 *
 * `unreadable`: half a surrogate pair, which no keyboard types. `repeats`: fewer than `passwordCharactersMin` different
 * characters. `names_owner`: little more than the part before the `@` of the e-mail. The error does not contain the
 * password.
 */
export class PasswordRefused extends Data.TaggedClass("PasswordRefused")<{
  readonly reason: PasswordRefusal
}> {}

/**
 * The longest text that is read, in UTF-16 units: each code point of the longest password may take two units, and be
 * composed of four.
 */
const rawMax = passwordLimits.max * 8

/**
 * A password as it is hashed: one spelling for all keyboards (NFKC), with spaces kept. Null if it is longer than any
 * accepted password.
 */
export const passwordText = (input: string): string | null => (input.length > rawMax ? null : input.normalize("NFKC"))

/** Judges a new password. @returns the text to hash */
export const parsePassword = (input: string, email: string): Result.Result<string, PasswordRefused> => {
  const text = passwordText(input)
  if (text === null) return Result.fail(new PasswordRefused({ reason: "too_long" }))
  const reason = refusalOf(text, email)
  return reason === undefined ? Result.succeed(text) : Result.fail(new PasswordRefused({ reason }))
}

const refusalOf = (text: string, email: string): PasswordRefusal | undefined => {
  const length = codePointLength(text)
  if (length > passwordLimits.max) return "too_long"
  if (/\p{Cs}/u.test(text)) return "unreadable"
  if (length < passwordLimits.min) return "too_short"
  if (new Set(text).size < passwordCharactersMin) return "repeats"
  return codePointLength(withoutOwner(text.toLowerCase(), email.toLowerCase())) < passwordLimits.min / 2
    ? "names_owner"
    : undefined
}

const withoutOwner = (text: string, email: string): string => {
  const [local = ""] = email.split("@", 1)
  const rest = text.replaceAll(email, "")
  return local.length < ownerLengthMin ? rest : rest.replaceAll(local, "")
}

/** Shorter names occur in many words by chance. */
const ownerLengthMin = 4
