/**
 * An HTTP server whose port may be open before its handler exists: requests wait for the handler, or are answered by another one until then.
 *
 * The port is taken before the storage is opened and brought up to date. Node ignores a request without a listener, and its sender waits
 * for minutes: a probe that came a moment too early would never learn that the service is ready.
 */
import { createServer, type RequestListener, type Server } from "node:http"

/** How long a sender may take for the headers and for the whole request, and how often that is looked at. Milliseconds. */
type RequestTimeouts = Readonly<Record<"headersTimeout" | "requestTimeout" | "connectionsCheckingInterval", number>>

/** What has come of a request is held until the rest has. Who takes longer is answered 408. An answer may take as long as it takes. */
export const requestTimeouts: RequestTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}

export interface PatientServer {
  readonly server: Server
  /** Answers what waits, and what comes before the handler is there. */
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
    // Emitted before the listener is there: it is by the end of this tick.
    setImmediate(() => {
      for (const [request, response] of waiting.splice(0)) server.emit("request", request, response)
    })
  }
  // A failed start ends at once: requests still waiting are dropped, not held until their time-out.
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
