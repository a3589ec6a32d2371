/**
 * The connections to an acquirer. They report to a `Sending` when the first byte of its request is about to be written.
 *
 * undici starts a request only once it has a connection: for TLS after `secureConnect`, otherwise after `connect`. A
 * request that ends before that is never written. One that was written and is queued again, because a kept connection
 * had closed, stays begun.
 *
 * @see docs/decisions/orders.md#0341
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import { HttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Agent, type Dispatcher } from "undici"
import { CurrentSending, Sending } from "./sending.ts"

/** Concurrent requests; more wait for a connection, within the acquirer's time limit. */
const connectionsMax = 128

/** Options of the connection to the acquirer's server. */
export interface ConnectionOptions {
  /**
   * Milliseconds until connecting is given up: less than the acquirer's time limit, so that the failure is one of
   * connecting.
   */
  readonly connectMillis: number
  /** Trusted instead of the authorities that Node trusts, PEM. */
  readonly ca?: string
  /** Identifies this service to servers that require a certificate, PEM. */
  readonly certificate?: ClientCertificate
}

/** A certificate with its chain, and the key it was issued for. */
export interface ClientCertificate {
  readonly chain: string
  readonly key: Redacted.Redacted<string>
}

/** Connections are kept between requests. undici does not follow redirects by default. */
export const layer = ({ connectMillis, ca, certificate }: ConnectionOptions): Layer.Layer<HttpClient.HttpClient> => {
  const connect = {
    timeout: connectMillis,
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate.chain, key: Redacted.value(certificate.key) }),
  }
  const dispatcher = Layer.effect(
    NodeHttpClient.Dispatcher,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new Agent({ connections: connectionsMax, connect })),
        (agent) => Effect.promise(() => agent.destroy()),
      ),
      (agent) => agent.compose(reporting),
    ),
  )
  return Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, HttpClient.transform(passingSending)),
  ).pipe(Layer.provide(NodeHttpClient.layerUndiciNoDispatcher), Layer.provide(dispatcher))
}

/**
 * undici passes a request's options to its dispatcher. A watched request is sent once, even if its connection breaks.
 */
const passingSending = <A, E, R>(asking: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentSending, (sending) => {
    const options = { idempotent: false, sending }
    return sending === null ? asking : Effect.provideService(asking, NodeHttpClient.UndiciOptions, options)
  })

const reporting: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const sending = "sending" in options ? options.sending : null
  if (!(sending instanceof Sending)) return dispatch(options, handler)
  sending.dispatched()
  return dispatch(options, new Reporting(handler, sending))
}

/** Forwards every call. */
class Reporting implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #sending: Sending

  constructor(handler: Dispatcher.DispatchHandler, sending: Sending) {
    this.#handler = handler
    this.#sending = sending
  }

  onRequestStart(...started: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestStart"]>>): void {
    this.#sending.begun()
    this.#handler.onRequestStart?.(...started)
  }

  onRequestUpgrade(...upgraded: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestUpgrade"]>>): void {
    this.#handler.onRequestUpgrade?.(...upgraded)
  }

  onResponseStart(...started: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>): void {
    this.#handler.onResponseStart?.(...started)
  }

  onResponseData(...data: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseData"]>>): void {
    this.#handler.onResponseData?.(...data)
  }

  onResponseEnd(...ended: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>): void {
    this.#handler.onResponseEnd?.(...ended)
  }

  onResponseError(...failed: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseError"]>>): void {
    this.#handler.onResponseError?.(...failed)
  }
}
