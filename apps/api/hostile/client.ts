/**
 * Sends a request as its bytes are, over connections that are kept, and takes whatever comes.
 */
import { Agent, request } from "node:http"

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** An answer, or why there is none: the code of a broken connection, or that the time was up. */
export type Came = { readonly status: number; readonly text: string } | { readonly broken: string }

export interface Client {
  readonly send: (sent: Sent) => Promise<Came>
  readonly close: () => void
}

/** Far beyond what an answer takes. */
const patienceMillis = 60_000

/** Of an answer as much is kept as a report has room for, and as the making of a shop needs. In UTF-16 code units. */
const textMax = 20_000

export const client = (connections: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: ({ body, headers, method, url }) =>
      new Promise((resolve) => {
        const sending = request(url, {
          agent,
          method,
          headers: { ...headers, "content-length": body === null ? 0 : body.length },
          signal: AbortSignal.timeout(patienceMillis),
        })
        const broken = (cause: NodeJS.ErrnoException) => resolve({ broken: cause.code ?? cause.message })
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
      }),
    close: () => agent.destroy(),
  }
}
