/**
 * What broke on the way to a receiver, in the words of the delivery log.
 *
 * Codes and messages are Node's and undici's. They quote neither headers nor body, but a certificate's names or a parser's
 * surroundings may come from the receiver: whatever is kept is printable and short.
 */
import { WebhookAddressRefused, WebhookNotAnswered } from "@vintem/domain/ports"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { errors } from "undici"

/** In UTF-16 code units, as `length` counts. */
const detailLengthMax = 200

const Fault = Schema.Struct({
  code: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String),
  /** The failed system call, such as `connect` or `read`; absent if none failed. */
  syscall: Schema.optional(Schema.String),
})

const decodeFault = Schema.decodeUnknownOption(Fault)

const faultOf = (cause: unknown): typeof Fault.Type =>
  Option.getOrElse(decodeFault(cause), (): typeof Fault.Type => ({}))

/** Why there is no connection. */
export const unconnected = (cause: unknown, isEncrypted: boolean): WebhookAddressRefused | WebhookNotAnswered => {
  if (cause instanceof WebhookAddressRefused) return cause
  const { code, syscall } = faultOf(cause)
  if (code === "UND_ERR_CONNECT_TIMEOUT") return notAnswered("timed_out", cause)
  // What goes wrong before the first byte has to do with the connection, what goes wrong after it with how it is to be encrypted.
  const isConnecting = syscall === "connect" || cause instanceof AggregateError
  return notAnswered(isEncrypted && !isConnecting ? "tls" : "not_connected", cause)
}

/** Why there was a connection and no whole answer. */
export const unanswered = (cause: unknown): WebhookNotAnswered => {
  if (cause instanceof WebhookNotAnswered) return cause
  if (cause instanceof WebhookAddressRefused) {
    const { detail, reason } = cause
    return new WebhookNotAnswered({ reason: reason === "name_not_found" ? reason : "address_refused", detail })
  }
  // An answer that switches to another protocol, which was not asked for, fails an assertion of undici.
  if (faultOf(cause).code === "ERR_ASSERTION") {
    return new WebhookNotAnswered({ reason: "unreadable", detail: "another protocol than HTTP" })
  }
  const isUnreadable = cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError
  return notAnswered(isUnreadable ? "unreadable" : "broken_off", cause)
}

/** Whether it was we who asked for what cannot be sent. */
export const isDefect = (cause: unknown): boolean => faultOf(cause).code === "UND_ERR_INVALID_ARG"

/** A fault's message and code, as it may be kept and shown. */
export const describe = (cause: unknown): string => {
  const { code, message } = faultOf(cause)
  return printable([message, code === undefined ? "" : `(${code})`].filter(Boolean).join(" ")) || "no reason given"
}

/** On one line, without what a terminal would obey or a reader not see. */
const printable = (text: string): string =>
  text
    .slice(0, detailLengthMax)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()

const notAnswered = (reason: WebhookNotAnswered["reason"], cause: unknown): WebhookNotAnswered =>
  new WebhookNotAnswered({ reason, detail: describe(cause) })
