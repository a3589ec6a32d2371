/** Knows if a request has left, from the connections themselves: no error code proves it. */
import * as Context from "effect/Context"

/** One sending of one request. A client that reports nothing proves nothing. */
export class Sending {
  #dispatched = 0
  #hasBegun = false

  /** The request waits for a connection. */
  dispatched(): void {
    this.#dispatched += 1
  }

  /** A connection exists (for TLS, its handshake is done), and the first byte is written next. */
  begun(): void {
    this.#hasBegun = true
  }

  /**
   * True if it was dispatched once, and no byte of it was written. Read this once the request has ended, because
   * nothing is written afterwards.
   */
  get hasSurelyNotLeft(): boolean {
    return this.#dispatched === 1 && !this.#hasBegun
  }
}

/** The sending that a client reports to; null if nobody needs to know. */
export const CurrentSending = Context.Reference<Sending | null>("@vintem/adapters/connection/CurrentSending", {
  defaultValue: () => null,
})
