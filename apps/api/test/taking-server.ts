/**
 * A mail server for one message.
 */
import { createServer, type Server } from "node:net"
import { Effect } from "effect"

/** A mail server that accepts each command, which is enough to take one message. It keeps what it receives. */
export const takingServer = (said: Array<string>) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer((socket) => {
        socket.on("error", () => {})
        socket.on("data", (chunk) => {
          const text = chunk.toString()
          said.push(text)
          if (text.startsWith("DATA")) socket.write("354 go on\r\n")
          else if (/^(?:EHLO|MAIL|RCPT)/u.test(text) || text.endsWith("\r\n.\r\n")) socket.write("250 taken\r\n")
        })
        socket.write("220 ready\r\n")
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close()),
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return typeof address === "object" ? address?.port : undefined
    }),
  )
