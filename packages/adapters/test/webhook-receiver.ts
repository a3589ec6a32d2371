/** Receivers of webhooks on their own ports, some of them misbehaving. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { createServer as createRawServer, type Server as NetServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly port: number
  /** Requests that arrived completely. */
  readonly received: ReadonlyArray<Received>
  /** Connections so far. */
  readonly connections: () => number
  /** Connections that are open now. */
  readonly open: () => number
}

export interface ReceiverOptions {
  /** Answers 204 if absent. */
  readonly answer?: RequestListener
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly host?: string
}

/** Speaks HTTP, and answers once the whole request is there. Ends with the scope. */
export const receiver = ({
  answer = (_, response) => response.writeHead(204).end(),
  tls,
  host = "127.0.0.1",
}: ReceiverOptions = {}): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.suspend(() => {
    const received: Array<Received> = []
    const listener: RequestListener = (request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method = "", url: path = "" } = request
        received.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
        answer(request, response)
      })
    }
    const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
    return Effect.map(listening(server, host), (counted) => ({ ...counted, received }))
  })

/** Handles every connection as a test specifies. */
export const rawReceiver = (
  onConnection: (socket: Socket) => void,
): Effect.Effect<Omit<Receiver, "received">, never, Scope.Scope> =>
  Effect.suspend(() => listening(createRawServer(onConnection), "127.0.0.1"))

const listening = (server: NetServer, host: string) =>
  Effect.acquireRelease(
    Effect.callback<Omit<Receiver, "received"> & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let connections = 0
      server.on("connection", (socket: Socket) => {
        connections += 1
        sockets.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => sockets.delete(socket))
      })
      server.on("tlsClientError", () => {})
      server.listen(0, host, () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
        resume(Effect.succeed({ port, connections: () => connections, open: () => sockets.size, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )
