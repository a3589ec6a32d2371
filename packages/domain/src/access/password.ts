/**
 * Which passwords are accepted, and how one is read. Length is what counts: no rule about digits or signs (NIST SP 800-63B, 3.1.1.2).
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codePointLength } from "../text/code-point-length.ts"

/** In code points, both inclusive. */
export const passwordLimits = { min: 12, max: 200 } as const

/** Different characters that a password has at the least. */
export const passwordCharactersMin = 5

/** Why a password is refused. If several reasons hold, the first is given. */
export const PasswordRefusal = Schema.Literals(["too_long", "unreadable", "too_short", "repeats", "names_owner"])
export type PasswordRefusal = typeof PasswordRefusal.Type

/**
 * The password is not accepted; the user can choose another.
 *
 * `unreadable`: half a surrogate pair, which no keyboard types. `repeats`: fewer than `passwordCharactersMin` different characters.
 * `names_owner`: little more than the part before the `@` of the e-mail. It does not carry the password.
 */
export class PasswordRefused extends Data.TaggedClass("PasswordRefused")<{
  readonly reason: PasswordRefusal
}> {}

/** Raw UTF-16 units that are read at all: the longest password, were each of its code points two units and composed of four. */
const rawMax = passwordLimits.max * 8

/**
 * A password as it is hashed: one spelling for all keyboards (NFKC), spaces kept where they are. Null if it is longer than anything that
 * was ever accepted.
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

/** Shorter names stand in many words by chance. */
const ownerLengthMin = 4
