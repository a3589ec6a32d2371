/**
 * Kinds of value an environment variable can hold: how each is read from text, and the message for a wrong value.
 */
import { isIP, isIPv4 } from "node:net"
import { type SecretKey, secretKeyBytesMin } from "@vintem/adapters"
import { Duration, Option, Redacted, Schema } from "effect"
import type { NonEmptyReadonlyArray } from "effect/Array"

export interface ValueKind<A> {
  /** Completes "must be …": a noun phrase, in Markdown. */
  readonly expected: string
  /** True if the text may carry a secret: then not even a refused one is shown. */
  readonly isConfidential: boolean
  /** Takes trimmed, non-empty text. None if it is not of this kind. */
  readonly parse: (text: string) => Option.Option<A>
}

/** The address to listen on, as Node's `listen` takes it: without port, and IPv6 without brackets. */
export const hostKind: ValueKind<string> = {
  expected: "a host name or an IP address, without port",
  isConfidential: false,
  parse: Option.liftPredicate((text) => isIP(text) !== 0 || hostName.test(text)),
}

/** Decimal digits only: neither sign, fraction nor exponent. */
export const wholeNumberKind = (minimum: number, maximum: number): ValueKind<number> => ({
  expected: `a whole number from ${minimum} to ${maximum}`,
  isConfidential: false,
  parse: (text) =>
    /^\d+$/u.test(text)
      ? Option.filter(Option.some(Number(text)), (number) => number >= minimum && number <= maximum)
      : Option.none(),
})

/** A decimal fraction of ASCII digits. */
export const shareKind: ValueKind<number> = {
  expected: "a number from 0 to 1, such as `0.01`",
  isConfidential: false,
  parse: (text) => (/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/u.test(text) ? Option.some(Number(text)) : Option.none()),
}

/** Host names as they stand in URLs: in lower case, without ports. */
export const hostsKind: ValueKind<ReadonlySet<string>> = {
  expected: "host names separated by commas, such as `hooks.example.com`",
  isConfidential: false,
  parse: (text) => {
    const hosts = text.split(",").map((host) => host.trim().toLowerCase())
    return hosts.every((host) => isIP(host) !== 0 || hostName.test(host)) ? Option.some(new Set(hosts)) : Option.none()
  },
}

/** Also reads `1` and `0`, `yes` and `no`, `on` and `off`: people know them from other programs. */
export const booleanKind: ValueKind<boolean> = {
  expected: "`true` or `false`",
  isConfidential: false,
  parse: (text) => {
    if (["true", "1", "yes", "on"].includes(text)) return Option.some(true)
    return ["false", "0", "no", "off"].includes(text) ? Option.some(false) : Option.none()
  },
}

export const literalKind = <const Literals extends ReadonlyArray<string>>(
  literals: Literals,
): ValueKind<Literals[number]> => ({
  expected: literals.map((literal) => `\`${literal}\``).join(" or "),
  isConfidential: false,
  parse: Schema.decodeUnknownOption(Schema.Literals(literals)),
})

/**
 * Whole milliseconds, written as a number and its unit.
 *
 * @param minimum - in the written form, such as `1 second`
 * @param maximum - keeps `now + duration` a date, and a time-out within a timer's range
 */
export const durationKind = (minimum: DurationText, maximum: DurationText): ValueKind<Duration.Duration> => ({
  expected: `a duration from \`${minimum}\` to \`${maximum}\`, in millis, seconds, minutes, hours, days or weeks`,
  isConfidential: false,
  parse: (text) =>
    Schema.decodeOption(Schema.DurationFromString)(text).pipe(
      Option.filter(
        Duration.between({ minimum: Duration.fromInputUnsafe(minimum), maximum: Duration.fromInputUnsafe(maximum) }),
      ),
      Option.filter((duration) => Number.isInteger(Duration.toMillis(duration))),
    ),
})

/** Characters are counted as UTF-16 units. */
export const nameKind = (lengthMax: number): ValueKind<string> => ({
  expected: `a text of up to ${lengthMax} characters, on one line`,
  isConfidential: false,
  parse: Option.liftPredicate((text) => text.length <= lengthMax && !/\p{Cc}/u.test(text)),
})

type DurationText = Extract<Duration.Input, `${number} ${string}`>

/**
 * A secret that a header can carry unchanged.
 *
 * @param lengthMin - characters; a shorter secret can be guessed
 */
export const secretKind = (label: string, lengthMin = 1): ValueKind<Redacted.Redacted> => ({
  expected: `a secret of ${lengthMin > 1 ? `at least ${lengthMin} ` : ""}letters, digits and punctuation, without spaces`,
  isConfidential: true,
  parse: (text) =>
    text.length >= lengthMin && /^[!-~]+$/u.test(text) ? Option.some(Redacted.make(text, { label })) : Option.none(),
})

/** Base64, with or without padding. */
export const secretKeyKind: ValueKind<SecretKey> = {
  expected: `base64 of at least ${secretKeyBytesMin} random bytes, as \`openssl rand -base64 ${secretKeyBytesMin}\` prints it`,
  isConfidential: true,
  parse: (text) => {
    const bytes = Buffer.from(text, "base64")
    const isBase64 = withoutEnd(bytes.toString("base64"), "=") === withoutEnd(text, "=")
    return isBase64 && bytes.length >= secretKeyBytesMin
      ? Option.some(Redacted.make(bytes, { label: "secret key" }))
      : Option.none()
  },
}

/** Values of another kind, separated by commas. No value can contain a comma. */
export const listKind = <A>(kind: ValueKind<A>): ValueKind<ReadonlyArray<A>> => ({
  expected: `${kind.expected}, or several separated by commas`,
  isConfidential: kind.isConfidential,
  parse: (text) => Option.all(text.split(",").map((one) => kind.parse(one.trim()))),
})

/** One secret, or two while one replaces the other. Neither can contain a comma. */
export const changingSecretKind = (
  label: string,
  lengthMin?: number,
): ValueKind<NonEmptyReadonlyArray<Redacted.Redacted>> => {
  const kind = secretKind(label, lengthMin)
  return {
    expected: `${kind.expected} and commas, or two separated by a comma`,
    isConfidential: kind.isConfidential,
    parse: (text) => Option.filter(listKind(kind).parse(text), isOneOrTwo),
  }
}

const isOneOrTwo = <A>(values: ReadonlyArray<A>): values is NonEmptyReadonlyArray<A> =>
  values.length === 1 || values.length === 2

/** Parsed without a trailing slash, so that a path can be appended. */
export const baseUrlKind: ValueKind<string> = {
  expected: "an `http://` or `https://` URL without user, query and fragment",
  isConfidential: true,
  parse: (text) => {
    if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return Option.none()
    const url = new URL(text)
    return `${url.username}${url.password}${url.search}${url.hash}` === ""
      ? Option.some(`${url.origin}${withoutEnd(url.pathname, "/")}`)
      : Option.none()
  },
}

/** A URL that is encrypted over a network: otherwise an attacker in between reads secrets and changes amounts. */
export const encryptedUrlKind: ValueKind<string> = {
  expected:
    "an `https://` URL, or an `http://` URL to this machine (`localhost`, `127.0.0.1`), without user, query and fragment",
  isConfidential: true,
  parse: (text) => Option.filter(baseUrlKind.parse(text), (url) => isEncrypted(new URL(url))),
}

const isEncrypted = ({ protocol, hostname }: URL): boolean => protocol === "https:" || isLoopback(hostname)

/**
 * True if a host name is this machine's. @param hostname - as a URL gives it: IPv4 in four decimal numbers, IPv6 in
 * brackets
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."))

// A last label of digits alone would be a malformed IP address.
const hostName = /^(?:[a-z0-9_-]+\.)*(?!\d+$)[a-z0-9_-]+$/iu

/** A text without repetitions of one character at its end. */
const withoutEnd = (text: string, character: string): string => {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
