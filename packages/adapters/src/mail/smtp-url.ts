/**
 * The mail server's URL: `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS&tls=required`, or with `smtps://`.
 *
 * Every part is read here and none is passed on unread: a mail library also takes switches from a URL that log
 * passwords.
 */
import { isIP } from "node:net"
import { type Email, parseEmail } from "@vintem/domain/customer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A server that takes messages for delivery. */
export interface SmtpServer {
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  readonly tls: SmtpTls
  /** Null if the server requires none. */
  readonly login: Redacted.Redacted<SmtpLogin> | null
  /** The sender's address; null leaves it to the caller. */
  readonly from: Email | null
}

export interface SmtpLogin {
  readonly user: string
  readonly password: string
}

/**
 * When the connection is encrypted.
 *
 * - `implicit`: from its first byte (`smtps://`)
 * - `required`: by STARTTLS; a server without it gets no message
 * - `optional`: by STARTTLS if the server offers it
 * - `off`: never
 *
 * If it is encrypted, the server's certificate has to be valid.
 */
type SmtpTls = "implicit" | typeof SaidTls.Type

/** The values of `tls` in an `smtp://` URL. */
const SaidTls = Schema.Literals(["required", "optional", "off"])

/**
 * By default a password is sent unencrypted only to this machine. Default ports are 587 and 465. None if there is any
 * fault.
 */
export const parseSmtpUrl = (text: string): Option.Option<SmtpServer> => {
  const scheme = /^(smtps?):\/\//iu.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined || !URL.canParse(text)) return Option.none()
  const url = new URL(text)
  if (!["", "/"].includes(url.pathname) || url.hash !== "" || !hasOnlyKnownParameters(url)) return Option.none()
  const isImplicit = scheme === "smtps"
  return Option.gen(function* () {
    const host = yield* hostOf(url)
    const login = yield* loginOf(url)
    const from = yield* fromOf(url)
    const saidTls = yield* saidTlsOf(url, isImplicit)
    return {
      host,
      port: yield* portOf(url, isImplicit),
      tls: isImplicit ? "implicit" : (saidTls ?? (login === null || isThisMachine(host) ? "optional" : "required")),
      login: login === null ? null : Redacted.make(login, { label: "SMTP login" }),
      from,
    }
  })
}

/** Each at most once: with two senders it would be unclear which is meant. */
const hasOnlyKnownParameters = ({ searchParams }: URL): boolean => {
  const names = [...searchParams.keys()]
  return names.every((name) => name === "from" || name === "tls") && new Set(names).size === names.length
}

const hostOf = (url: URL): Option.Option<string> => {
  const host = url.hostname.replace(/^\[|\]$/gu, "").toLowerCase()
  return isIP(host) !== 0 || isHostName(host) ? Option.some(host) : Option.none()
}

const portOf = (url: URL, isImplicit: boolean): Option.Option<number> => {
  if (url.port === "") return Option.some(isImplicit ? 465 : 587)
  return Option.filter(Option.some(Number(url.port)), (port) => port > 0)
}

const decode = Option.liftThrowable(decodeURIComponent)

/** Null without user and password; none with only one of them, or with wrong percent-encoding. */
const loginOf = (url: URL): Option.Option<SmtpLogin | null> => {
  if (`${url.username}${url.password}` === "") return Option.some(null)
  if (url.username === "" || url.password === "") return Option.none()
  return Option.all({ user: decode(url.username), password: decode(url.password) })
}

const fromOf = (url: URL): Option.Option<Email | null> => {
  const said = url.searchParams.get("from")
  return said === null ? Option.some(null) : Result.getSuccess(parseEmail(said))
}

const decodeSaidTls = Schema.decodeUnknownOption(SaidTls)

/** Null if absent. `smtps://` takes no value. */
const saidTlsOf = (url: URL, isImplicit: boolean): Option.Option<typeof SaidTls.Type | null> => {
  const said = url.searchParams.get("tls")
  if (said === null) return Option.some(null)
  return isImplicit ? Option.none() : decodeSaidTls(said)
}

const isThisMachine = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))

/** A last label of digits alone would be a malformed IP address. */
const isHostName = (host: string): boolean => {
  const labels = host.split(".")
  return labels.every((label) => /^[a-z0-9_-]+$/u.test(label)) && !/^\d+$/u.test(labels.at(-1) ?? "")
}
