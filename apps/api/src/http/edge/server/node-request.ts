/** A request of Node's HTTP server, in the form that routes use. */
import type { IncomingMessage } from "node:http"
import { NodeHttpIncomingMessage } from "@effect/platform-node/NodeHttpIncomingMessage"
import { Effect, type Option, Stream } from "effect"
import { Cookies, Headers, HttpServerError, HttpServerRequest, Multipart } from "effect/http"

/** The parts that `modify` can change. */
type Changes = Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]

/**
 * Reads headers, cookies and the client's address from Node's message on demand. Multipart forms and upgrades of the
 * connection are not supported; the service has neither.
 */
export class NodeRequest
  extends NodeHttpIncomingMessage<HttpServerError.HttpServerError>
  implements HttpServerRequest.HttpServerRequest
{
  /** Drops the rest of a body that is too long, so that the client reads its answer. */
  protected override readonly destroyOnOverflow = false
  protected override readonly closeOnDone = false
  readonly [HttpServerRequest.TypeId]: typeof HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly url: string
  #sendContinue: (() => void) | null
  readonly #changes: Changes
  #headers: Headers.Headers | undefined
  #cookies: Readonly<Record<string, string>> | undefined

  /** @param sendContinue - lets a client that waits for `100 Continue` send its body; null if none waits */
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

  /** True if the client waits for `100 Continue` before it sends its body. */
  get isWaiting(): boolean {
    return this.#sendContinue !== null
  }

  /** Call this before reading the body. */
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

  /** The address is hidden: it may hold an order's key or a document. */
  toJSON(): unknown {
    return { _id: "HttpServerRequest", method: this.method }
  }

  modify(changes: Changes): NodeRequest {
    return new NodeRequest(this.source, this.#sendContinue, { ...this.#changes, ...changes })
  }
}

const noParts = Multipart.MultipartError.fromReason("Parse", "the service does not read multipart forms")

/**
 * The URL of a request with an absolute target, as proxies get them. Its host counts, not the header's.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
const absoluteTarget = (url: string | undefined): URL | undefined =>
  url !== undefined && !url.startsWith("/") && /^https?:\/\//iu.test(url) && URL.canParse(url)
    ? new URL(url)
    : undefined

/**
 * Encodes `;` and `#` in a path. The router would end the path there: `/metrics;x` would become `/metrics`, which a
 * proxy in front of us may block, and `/coupons/NATAL;10` would become the coupon `NATAL`. The part after `?` stays
 * unchanged.
 */
const withWholePath = (url: string): string => {
  if (!url.includes(";") && !url.includes("#")) return url
  const query = url.indexOf("?")
  const path = query === -1 ? url : url.slice(0, query)
  return path.replaceAll(";", "%3B").replaceAll("#", "%23") + url.slice(path.length)
}
