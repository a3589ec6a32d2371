/** Sends a request's exact bytes over kept connections, and accepts any answer. */
import { Agent, request } from "node:http"

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** An answer, or the reason for its absence: the code of a broken connection, or that the time was up. */
export type Came = { readonly status: number; readonly text: string } | { readonly broken: string }

export interface Client {
  readonly send: (sent: Sent) => Promise<Came>
  readonly close: () => void
}

/** Far longer than any answer takes, even one that moves the sandbox's clock by a year. */
const patienceMillis = 900_000

/**
 * The part of an answer that is read, in UTF-16 code units. No refusal is longer, and its codes are compared with its
 * messages.
 */
const textMax = 4_000_000

export const client = (connections: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ body, headers, method, url }: Sent, isAgain = false): Promise<Came> =>
    new Promise((resolve) => {
      const sending = request(url, {
        agent,
        method,
        headers: { ...headers, "content-length": body === null ? 0 : body.length },
        signal: AbortSignal.timeout(patienceMillis),
      })
      const broken = (cause: NodeJS.ErrnoException) => {
        // A server may close a kept connection at the moment of its reuse. It then has seen nothing of the request.
        const isStale = sending.reusedSocket && cause.code === "ECONNRESET" && !isAgain
        resolve(isStale ? send({ body, headers, method, url }, true) : { broken: cause.code ?? cause.message })
      }
      sending.on("error", broken)
      sending.on("response", (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => {
          if (text.length < textMax) text += chunk
        })
        response.on("error", broken)
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sending.end(body)
    })
  return { send: (sent) => send(sent), close: () => agent.destroy() }
}
