/**
 * Faults on the way to a receiver, in the words of the delivery log.
 *
 * Codes and messages are Node's and undici's. They quote neither headers nor body, but a certificate's names or a
 * parser's context may come from the receiver: stored texts are printable and short.
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

/** The reason for a missing connection. */
export const unconnected = (cause: unknown, isEncrypted: boolean): WebhookAddressRefused | WebhookNotAnswered => {
  if (cause instanceof WebhookAddressRefused) return cause
  const { code, syscall } = faultOf(cause)
  if (code === "UND_ERR_CONNECT_TIMEOUT") return notAnswered("timed_out", cause)
  // Faults before the first byte concern the connection, later ones its encryption.
  const isConnecting = syscall === "connect" || cause instanceof AggregateError
  return notAnswered(isEncrypted && !isConnecting ? "tls" : "not_connected", cause)
}

/** The reason for a connection without a whole answer. */
export const unanswered = (cause: unknown): WebhookNotAnswered => {
  if (cause instanceof WebhookNotAnswered) return cause
  if (cause instanceof WebhookAddressRefused) {
    const { detail, reason } = cause
    return new WebhookNotAnswered({ reason: reason === "name_not_found" ? reason : "address_refused", detail })
  }
  // An answer that switches protocols unasked fails an assertion of undici.
  if (faultOf(cause).code === "ERR_ASSERTION") {
    return new WebhookNotAnswered({ reason: "unreadable", detail: "another protocol than HTTP" })
  }
  const isUnreadable = cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError
  return notAnswered(isUnreadable ? "unreadable" : "broken_off", cause)
}

/** True if our own request cannot be sent. */
export const isDefect = (cause: unknown): boolean => faultOf(cause).code === "UND_ERR_INVALID_ARG"

/** A fault's message and code, in a form to store and show. */
export const describe = (cause: unknown): string => {
  const { code, message } = faultOf(cause)
  return printable([message, code === undefined ? "" : `(${code})`].filter(Boolean).join(" ")) || "no reason given"
}

/** On one line, without control and invisible characters. */
const printable = (text: string): string =>
  text
    .slice(0, detailLengthMax)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()

const notAnswered = (reason: WebhookNotAnswered["reason"], cause: unknown): WebhookNotAnswered =>
  new WebhookNotAnswered({ reason, detail: describe(cause) })
