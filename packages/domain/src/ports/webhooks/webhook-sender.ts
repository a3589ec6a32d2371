/**
 * Sends a message to a company's URL, and refuses forbidden destinations.
 *
 * A company chooses its webhook's URL, and the sender is inside our network. An adapter therefore refuses URLs that
 * lead to machines the public cannot reach, both when a URL is saved and at each message, because a name's addresses
 * can change in between.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CompanyId } from "../../identifiers/company.ts"

/** One message over the wire. */
export interface WebhookMessage {
  /** Its company. It shares connections with messages of this company only, even if others go to the same place. */
  readonly company: CompanyId
  readonly url: string
  /** The headers of the message, including its content type. HTTP must be able to carry their names and values. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent in UTF-8, byte for byte, because these bytes are signed. */
  readonly body: string
}

/** The receiver answered, with success or not. */
export interface WebhookAnswer {
  /** 200 to 599. A redirect is an answer like any other, and is not followed. */
  readonly status: number
  /**
   * How long the receiver asked us to wait (`Retry-After`), in milliseconds from now, 0 or more. Null if it did not.
   */
  readonly retryAfterMillis: number | null
}

/** An answer, with the beginning of its body. */
export interface WebhookAnswerRead extends WebhookAnswer {
  /** Read as UTF-8, whatever its encoding, unchanged. */
  readonly beginning: string
}

/**
 * There is no complete answer. The message may have arrived anyway, unless the reason is one of the first four.
 *
 * - `address_refused`: the URL, or an address of its name, is forbidden for webhooks; nothing was sent
 * - `name_not_found`: the name has no address, or its lookup failed
 * - `not_connected`: no program listens there
 * - `tls`: the certificate is not trusted, or no encryption was agreed on
 * - `timed_out`: the time ended before the answer was complete
 * - `broken_off`: the connection ended before the answer was complete
 * - `unreadable`: the answer is not HTTP
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
 * A URL that no webhook may have.
 *
 * - `not_a_url`: it cannot be read
 * - `scheme`: it is not encrypted, or not a web address
 * - `credentials`: it contains a user or a password
 * - `port`: no public receiver listens on its port
 * - `address`: its host is, or its name has, at least one address that is not public
 * - `name_not_found`: its name has no address, or its lookup failed
 */
export class WebhookAddressRefused extends Schema.TaggedError<WebhookAddressRefused>()("WebhookAddressRefused", {
  reason: Schema.Literals(["not_a_url", "scheme", "credentials", "port", "address", "name_not_found"]),
  /** The address's kind, or how the lookup failed: printable, on one line, at most 200 characters. */
  detail: Schema.String,
}) {}

/** Sends a notification to a company's URL, and returns the answer. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Posts a message once. The caller counts the attempts and decides about another one. The adapter decides how long
     * a receiver has for its whole answer. Messages of one company may wait for a connection as long again, which does
     * not count against the receiver; they never wait for those of another company. A header that HTTP cannot carry is
     * a defect.
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
    /** Checks a URL when it is saved, so that a mistake is reported at once. Sends nothing to the receiver. */
    readonly check: (url: string) => Effect.Effect<void, WebhookAddressRefused>
  }
>()("@vintem/domain/ports/WebhookSender") {}
