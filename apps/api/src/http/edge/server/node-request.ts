/**
 * A request of Node's HTTP server, as the routes see it.
 */
import type { IncomingMessage } from "node:http"
import { NodeHttpIncomingMessage } from "@effect/platform-node/NodeHttpIncomingMessage"
import { Effect, type Option, Stream } from "effect"
import { Cookies, Headers, HttpServerError, HttpServerRequest, Multipart } from "effect/http"

/** What `modify` may change. */
type Changes = Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]

/**
 * A request's headers, its cookies and the client's address are read from Node's message when they are used. Forms in several parts and
 * upgrades of the connection are not supported; the service has neither.
 */
export class NodeRequest
  extends NodeHttpIncomingMessage<HttpServerError.HttpServerError>
  implements HttpServerRequest.HttpServerRequest
{
  /** What still comes of a body that is too long is dropped, so that the client reads its answer. */
  protected override readonly destroyOnOverflow = false
  protected override readonly closeOnDone = false
  readonly [HttpServerRequest.TypeId]: typeof HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly url: string
  #sendContinue: (() => void) | null
  readonly #changes: Changes
  #headers: Headers.Headers | undefined
  #cookies: Readonly<Record<string, string>> | undefined

  /** @param sendContinue - tells a client that waits before it sends its body to go on; null if none waits */
  constructor(source: IncomingMessage, sendContinue: (() => void) | null, changes: Changes = {}) {
    super(
      source,
      (cause) =>
        new HttpServerError.HttpServerError({
          reason: new HttpServerError.RequestParseError({ request: this, cause }),
        }),
      changes.remoteAddress,
    )
    this.#sendContinue = sendContinue
    this.#changes = changes
    const target = changes.url === undefined ? absoluteTarget(source.url) : undefined
    this.#headers = target === undefined ? changes.headers : Headers.fromInput({ ...source.headers, host: target.host })
    this.url = withWholePath(
      target === undefined ? (changes.url ?? source.url ?? "/") : target.pathname + target.search,
    )
  }

  get method(): string {
    return this.source.method ?? "GET"
  }

  override get headers(): Headers.Headers {
    this.#headers ??= Headers.fromInput(this.source.headers)
    return this.#headers
  }

  get cookies(): Readonly<Record<string, string>> {
    this.#cookies ??= Cookies.parseHeader(this.headers["cookie"] ?? "")
    return this.#cookies
  }

  get originalUrl(): string {
    return this.source.url ?? "/"
  }

  get peerAddress(): Option.Option<string> {
    return this.#changes.peerAddress ?? this.remoteAddress
  }

  get protocol(): "http" | "https" | undefined {
    return this.#changes.protocol
  }

  /** Whether the client waits for `100 Continue` before it sends its body. */
  get isWaiting(): boolean {
    return this.#sendContinue !== null
  }

  /** To be called before the body is read. */
  expectBody(): void {
    const sendContinue = this.#sendContinue
    this.#sendContinue = null
    sendContinue?.()
  }

  override get arrayBuffer() {
    return Effect.suspend(() => {
      this.expectBody()
      return super.arrayBuffer
    })
  }

  override get stream() {
    return Stream.suspend(() => {
      this.expectBody()
      return super.stream
    })
  }

  get multipart() {
    return Effect.fail(noParts)
  }

  get multipartStream() {
    return Stream.fail(noParts)
  }

  get upgrade(): Effect.Effect<never, HttpServerError.HttpServerError> {
    return this.upgradeWith()
  }

  upgradeWith(): Effect.Effect<never, HttpServerError.HttpServerError> {
    return Effect.fail(
      new HttpServerError.HttpServerError({
        reason: new HttpServerError.RequestParseError({
          request: this,
          description: "the service does not upgrade connections",
        }),
      }),
    )
  }

  /** An address may hold the key of an order or a document: it is not shown. */
  toJSON(): unknown {
    return { _id: "HttpServerRequest", method: this.method }
  }

  modify(changes: Changes): NodeRequest {
    return new NodeRequest(this.source, this.#sendContinue, { ...this.#changes, ...changes })
  }
}

const noParts = Multipart.MultipartError.fromReason("Parse", "the service does not read multipart forms")

/**
 * What a proxy is asked for names the whole address; the host in it counts, and not the header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
const absoluteTarget = (url: string | undefined): URL | undefined =>
  url !== undefined && !url.startsWith("/") && /^https?:\/\//iu.test(url) && URL.canParse(url)
    ? new URL(url)
    : undefined

/**
 * Encodes `;` and `#` in a path. The router would end the path there: `/metrics;x` would be `/metrics`, which a proxy in front of us may
 * keep closed, and `/coupons/NATAL;10` the coupon `NATAL`. What follows `?` stays as it is.
 */
const withWholePath = (url: string): string => {
  if (!url.includes(";") && !url.includes("#")) return url
  const query = url.indexOf("?")
  const path = query === -1 ? url : url.slice(0, query)
  return path.replaceAll(";", "%3B").replaceAll("#", "%23") + url.slice(path.length)
}
