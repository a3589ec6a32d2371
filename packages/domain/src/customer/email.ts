// E-mail addresses for reaching a payer.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { rawCodeMax } from "../text/raw-text.ts"

/** Why an e-mail is refused. If several reasons hold, the first is given. */
export const EmailRefusal = Schema.Literals(["too_long", "malformed", "local_part_too_long"])
export type EmailRefusal = typeof EmailRefusal.Type

/**
 * The text is no e-mail address; the caller can correct it. The error does not contain the text, which is personal
 * data.
 *
 * `too_long`: more than 254 characters. `malformed`: not `local@domain.tld` as {@link Email} defines it.
 * `local_part_too_long`: more than 64 characters before the `@`.
 */
export class EmailRefused extends Data.TaggedClass("EmailRefused")<{
  readonly reason: EmailRefusal
}> {}

/**
 * `local@domain.tld` in ASCII, as written: the receiving server decides if case matters before the `@`.
 *
 * Narrower than the grammar of RFC 5321 and wider than most forms. The local part is a dot-atom without backquote (no
 * dot at either end, no double dot, no quotes). The domain has at least two labels, and the last one has only letters.
 */
export const Email = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "an e-mail address" }),
).pipe(Schema.brand("Email"))
export type Email = typeof Email.Type

/**
 * Reads an e-mail address. Drops white space, invisible characters and punctuation around it that no address has
 * (quotes, parentheses, commas). Nothing inside is changed, and a dot at either end is refused.
 */
export const parseEmail = (input: string): Result.Result<Email, EmailRefused> => {
  if (input.length > rawCodeMax) return Result.fail(new EmailRefused({ reason: "too_long" }))
  const text = pattern.test(input) ? input : (betweenEnds.exec(input)?.[0] ?? "")
  const reason = refusalOf(text)
  return reason === undefined
    ? Result.succeed(Email.make(text, { disableChecks: true }))
    : Result.fail(new EmailRefused({ reason }))
}

/**
 * A key that is equal for all spellings of one address. Compare and search by this key; write to the address itself.
 */
export const emailKey = (email: string): string => email.toLowerCase()

/**
 * A key for counting the mail sent to one mailbox under its many addresses: without case and without a tag after `+`,
 * and at Gmail without dots, which Gmail ignores. Elsewhere a dot may mean another person. No address is derived from
 * the key.
 */
export const mailboxKey = (email: string): string => {
  const key = emailKey(email)
  const at = key.lastIndexOf("@")
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)]
  const tag = local.indexOf("+", 1)
  const untagged = tag === -1 ? local : local.slice(0, tag)
  return isGmail.test(domain) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`
}

const isGmail = /^g(?:oogle)?mail\.com$/u

const lengthMax = 254 // RFC 5321, 4.5.3.1.3: a path of 256 without its angle brackets
const localPartLengthMax = 64 // RFC 5321, 4.5.3.1.1

const pattern = /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u

/**
 * From the first character that could begin an address to the last that could end one. A dot and an `@` match, although
 * they are misplaced there.
 */
const betweenEnds = /(?:[!#%&'*./?@_{}-]|[^\p{Cf}\p{Z}\p{P}\s])(?:.*(?:[!#%&'*./?@_{}-]|[^\p{Cf}\p{Z}\p{P}\s]))?/su
const misplacedDot = /^\.|\.\.|\.@/u

const refusalOf = (text: string): EmailRefusal | undefined => {
  if (text.length > lengthMax) return "too_long"
  if (!pattern.test(text) || misplacedDot.test(text)) return "malformed"
  return text.indexOf("@") > localPartLengthMax ? "local_part_too_long" : undefined
}
