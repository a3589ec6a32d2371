/**
 * An HTTP server that opens its port before its handler exists. Requests wait for the handler, or get a substitute's
 * answers until then.
 *
 * The port is taken before the storage is opened and migrated. Node ignores a request without a listener, and its
 * sender waits for minutes: an early probe would never learn that the service is ready.
 */
import { createServer, type RequestListener, type Server } from "node:http"

/**
 * How long a sender may take for the headers and for the whole request, and how often this is checked. Milliseconds.
 */
type RequestTimeouts = Readonly<Record<"headersTimeout" | "requestTimeout" | "connectionsCheckingInterval", number>>

/** A request is held until all of it has arrived. A slower sender gets 408. An answer may take any time. */
export const requestTimeouts: RequestTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}

export interface PatientServer {
  readonly server: Server
  /** Answers waiting and new requests until the handler is there. */
  readonly answerMeanwhile: (listener: RequestListener) => void
}

export const patientServer = (timeouts: RequestTimeouts = requestTimeouts): PatientServer => {
  const server = createServer(timeouts)
  const waiting: Array<Parameters<RequestListener>> = []
  let meanwhile: RequestListener = (request, response) => {
    waiting.push([request, response])
  }
  const receive: RequestListener = (request, response) => meanwhile(request, response)
  const handOver = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", handOver).off("request", receive)
    // Emitted before the listener exists: it will at the end of this tick.
    setImmediate(() => {
      for (const [request, response] of waiting.splice(0)) server.emit("request", request, response)
    })
  }
  // A failed start ends at once: waiting requests are dropped, not held until their time-out.
  const close = server.close.bind(server)
  server.close = (callback) => {
    for (const [request] of waiting.splice(0)) request.destroy()
    return close(callback)
  }
  server.on("request", receive).on("newListener", handOver)
  return {
    server,
    answerMeanwhile: (listener) => {
      meanwhile = listener
      for (const [request, response] of waiting.splice(0)) listener(request, response)
    },
  }
}
