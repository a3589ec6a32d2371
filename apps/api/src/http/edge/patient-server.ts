/**
 * An HTTP server that may listen before anybody answers: what is asked meanwhile waits for whoever does.
 *
 * The port is taken before the storage is opened and brought up to date. Node drops a request that nobody listens to without a word,
 * and its sender waits for minutes: a probe that came a moment too early would never learn that the service is ready.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"

export const patientServer = (): Server => {
  const server = createServer()
  const waiting: Array<readonly [IncomingMessage, ServerResponse]> = []
  const keep = (request: IncomingMessage, response: ServerResponse) => {
    waiting.push([request, response])
  }
  const handOver = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", handOver).off("request", keep)
    // Told before the listener is there: it is by the end of this turn.
    setImmediate(() => {
      for (const [request, response] of waiting.splice(0)) server.emit("request", request, response)
    })
  }
  // A start that failed ends at once: what still waits will not be answered.
  const close = server.close.bind(server)
  server.close = (callback) => {
    for (const [request] of waiting.splice(0)) request.destroy()
    return close(callback)
  }
  return server.on("request", keep).on("newListener", handOver)
}
