/**
 * Sends a message to the URL that a company has set, and knows where it may not go.
 *
 * A company chooses its webhook's URL, and the sender stands inside our network: an adapter refuses whatever leads to machines that the
 * public cannot reach, when a URL is saved and again at each message, because a name's addresses can change in between.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CompanyId } from "../../identifiers/company.ts"

/** One message, as it goes over the wire. */
export interface WebhookMessage {
  /** Whose it is. It shares connections with messages of this company, and with no other's, though they go to the same place. */
  readonly company: CompanyId
  readonly url: string
  /** Those of the message, its content type among them; names and values are such as HTTP can carry. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent in UTF-8, byte for byte: it is what was signed. */
  readonly body: string
}

/** The receiver has answered, whatever it said. */
export interface WebhookAnswer {
  /** 200 to 599. A redirect is an answer like any other and is not followed. */
  readonly status: number
  /** How long the receiver asked to be left alone (`Retry-After`), in milliseconds from now, 0 or more; null if it did not say. */
  readonly retryAfterMillis: number | null
}

/** An answer, with the beginning of its body. */
export interface WebhookAnswerRead extends WebhookAnswer {
  /** Read as UTF-8, whatever it is; as the receiver wrote it. */
  readonly beginning: string
}

/**
 * There is no answer, or not all of it. The message may have arrived all the same unless the reason is one of the first four.
 *
 * - `address_refused`: the URL, or what its name stands for, is no place for webhooks; nothing was sent
 * - `name_not_found`: the name has no address, or its look-up failed
 * - `not_connected`: no program listens there
 * - `tls`: no trust in the certificate, or no agreement on how to encrypt
 * - `timed_out`: the time was up before the answer was complete
 * - `broken_off`: the connection ended before the answer was complete
 * - `unreadable`: what came back is not HTTP
 */
export class WebhookNotAnswered extends Schema.TaggedError<WebhookNotAnswered>()("WebhookNotAnswered", {
  reason: Schema.Literals([
    "address_refused",
    "name_not_found",
    "not_connected",
    "tls",
    "timed_out",
    "broken_off",
    "unreadable",
  ]),
  /** For the delivery log: printable, on one line, at most 200 characters, without URL, headers or body. */
  detail: Schema.String,
}) {}

/**
 * A URL no webhook may go to.
 *
 * - `not_a_url`: it cannot be read
 * - `scheme`: it is not encrypted, or no web address
 * - `credentials`: it contains a user or a password
 * - `port`: it leads to a port on which no public receiver listens
 * - `address`: its host is, or stands for, at least one address that is not public
 * - `name_not_found`: its name has no address, or its look-up failed
 */
export class WebhookAddressRefused extends Schema.TaggedError<WebhookAddressRefused>()("WebhookAddressRefused", {
  reason: Schema.Literals(["not_a_url", "scheme", "credentials", "port", "address", "name_not_found"]),
  /** The address's kind, or how the lookup failed: printable, on one line, at most 200 characters. */
  detail: Schema.String,
}) {}

/** Sends a notification to the URL of a company, and says how that was answered. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Posts a message, once: the caller, who knows how often it was tried, decides whether to try again. The adapter says how long a receiver
     * has for its whole answer. Messages of one company may wait for a connection as long again, which does not count against the receiver;
     * they never wait for those of another company. A header that HTTP cannot carry is a defect.
     */
    readonly send: (message: WebhookMessage) => Effect.Effect<WebhookAnswer, WebhookNotAnswered>
    /**
     * Sends the message, and returns the beginning of the answer's body.
     *
     * @param readMax - bytes of the answer's body, 1 or more
     */
    readonly sendAndRead: (
      message: WebhookMessage,
      readMax: number,
    ) => Effect.Effect<WebhookAnswerRead, WebhookNotAnswered>
    /** Judges a URL at the moment it is saved, so that a mistake is reported at once. Sends nothing to the receiver. */
    readonly check: (url: string) => Effect.Effect<void, WebhookAddressRefused>
  }
>()("@vintem/domain/ports/WebhookSender") {}
